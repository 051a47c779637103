package org.gpchain.training.calibration;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.model.Model;
import org.gpchain.core.predict.ScoredSpan;
import org.gpchain.core.predict.SegmentCalibration;
import org.gpchain.core.predict.Tagger;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.training.LearnerSettings;
import org.gpchain.training.LearningListener;
import org.gpchain.training.Progress;
import org.gpchain.training.data.BlockFolds;
import org.gpchain.training.decoupled.Learner;

/**
 * Learns how honest the probabilities are that a model gives to segments, and the F1 that is to be
 * expected of it: models of the same kind are trained without one fold of the corpus each, and what
 * they say of the segments of that fold is compared with the truth. As many folds are held out as
 * it takes to see enough segments.
 */
public final class SegmentCalibrator {
  /** Gold segments in the held-out folds that are enough to learn three numbers. */
  private static final int ENOUGH_SEGMENTS = 2_000;

  /** Decodes more than is right, so that improbable segments are seen too. */
  private static final SegmentCalibration GENEROUS = new SegmentCalibration(0, 1, 0.2);

  private final List<LabeledSequence> corpus;
  private final LearnerSettings settings;
  private final int heldOut;

  /**
   * @param corpus what the model is trained on; each sentence has a token
   * @param settings of the model
   */
  public SegmentCalibrator(List<LabeledSequence> corpus, LearnerSettings settings) {
    this.corpus = corpus;
    this.settings = settings;
    this.heldOut = foldsHeldOut();
  }

  /** As many as have enough segments; 0 if there is nothing to calibrate, or too little. */
  private int foldsHeldOut() {
    long folds = settings.calibrationFolds();
    if (settings.inducing() > 0 || corpus.size() < folds || settings.scheme() == TagScheme.TOKEN) {
      return 0;
    }
    long segments = corpus.stream().mapToLong(sentence -> sentence.spans().size()).sum();
    return segments == 0 ? 0 : (int) Math.min(folds, (ENOUGH_SEGMENTS * folds - 1) / segments + 1);
  }

  /** Steps that calibration takes at most, over all folds. */
  public int stepsAtMost() {
    return heldOut * settings.iterations();
  }

  /**
   * Learns the calibration of a model.
   *
   * @param model what the corpus gave
   * @param progress is told of each step
   */
  public SegmentCalibration learn(Model model, Progress progress) {
    PlattScaling scaling = new PlattScaling();
    for (int fold = 0; fold < heldOut; fold++) {
      BlockFolds blocks = new BlockFolds(corpus.size(), settings.calibrationFolds());
      String phase = "calibration " + (fold + 1) + "/" + heldOut;
      LearningListener listener = step -> progress.onStep(phase, step.objective());
      Tagger tagger = tagger(select(blocks.others(fold)), model, listener);
      progress.endPhase(settings.iterations());
      compare(select(blocks.heldOut(fold)), tagger, scaling);
    }
    return scaling.fit();
  }

  /** Of a model such as that of the corpus, from some of its sentences. */
  private Tagger tagger(List<LabeledSequence> some, Model model, LearningListener listener) {
    LearnerSettings alike = LearnerSettings.like(model).withThreads(settings.threads());
    Model fitted = new Learner(alike, listener).learn(some, List.of());
    return fitted.with(GENEROUS, fitted.run()).tagger();
  }

  private static void compare(
      List<LabeledSequence> sentences, Tagger tagger, PlattScaling scaling) {
    Workspace workspace = new Workspace();
    for (LabeledSequence sentence : sentences) {
      Set<Span> gold = new HashSet<>(sentence.spans());
      scaling.addGold(gold.size());
      for (ScoredSpan scored : tagger.tag(sentence.tokens(), workspace).spans()) {
        scaling.add(scored.probability(), gold.contains(scored.span()));
      }
    }
  }

  private List<LabeledSequence> select(int[] numbers) {
    return Arrays.stream(numbers).mapToObj(corpus::get).toList();
  }
}
