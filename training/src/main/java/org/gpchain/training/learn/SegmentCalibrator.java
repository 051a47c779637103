package org.gpchain.training.learn;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.model.Model;
import org.gpchain.core.predict.DecodingOptions;
import org.gpchain.core.predict.ScoredSpan;
import org.gpchain.core.predict.SegmentCalibration;
import org.gpchain.core.predict.Span;
import org.gpchain.core.predict.SpanCodec;
import org.gpchain.core.predict.TagScheme;
import org.gpchain.core.predict.Tagger;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.training.hyper.BlockFolds;

/**
 * Learns how honest the probabilities are that a model gives to segments, and the F1 that is to be
 * expected of it: models of the same kind are trained without one fold of the corpus each, and what
 * they say of the segments of that fold is compared with the truth. As many folds are held out as
 * it takes to see enough segments.
 */
final class SegmentCalibrator {
  /** Gold segments in the held-out folds that are enough to learn three numbers. */
  private static final int ENOUGH_SEGMENTS = 2_000;

  /** Decodes more than is right, so that improbable segments are seen too. */
  private static final SegmentCalibration GENEROUS = new SegmentCalibration(0, 1, 0.2);

  private final LearnerSettings settings;
  private final Progress progress;

  /**
   * @param settings of the model
   * @param progress is told of each step
   */
  SegmentCalibrator(LearnerSettings settings, Progress progress) {
    this.settings = settings;
    this.progress = progress;
  }

  /** Steps that calibration takes at most, over all folds. */
  static int stepsAtMost(LearnerSettings settings) {
    return settings.calibrationFolds() * settings.iterations();
  }

  /**
   * Learns the calibration of a model.
   *
   * @param model without posterior covariance
   * @param corpus what it was trained on; each sentence has a token
   */
  SegmentCalibration learn(Model model, List<LabeledSequence> corpus) {
    if (model.scheme() == TagScheme.TOKEN) {
      return SegmentCalibration.NONE;
    }
    SpanCodec codec = SpanCodec.of(model.scheme());
    int heldOut = foldsHeldOut(corpus, codec);
    PlattScaling scaling = new PlattScaling();
    for (int fold = 0; fold < heldOut; fold++) {
      BlockFolds blocks = new BlockFolds(corpus.size(), settings.calibrationFolds());
      Tagger tagger =
          without(select(corpus, blocks.others(fold)), model, (fold + 1) + "/" + heldOut);
      compare(select(corpus, blocks.heldOut(fold)), tagger, scaling);
    }
    return scaling.fit();
  }

  /** As many as have enough segments; 0 if the corpus is too small. */
  private int foldsHeldOut(List<LabeledSequence> corpus, SpanCodec codec) {
    long folds = settings.calibrationFolds();
    long segments = corpus.stream().mapToLong(s -> codec.decode(s.labels()).size()).sum();
    return corpus.size() < folds || segments == 0
        ? 0
        : (int) Math.min(folds, (ENOUGH_SEGMENTS * folds - 1) / segments + 1);
  }

  private Tagger without(List<LabeledSequence> others, Model model, String fold) {
    LearnerSettings alike = LearnerSettings.like(model).withThreads(settings.threads());
    Model fitted =
        new Learner(alike, step -> progress.onStep("calibration " + fold, step.objective()))
            .learn(others, List.of());
    progress.endPhase(settings.iterations());
    return fitted.with(GENEROUS, fitted.run()).tagger(DecodingOptions.DEFAULT);
  }

  private static void compare(
      List<LabeledSequence> sentences, Tagger tagger, PlattScaling scaling) {
    Workspace workspace = new Workspace();
    for (LabeledSequence sentence : sentences) {
      Set<Span> gold = new HashSet<>(tagger.codec().decode(sentence.labels()));
      scaling.addGold(gold.size());
      for (ScoredSpan scored : tagger.tag(sentence.tokens(), workspace).spans()) {
        scaling.add(scored.probability(), gold.contains(scored.span()));
      }
    }
  }

  private static List<LabeledSequence> select(List<LabeledSequence> corpus, int[] numbers) {
    return Arrays.stream(numbers).mapToObj(corpus::get).toList();
  }
}
