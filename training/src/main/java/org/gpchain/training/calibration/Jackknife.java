package org.gpchain.training.calibration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.model.Model;
import org.gpchain.core.predict.Tagger;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.training.LearnerSettings;
import org.gpchain.training.LearningListener;
import org.gpchain.training.data.BlockFolds;
import org.gpchain.training.decoupled.Learner;

/**
 * Labels for the very sentences that a model was trained on, as it would give them if it had never
 * seen them: each part of the corpus is labelled by a model of the other parts. What learns from
 * such labels meets the mistakes that the model makes in use. The parts are {@link BlockFolds}.
 */
public final class Jackknife {
  private final int parts;
  private final int threads;
  private final IntFunction<LearningListener> listeners;

  /**
   * @param parts number of parts, at least 2
   * @param threads number of threads; the labels do not depend on it
   * @param listeners for each part, is told how its model gets on
   */
  public Jackknife(int parts, int threads, IntFunction<LearningListener> listeners) {
    this.parts = Checks.atLeast("parts", parts, 2);
    this.threads = threads;
    this.listeners = listeners;
  }

  /**
   * Labels a corpus.
   *
   * @param like the model that says how the models of the parts are trained: with its templates,
   *     its variances and its cut-off, without a posterior covariance
   * @param corpus sentences with labels such as the model's; at least one for each part
   * @return the labels of each sentence
   * @throws IllegalArgumentException if there are fewer sentences than parts
   */
  public List<List<String>> labels(Model like, List<LabeledSequence> corpus) {
    Checks.atLeast("number of sentences", corpus.size(), parts);
    LearnerSettings settings = LearnerSettings.like(like).withThreads(threads);
    List<List<String>> labels = new ArrayList<>(Collections.nCopies(corpus.size(), null));
    BlockFolds folds = new BlockFolds(corpus.size(), parts);
    Workspace workspace = new Workspace();
    for (int part = 0; part < parts; part++) {
      List<LabeledSequence> others =
          Arrays.stream(folds.others(part)).mapToObj(corpus::get).toList();
      Tagger tagger =
          new Learner(settings, listeners.apply(part)).learn(others, List.of()).tagger();
      for (int i : folds.heldOut(part)) {
        labels.set(i, tagger.tag(corpus.get(i).tokens(), workspace).labels());
      }
    }
    return labels;
  }
}
