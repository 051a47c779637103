package org.gpchain.training.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.predict.Prediction;
import org.gpchain.core.predict.ScoredSpan;
import org.gpchain.core.predict.Tagger;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.training.LearnerSettings;
import org.gpchain.training.LearningListener;
import org.gpchain.training.decoupled.Learner;

/**
 * Chooses the prior variances by cross-validation inside the training corpus: first the variance of
 * the weights, then, with the best of these, the variance of the transition scores. With few
 * sentences the best variance is ten times that of a large corpus. Deterministic: sentence i is in
 * fold i modulo the number of folds.
 */
public final class CrossValidation {
  /** Number of folds; the training corpus needs as many sentences at least. */
  public static final int FOLDS = 5;

  private static final double[] VARIANCES = {0.3, 1, 3, 10, 30};
  private static final double[] PAIRWISE_VARIANCES = {0.1, 0.3, 3};

  private final Criterion criterion;
  private final Consumer<Trial> listener;

  /** What is to be best on the sentences left out. */
  public enum Criterion {
    /** The mean negative log marginal probability of the gold labels: honest probabilities. */
    NLL("nll"),
    /** Phrase F1. */
    F1("f1");

    private final String name;

    Criterion(String name) {
      this.name = name;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * One pair of variances and what came of it.
   *
   * @param variance of the weights
   * @param pairwiseVariance of the transition scores
   * @param nll mean negative log marginal probability of gold labels that the fold's training part
   *     has, in nats
   * @param f1 phrase F1, in [0, 1]
   */
  public record Trial(double variance, double pairwiseVariance, double nll, double f1) {
    private boolean isBetterThan(Trial other, Criterion criterion) {
      return criterion == Criterion.NLL ? nll < other.nll : f1 > other.f1;
    }
  }

  /**
   * @param criterion what is to be best
   * @param listener is told of each trial
   */
  public CrossValidation(Criterion criterion, Consumer<Trial> listener) {
    this.criterion = criterion;
    this.listener = listener;
  }

  /**
   * Returns the settings with the best variances. The search itself uses the plug-in mean.
   *
   * @param settings all that is not searched for, and the pairwise variance to begin with
   * @param corpus the training sentences, at least one for each of the five folds
   */
  public LearnerSettings choose(LearnerSettings settings, List<LabeledSequence> corpus) {
    Checks.atLeast("number of training sentences for cross-validation", corpus.size(), FOLDS);
    Trial best = null;
    for (double variance : VARIANCES) {
      best = better(best, trial(settings, variance, settings.pairwiseVariance(), corpus));
    }
    if (settings.templates().transitions()) {
      double variance = best.variance();
      for (double pairwise : PAIRWISE_VARIANCES) {
        best = better(best, trial(settings, variance, pairwise, corpus));
      }
    }
    return settings.withVariances(best.variance(), best.pairwiseVariance()).withKernelRounds(0);
  }

  private Trial better(Trial best, Trial next) {
    listener.accept(next);
    return best == null || next.isBetterThan(best, criterion) ? next : best;
  }

  private static Trial trial(
      LearnerSettings settings, double variance, double pairwise, List<LabeledSequence> corpus) {
    LearnerSettings own =
        settings
            .withVariances(variance, pairwise)
            .withKernelRounds(0)
            .withCalibrationFolds(0)
            .withInducing(0, settings.samples(), settings.rounds());
    SpanCounts counts = new SpanCounts();
    double logLoss = 0;
    int tokens = 0;
    Workspace workspace = new Workspace();
    for (int fold = 0; fold < FOLDS; fold++) {
      Tagger tagger =
          new Learner(own, LearningListener.SILENT)
              .learn(part(corpus, fold, false), List.of())
              .tagger();
      for (LabeledSequence sentence : part(corpus, fold, true)) {
        Prediction prediction = tagger.tag(sentence.tokens(), workspace);
        counts.add(sentence.spans(), prediction.spans().stream().map(ScoredSpan::span).toList());
        List<String> labels = sentence.labels(own.scheme());
        for (int t = 0; t < sentence.length(); t++) {
          int gold = tagger.labels().indexOf(labels.get(t));
          if (gold >= 0) {
            logLoss -= Math.log(Math.max(Double.MIN_NORMAL, prediction.marginal(t, gold)));
            tokens++;
          }
        }
      }
    }
    return new Trial(variance, pairwise, logLoss / Math.max(1, tokens), counts.f1());
  }

  /** The sentences of a fold, or all others. */
  private static List<LabeledSequence> part(
      List<LabeledSequence> corpus, int fold, boolean leftOut) {
    List<LabeledSequence> part = new ArrayList<>();
    for (int i = 0; i < corpus.size(); i++) {
      if ((i % FOLDS == fold) == leftOut) {
        part.add(corpus.get(i));
      }
    }
    return part;
  }
}
