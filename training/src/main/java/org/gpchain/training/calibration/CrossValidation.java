package org.gpchain.training.calibration;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.predict.Prediction;
import org.gpchain.core.predict.ScoredSpan;
import org.gpchain.core.predict.Tagger;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.training.Progress;
import org.gpchain.training.Start;
import org.gpchain.training.Trainer;
import org.gpchain.training.TrainerSettings.PriorSettings;
import org.gpchain.training.data.BlockFolds;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.data.TrainingData;

/**
 * Chooses the prior variances by cross-validation inside the training corpus: first the variance of
 * the weights, then, with the best of these, the variance of the transition scores. With few
 * sentences the best variance is ten times that of a large corpus. Folds are {@link BlockFolds}.
 */
public record CrossValidation(Trainer trainer, Criterion criterion, Consumer<Trial> listener) {
  /** Number of folds; the training corpus needs as many sentences at least. */
  public static final int FOLDS = 5;

  private static final double[] VARIANCES = {0.3, 1, 3, 10, 30};
  private static final double[] TRANSITION_VARIANCES = {0.1, 0.3, 3};

  public enum Criterion {
    /** The mean negative log marginal probability of the gold labels: calibrated probabilities. */
    NLL,
    F1;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One pair of variances, and its result on the held-out sentences.
   *
   * @param nll mean negative log marginal probability of the gold labels, in nats per token
   * @param f1 phrase F1, in [0, 1]
   */
  public record Trial(double variance, double transitionVariance, double nll, double f1) {}

  /**
   * Returns the settings with the best variances, and without kernel learning.
   *
   * @param data at least one sentence for each of the five folds
   */
  public PriorSettings choose(PriorSettings settings, TrainingData data) {
    Checks.atLeast(
        "number of training sentences for cross-validation", data.sentenceCount(), FOLDS);
    if (data.encoded().partial() != null) {
      throw new IllegalArgumentException(
          "cross-validation compares with labels, and not all are known here");
    }
    PriorSettings given = settings.withRounds(0);
    Trial best = null;
    for (double variance : VARIANCES) {
      best = better(best, trial(given.withVariances(variance, given.transitionVariance()), data));
    }
    if (data.hasTransitions()) {
      double variance = best.variance();
      for (double transition : TRANSITION_VARIANCES) {
        best = better(best, trial(given.withVariances(variance, transition), data));
      }
    }
    return given.withVariances(best.variance(), best.transitionVariance());
  }

  private Trial better(Trial best, Trial next) {
    listener.accept(next);
    if (best == null) {
      return next;
    }
    boolean isBetter = criterion == Criterion.NLL ? next.nll < best.nll : next.f1 > best.f1;
    return isBetter ? next : best;
  }

  private Trial trial(PriorSettings prior, TrainingData data) {
    Start start = new Start(prior.given(data.groupCount(), data.hasTransitions()));
    BlockFolds folds = new BlockFolds(data.sentenceCount(), FOLDS);
    SpanCounts counts = SpanCounts.NONE;
    double logLoss = 0;
    for (int fold = 0; fold < FOLDS; fold++) {
      Tagger tagger = trainer.train(data.select(folds.others(fold)), start, Progress.NONE).tagger();
      for (int n : folds.heldOut(fold)) {
        Prediction prediction = predict(tagger, data.encoded(), n);
        List<Span> predicted = prediction.spans().stream().map(ScoredSpan::span).toList();
        counts = counts.plus(SpanCounts.of(data.segments().get(n), predicted));
        logLoss += logLoss(prediction, data.encoded().labelsOf(n));
      }
    }
    return new Trial(
        prior.variance(),
        prior.transitionVariance(),
        logLoss / data.encoded().tokenCount(),
        counts.f1());
  }

  private static Prediction predict(Tagger tagger, LabeledRows encoded, int n) {
    return tagger.tag(
        encoded.rows(), encoded.sentenceStart()[n], encoded.length(n), new Workspace());
  }

  /** The sum of the negative log probabilities of the gold labels. */
  private static double logLoss(Prediction prediction, int[] gold) {
    double logLoss = 0;
    for (int t = 0; t < gold.length; t++) {
      logLoss -= Math.log(Math.max(Double.MIN_NORMAL, prediction.marginal(t, gold[t])));
    }
    return logLoss;
  }
}
