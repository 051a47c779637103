package org.gpchain.internal.training.graybox;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.TrainerSettings.Covariance;
import org.gpchain.internal.training.graybox.GrayBoxSettings.Schedule;

/**
 * Settings of models with a sparse posterior, beside its {@link TrainerSettings}.
 *
 * @param kernel form of the kernel over the features
 * @param vectors word vectors, of which kernels are added; null for none
 * @param extraWords number of words, the first ones with vectors, that become features even if the
 *     training corpus does not have them
 * @param wordLines names of the template lines whose features are words with vectors, such as
 *     {@code U00}; empty for those that are just {@code %x[k,word]} with k from −1 to 1
 */
public record SparseSettings(
    KernelForm kernel, WordVectors vectors, int extraWords, List<String> wordLines) {
  public static final int INDUCING = 500;

  /** Of a sentence, by default: a few do what thousands do for the score function. */
  public static final int SAMPLES = 8;

  /** Words that become features by default. */
  public static final int EXTRA_WORDS = 50_000;

  public SparseSettings {
    Checks.atLeast("extraWords", extraWords, 0);
    wordLines = List.copyOf(wordLines);
  }

  public SparseSettings withVectors(WordVectors words) {
    return new SparseSettings(kernel, words, extraWords, wordLines);
  }

  public boolean hasVectors() {
    return vectors != null;
  }

  /** The features of a task, and those of the words that have vectors. */
  public Vocabulary extended(Vocabulary vocabulary) {
    return hasVectors() ? new WordLines(this).extended(vocabulary) : vocabulary;
  }

  /**
   * The defaults of a trainer with these settings beside it: {@code rounds} are those of means,
   * covariances and hyper-parameters, {@code iterations} the steps on the means in each of them.
   */
  public static TrainerSettings trainerDefaults() {
    return TrainerSettings.DEFAULT
        .with(new Covariance(INDUCING, SAMPLES, Schedule.PATHWISE_ROUNDS))
        .with(TrainerSettings.DEFAULT.optimization().withIterations(Schedule.PATHWISE_STEPS));
  }

  /** All of these settings that can influence the model, by name. */
  Map<String, String> asProvenance() {
    Map<String, String> all = new TreeMap<>();
    all.put("posterior", "sparse");
    all.put("kernel", kernel.toString());
    if (hasVectors()) {
      all.put("embeddings", vectors.hash());
      all.put("embeddingWords", Integer.toString(extraWords));
      all.put("wordLines", wordLines.isEmpty() ? "default" : String.join(",", wordLines));
    }
    return all;
  }
}
