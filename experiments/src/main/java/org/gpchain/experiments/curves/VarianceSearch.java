package org.gpchain.experiments.curves;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.training.Start;
import org.gpchain.internal.training.Trainer;
import org.gpchain.internal.training.TrainerSettings.PriorSettings;
import org.gpchain.internal.training.data.BlockFolds;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.training.Progress;

/**
 * Chooses the prior variances of a plain conditional random field by cross-validation inside the
 * training corpus, for the least negative log marginal probability of the gold labels: first the
 * variance of the weights, then, with the best of these, that of the transition scores.
 */
record VarianceSearch(Trainer trainer) {
  /** Number of {@link BlockFolds}; the training corpus needs as many sentences at least. */
  static final int FOLDS = 5;

  private static final double[] VARIANCES = {0.3, 1, 3, 10, 30};
  private static final double[] TRANSITION_VARIANCES = {0.1, 0.3, 3};

  /** The settings with the best variances, and without kernel learning. */
  PriorSettings choose(PriorSettings settings, TrainingData data) {
    PriorSettings given = settings.withRounds(0);
    double usual = given.transitionVariance();
    PriorSettings best =
        best(data, Arrays.stream(VARIANCES).mapToObj(v -> given.withVariances(v, usual)));
    return data.hasTransitions()
        ? best(
            data,
            Stream.concat(
                Stream.of(best),
                Arrays.stream(TRANSITION_VARIANCES)
                    .mapToObj(v -> best.withVariances(best.variance(), v))))
        : best;
  }

  /** The first of those that are equally good. */
  private PriorSettings best(TrainingData data, Stream<PriorSettings> priors) {
    Map<PriorSettings, Double> losses = new LinkedHashMap<>();
    priors.forEach(prior -> losses.put(prior, loss(prior, data)));
    return Collections.min(losses.entrySet(), Map.Entry.comparingByValue()).getKey();
  }

  private double loss(PriorSettings prior, TrainingData data) {
    Start start = new Start(prior.given(data.groupCount(), data.hasTransitions()));
    BlockFolds folds = new BlockFolds(data.sentenceCount(), FOLDS);
    double loss = 0;
    for (int fold = 0; fold < FOLDS; fold++) {
      Tagger tagger = trainer.train(data.select(folds.others(fold)), start, Progress.NONE).tagger();
      for (int n : folds.heldOut(fold)) {
        LabeledRows rows = data.encoded();
        Prediction said =
            tagger.tag(rows.rows(), rows.sentenceStart()[n], rows.length(n), new Workspace());
        int[] gold = rows.labelsOf(n);
        for (int t = 0; t < gold.length; t++) {
          loss -= Math.log(Math.max(Double.MIN_NORMAL, said.marginal(t, gold[t])));
        }
      }
    }
    return loss;
  }
}
