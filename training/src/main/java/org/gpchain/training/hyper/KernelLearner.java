package org.gpchain.training.hyper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Parallel;
import org.gpchain.training.optim.ResilientSteps;
import org.gpchain.training.vi.LabeledRows;
import org.gpchain.training.vi.Pathwise;

/**
 * Learns one prior variance for each feature group and one for the transitions: those under which
 * the sentences of each fold are likeliest given the others. The cross-validated likelihood is a
 * differentiable function of all log variances, so there is no grid.
 *
 * <p>A prior {@code N(mean of all, spread²)} on the groups' log variances keeps the few sentences
 * that a researcher has from being fitted by their number. Sentence i is in fold i modulo the
 * number of folds.
 */
public final class KernelLearner {
  /** In log variance: the first step doubles a variance. */
  private static final double FIRST_STEP = 0.7;

  private static final double LARGEST_STEP = 1.5;

  /** Smaller variances make no difference, larger ones no sense. */
  private static final double SMALLEST = -14;

  private static final double LARGEST = 9;

  private final KernelSettings settings;
  private final KernelListener listener;

  /**
   * @param settings what to do
   * @param listener is told how it gets on
   */
  public KernelLearner(KernelSettings settings, KernelListener listener) {
    this.settings = settings;
    this.listener = listener;
  }

  /**
   * Learns.
   *
   * @param corpus at least one sentence for each fold; not modified
   * @param groupOfFeature the group of each column, {@code [D]}, each in {@code [0, G)}; not
   *     modified
   * @param groupCount number of groups G, at least 1; a group may have no feature
   * @param likelihood of a sentence's labels, one label a token, with marginals in its gradient
   * @throws IllegalArgumentException if there are fewer sentences than folds, or if the likelihood
   *     is not a finite number
   */
  public LearnedVariances learn(
      LabeledRows corpus,
      int[] groupOfFeature,
      int groupCount,
      DifferentiableLikelihood likelihood) {
    Checks.length("groupOfFeature", groupOfFeature.length, corpus.rows().columnCount(), "[D]");
    Checks.atLeast("number of groups", groupCount, 1);
    for (int group : groupOfFeature) {
      Checks.index("group of a feature", group, groupCount);
    }
    Checks.atLeast(
        "number of sentences for kernel learning", corpus.sentenceCount(), settings.folds());
    try (Parallel parallel = new Parallel(settings.threads());
        Parallel inline = new Parallel(1)) {
      List<ValidationFold> folds = new ArrayList<>();
      // Parallel loops do not nest: many folds at once, or all threads on one.
      int heldOut = foldsHeldOut(corpus.tokenCount());
      boolean many = heldOut > 1;
      for (int fold = 0; fold < heldOut; fold++) {
        folds.add(
            new ValidationFold(
                corpus.select(part(corpus, fold, false)),
                corpus.select(part(corpus, fold, true)),
                groupOfFeature,
                new Pathwise(likelihood),
                new Pathwise(
                    settings.criterion() == KernelSettings.Criterion.TOKENS
                        ? new MarginalLikelihood(likelihood)
                        : likelihood),
                ValidationFold.Precision.of(settings),
                many ? inline : parallel));
      }
      return descend(folds, groupCount, many ? parallel : inline);
    }
  }

  private int foldsHeldOut(int tokens) {
    return Math.max(1, Math.min(settings.folds(), settings.tokens() / tokens));
  }

  private LearnedVariances descend(List<ValidationFold> folds, int groups, Parallel parallel) {
    double[] theta = start(groups);
    ResilientSteps steps = new ResilientSteps(theta.length, FIRST_STEP, LARGEST_STEP);
    int tokens = folds.stream().mapToInt(ValidationFold::tokenCount).sum();
    double[] gradient = new double[theta.length];
    double[] best = theta.clone();
    double bestValue = Double.POSITIVE_INFINITY;
    double bestLoss = Double.POSITIVE_INFINITY;
    for (int round = 1; round <= settings.rounds(); round++) {
      double loss = evaluate(folds, theta, gradient, parallel);
      double value = loss + addPrior(theta, gradient);
      if (value < bestValue) {
        bestValue = value;
        bestLoss = loss;
        best = theta.clone();
      }
      listener.onRound(round, settings.rounds(), LearnedVariances.of(theta, loss / tokens));
      steps.descend(theta, gradient);
      restrict(theta);
    }
    return LearnedVariances.of(best, bestLoss / tokens);
  }

  private double[] start(int groups) {
    double[] theta = new double[groups + 1];
    Arrays.fill(theta, Math.log(settings.variance()));
    theta[groups] = Math.log(settings.pairwiseVariance());
    restrict(theta);
    return theta;
  }

  private static void restrict(double[] logVariances) {
    for (int g = 0; g < logVariances.length; g++) {
      logVariances[g] = Math.max(SMALLEST, Math.min(LARGEST, logVariances[g]));
    }
  }

  /** The sum over folds, which are added in their order. */
  private static double evaluate(
      List<ValidationFold> folds, double[] theta, double[] gradientOut, Parallel parallel) {
    double[][] gradients = new double[folds.size()][theta.length];
    double loss =
        parallel.sum(
            folds.size(),
            1,
            (worker, from, to) -> {
              double sum = 0;
              for (int fold = from; fold < to; fold++) {
                sum += folds.get(fold).evaluate(theta, gradients[fold]);
              }
              return sum;
            });
    if (!Double.isFinite(loss)) {
      throw new IllegalArgumentException(
          "the log-likelihood of the held-out sentences must be a finite number, was " + -loss);
    }
    Arrays.fill(gradientOut, 0);
    for (double[] part : gradients) {
      for (int g = 0; g < gradientOut.length; g++) {
        gradientOut[g] += part[g];
      }
    }
    return loss;
  }

  /** Adds the gradient of the negative log prior of the groups; returns its value. */
  private double addPrior(double[] theta, double[] gradientInOut) {
    int groups = theta.length - 1;
    double mean = Arrays.stream(theta, 0, groups).average().orElseThrow();
    double precision = 1 / (settings.spread() * settings.spread());
    double value = 0;
    for (int g = 0; g < groups; g++) {
      double difference = theta[g] - mean;
      value += 0.5 * precision * difference * difference;
      // The mean's own derivative sums to zero.
      gradientInOut[g] += precision * difference;
    }
    double tau = settings.pairwiseSpread();
    value += 0.5 * theta[groups] * theta[groups] / (tau * tau);
    gradientInOut[groups] += theta[groups] / (tau * tau);
    return value;
  }

  /** The sentences of a fold, or all others. */
  private int[] part(LabeledRows corpus, int fold, boolean heldOut) {
    return IntStream.range(0, corpus.sentenceCount())
        .filter(n -> (n % settings.folds() == fold) == heldOut)
        .toArray();
  }
}
