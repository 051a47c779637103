package org.gpchain.training.calibration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.model.Model;
import org.gpchain.core.predict.ScoredSpan;
import org.gpchain.core.predict.SegmentCalibration;
import org.gpchain.core.predict.Tagger;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.training.Mean;
import org.gpchain.training.Progress;
import org.gpchain.training.Start;
import org.gpchain.training.Trainer;
import org.gpchain.training.data.BlockFolds;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.data.TrainingData;

/**
 * Calibrates the probabilities that a trainer's models give to segments, and chooses the
 * probability down to which they are decoded: models are trained without one fold of the data each,
 * and what they predict for that fold is compared with its gold segments. As many folds are held
 * out as it takes to see enough segments. Labels of tokens have no segments and no calibration.
 *
 * @param trainer learns the models; over the features of its data
 * @param folds number of {@link BlockFolds}, at least 2
 */
public record CalibratedTrainer(Trainer trainer, int folds) implements Trainer {
  /** What the provenance calls the number of folds that were held out. */
  public static final String CALIBRATION_FOLDS = "calibrationFolds";

  /** Gold segments in the held-out folds that suffice to learn three numbers. */
  private static final int MIN_SEGMENTS = 2_000;

  /** Its threshold is low, so that improbable segments are seen too. */
  private static final SegmentCalibration GENEROUS = new SegmentCalibration(0, 1, 0.2);

  /** Checks the number of folds. */
  public CalibratedTrainer {
    Checks.atLeast("folds", folds, 2);
  }

  @Override
  public Start start(TrainingData data, Progress progress) {
    return trainer.start(data, progress);
  }

  @Override
  public Work work(TrainingData data) {
    Work own = trainer.work(data);
    return new Work(own.start(), own.training() * (1 + foldsHeldOut(data) * shareOfOthers()));
  }

  @Override
  public Model train(TrainingData data, Start start, Progress progress) {
    int heldOut = foldsHeldOut(data);
    double[] work = new double[heldOut + 1];
    Arrays.fill(work, shareOfOthers());
    work[heldOut] = 1;
    List<Progress> parts = progress.parts(work);
    PlattScaling scaling = new PlattScaling();
    List<Model> models = new ArrayList<>();
    for (int fold = 0; fold < heldOut; fold++) {
      BlockFolds blocks = new BlockFolds(data.sentenceCount(), folds);
      Model model =
          trainer.train(
              data.select(blocks.others(fold)),
              start.withoutFold(fold, folds),
              parts.get(fold).asPhase("calibration " + (fold + 1) + "/" + heldOut));
      compare(model, data, blocks.heldOut(fold), scaling);
      models.add(model);
    }
    Start last = Mean.average(models).map(start::withMean).orElse(start);
    models.clear();
    Model model = trainer.train(data, last, parts.get(heldOut));
    return model.with(
        scaling.fit(), model.provenance().with(CALIBRATION_FOLDS, Integer.toString(heldOut)));
  }

  /** The share of the sentences that a model without one fold learns from. */
  private double shareOfOthers() {
    return (folds - 1.0) / folds;
  }

  /** As many as have enough segments; 0 if there are no segments, or too few sentences. */
  private int foldsHeldOut(TrainingData data) {
    int sentences = data.sentenceCount();
    if (sentences < folds || data.scheme() == TagScheme.TOKEN) {
      return 0;
    }
    long segments = 0;
    for (int n = 0; n < sentences; n++) {
      segments += data.spans(n).size();
    }
    return segments == 0
        ? 0
        : (int) Math.min(folds, ((long) MIN_SEGMENTS * folds - 1) / segments + 1);
  }

  private static void compare(
      Model model, TrainingData data, int[] sentences, PlattScaling scaling) {
    Tagger tagger = model.with(GENEROUS, model.provenance()).tagger();
    LabeledRows encoded = data.encoded();
    Workspace workspace = new Workspace();
    for (int n : sentences) {
      Set<Span> gold = new HashSet<>(data.spans(n));
      scaling.addGold(gold.size());
      List<ScoredSpan> predicted =
          tagger
              .tag(encoded.rows(), encoded.sentenceStart()[n], encoded.length(n), workspace)
              .spans();
      for (ScoredSpan scored : predicted) {
        scaling.add(scored.probability(), gold.contains(scored.span()));
      }
    }
  }
}
