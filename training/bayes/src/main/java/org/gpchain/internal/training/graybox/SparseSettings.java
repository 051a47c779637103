package org.gpchain.internal.training.graybox;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.training.Trainer;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.TrainerSettings.Covariance;
import org.gpchain.internal.training.data.WordVectors;
import org.gpchain.internal.training.graybox.GrayBoxSettings.Schedule;
import org.gpchain.internal.training.trainers.PosteriorFamily;
import org.gpchain.internal.training.trainers.PosteriorSettings;
import org.gpchain.internal.training.trainers.Setting;
import org.gpchain.internal.training.trainers.SettingValues;
import org.gpchain.internal.training.trainers.Trainers;

/**
 * Settings of sparse posteriors, in addition to {@link TrainerSettings}.
 *
 * @param kernel form of the kernel over the features of template lines
 * @param encoderKernel form of the kernel over the vectors of an encoder, if there is one
 * @param vectors word vectors, for which kernels are added; null for none
 * @param extraWords number of words, the first ones with vectors, that become features even if the
 *     training corpus does not have them
 * @param wordLines names of the template lines whose features are words with vectors, such as
 *     {@code U00}; empty for those that are just {@code %x[k,word]} with k from −1 to 1
 */
public record SparseSettings(
    KernelForm kernel,
    KernelForm encoderKernel,
    WordVectors vectors,
    int extraWords,
    List<String> wordLines)
    implements PosteriorSettings {
  /** Default number of inducing points. */
  public static final int INDUCING = 500;

  /** Default number of samples per sentence. The pathwise estimator needs only a few. */
  public static final int SAMPLES = 8;

  /** Default number of words that become features. */
  public static final int EXTRA_WORDS = 50_000;

  /** Kernel over the features. */
  public static final Setting<KernelForm> KERNEL =
      Setting.of("kernel", KernelForm.LINEAR, PosteriorFamily.SPARSE)
          .allowingAlways(Set.of(KernelForm.LINEAR));

  /** Kernel over the vectors of an encoder. */
  public static final Setting<KernelForm> ENCODER_KERNEL =
      Setting.of("encoder-kernel", KernelForm.LINEAR, PosteriorFamily.SPARSE)
          .allowingAlways(Set.of(KernelForm.LINEAR));

  /** File of word vectors, which {@link #withVectors} adds once the file is read. */
  public static final Setting<Path> EMBEDDINGS =
      Setting.of("embeddings", null, PosteriorFamily.SPARSE);

  /** Number of words of the file that become features even if no training sentence has them. */
  public static final Setting<Integer> EMBEDDING_WORDS =
      Setting.of("embedding-words", EXTRA_WORDS, PosteriorFamily.SPARSE).needing(EMBEDDINGS);

  /** Names of the template lines whose features are looked up among the word vectors. */
  public static final Setting<List<String>> WORD_LINES =
      Setting.of("word-lines", List.<String>of(), PosteriorFamily.SPARSE).needing(EMBEDDINGS);

  /** The settings that are declared here. */
  public static final List<Setting<?>> ALL =
      List.of(KERNEL, ENCODER_KERNEL, EMBEDDINGS, EMBEDDING_WORDS, WORD_LINES);

  /** Checks and copies the settings. */
  public SparseSettings {
    Checks.atLeast("extraWords", extraWords, 0);
    wordLines = List.copyOf(wordLines);
  }

  /** Returns the settings that a user has given, without word vectors. */
  static SparseSettings of(SettingValues given) {
    return new SparseSettings(
        given.get(KERNEL),
        given.get(ENCODER_KERNEL),
        null,
        given.get(EMBEDDING_WORDS),
        given.get(WORD_LINES));
  }

  /** Returns these settings with word vectors. */
  public SparseSettings withVectors(WordVectors words) {
    return new SparseSettings(kernel, encoderKernel, words, extraWords, wordLines);
  }

  /**
   * Returns whether the kernel is a linear one, whose variances kernel learning has found, so that
   * it has no hyper-parameters to learn.
   */
  boolean isLinear() {
    return kernel == KernelForm.LINEAR && encoderKernel == KernelForm.LINEAR && !hasVectors();
  }

  /** Returns whether the kernel has word vectors. */
  public boolean hasVectors() {
    return vectors != null;
  }

  /** Returns the features of a task, plus a feature for each word that has a vector. */
  @Override
  public Vocabulary extended(Vocabulary vocabulary) {
    return hasVectors() ? new WordLines(this).extended(vocabulary) : vocabulary;
  }

  /**
   * Returns the trainer of such posteriors, calibrated. Its data must have the {@linkplain
   * #extended extended} features.
   */
  @Override
  public Trainer trainer(TrainerSettings settings) {
    return Trainers.calibrated(new GrayBoxTrainer(settings, this), settings);
  }

  @Override
  public double nanosecondsPerGradient(int labels) {
    return GrayBoxTrainer.NANOSECONDS;
  }

  /**
   * Returns the default settings of a trainer of sparse posteriors. In them, {@code rounds} is the
   * number of rounds over means, covariances and hyper-parameters, and {@code iterations} is the
   * number of steps on the means in each round.
   */
  public static TrainerSettings trainerDefaults() {
    return TrainerSettings.DEFAULT
        .with(new Covariance(INDUCING, SAMPLES, Schedule.PATHWISE_ROUNDS))
        .with(TrainerSettings.DEFAULT.optimization().withIterations(Schedule.PATHWISE_STEPS));
  }

  /** Returns all settings that can influence the model, by name. */
  Map<String, String> asProvenance() {
    Map<String, String> values = new TreeMap<>();
    values.put("posterior", "sparse");
    values.put("kernel", kernel.toString());
    if (hasVectors()) {
      values.put("embeddings", vectors.hash());
      values.put("embeddingWords", Integer.toString(extraWords));
      values.put("wordLines", wordLines.isEmpty() ? "default" : String.join(",", wordLines));
    }
    return values;
  }
}
