package org.gpchain.experiments.curves;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.model.Model;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.training.Start;
import org.gpchain.internal.training.Trainer;
import org.gpchain.internal.training.TrainerSettings.PriorSettings;
import org.gpchain.internal.training.data.BlockFolds;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.training.Progress;

/**
 * Chooses the prior variances of a conditional random field by cross-validation in the training
 * corpus. It minimizes the negative log marginal probability of the gold labels: first over the
 * variance of the weights, then, with the best of these, over the variance of the transition
 * scores.
 *
 * @param trainer trains the models for cross-validation
 */
record VarianceSearch(Trainer trainer) {
  /** Number of folds, and minimum number of training sentences. */
  static final int FOLDS = 5;

  private static final double[] VARIANCES = {0.3, 1, 3, 10, 30};
  private static final double[] TRANSITION_VARIANCES = {0.1, 0.3, 3};

  /** Returns the settings with the best variances, without kernel learning. */
  PriorSettings choose(PriorSettings settings, TrainingData data) {
    PriorSettings given = settings.withRounds(0);
    List<PriorSettings> candidates = new ArrayList<>();
    for (double variance : VARIANCES) {
      candidates.add(given.withVariances(variance, given.transitionVariance()));
    }
    PriorSettings best = best(data, candidates);
    if (!data.hasTransitions()) {
      return best;
    }

    candidates.clear();
    candidates.add(best);
    for (double variance : TRANSITION_VARIANCES) {
      candidates.add(best.withVariances(best.variance(), variance));
    }
    return best(data, candidates);
  }

  /** Returns the prior with the smallest loss; the first one if several have the same loss. */
  private PriorSettings best(TrainingData data, List<PriorSettings> priors) {
    PriorSettings best = null;
    double smallest = Double.NaN;
    for (PriorSettings prior : priors) {
      double loss = loss(prior, data);
      if (best == null || Double.compare(loss, smallest) < 0) {
        best = prior;
        smallest = loss;
      }
    }
    return best;
  }

  private double loss(PriorSettings prior, TrainingData data) {
    Start start = new Start(prior.given(data.groupCount(), data.hasTransitions()));
    BlockFolds folds = new BlockFolds(data.sentenceCount(), FOLDS);
    LabeledRows rows = data.encoded();

    double loss = 0;
    for (int fold = 0; fold < FOLDS; fold++) {
      Model model = trainer.train(data.select(folds.others(fold)), start, Progress.NONE);
      Tagger tagger = model.tagger();
      Workspace workspace = new Workspace();
      for (int n : folds.heldOut(fold)) {
        Prediction prediction =
            tagger.tag(rows.rows(), rows.sentenceStart()[n], rows.length(n), workspace);
        int[] gold = rows.labelsOf(n);
        for (int t = 0; t < gold.length; t++) {
          loss -= Math.log(Math.max(Double.MIN_NORMAL, prediction.marginal(t, gold[t])));
        }
      }
    }
    return loss;
  }
}
