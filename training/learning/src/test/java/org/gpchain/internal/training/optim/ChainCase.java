package org.gpchain.internal.training.optim;

import static org.gpchain.core.NaiveAlgebra.filled;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.objective.Corpora;
import org.gpchain.internal.training.objective.MapObjective;
import org.gpchain.internal.training.objective.SentenceLoss;
import org.gpchain.internal.training.optim.Lbfgs.Result;
import org.gpchain.internal.training.optim.Lbfgs.StopRule;

/**
 * A conditional random field to fit, and its optimum as found by L-BFGS.
 *
 * @param corpus the training sentences
 * @param precision prior precisions of the weights and transition scores
 */
public record ChainCase(LabeledRows corpus, Precision precision) {
  /** The minimum of the objective, and the parameters there. */
  public record Optimum(double value, double[] weights, double[] shared) {}

  /** Returns a case with the same prior precision for all weights and transition scores. */
  public static ChainCase of(LabeledRows corpus, double precision) {
    double[] columns = filled(corpus.rows().columnCount(), precision);
    return new ChainCase(corpus, new Precision(columns, precision));
  }

  /** Returns a case with sentences that are easy to learn. */
  static ChainCase toy(int sentences, double precision) {
    return of(ToyCorpus.settings().data(ToyCorpus.sentences(sentences, 1)).encoded(), precision);
  }

  /** Returns a case with random sentences, whose labels do not depend on their features. */
  public static ChainCase random(long seed, int labels, int sentences, double precision) {
    Draws draws = new Draws(seed);
    return of(Corpora.random(draws, labels, 12, Corpora.lengths(draws, sentences)), precision);
  }

  /** Returns the same case with fractional feature values. */
  ChainCase withValues() {
    return new ChainCase(Corpora.withValues(corpus, new Draws(77)), precision);
  }

  /** Returns the same corpus with another prior. */
  public ChainCase with(Precision other) {
    return new ChainCase(corpus, other);
  }

  /** Returns the sum of the losses of all sentences. */
  public SparseSum sum() {
    return SentenceLoss.sum(corpus, new LinearChain(corpus.labelCount()));
  }

  AverageGradients average(long seed) {
    return new AverageGradients(sum(), precision, seed);
  }

  /** Returns the prior standard deviation of each column's weights. */
  public double[] deviations() {
    return Arrays.stream(precision.columns()).map(lambda -> 1 / Math.sqrt(lambda)).toArray();
  }

  /** Returns the optimum. */
  public Optimum optimum() {
    return optimum(1 / Math.sqrt(precision.shared()));
  }

  /** Returns the optimum with another prior standard deviation of the transition scores. */
  Optimum optimum(double pairwiseScale) {
    LinearChain chain = new LinearChain(corpus.labelCount());
    MapObjective objective = new MapObjective(corpus, deviations(), pairwiseScale, chain);
    Result best = minimum(objective);
    return new Optimum(
        best.value(), objective.weights(best.parameters()), objective.pairwise(best.parameters()));
  }

  /** Minimizes an objective with L-BFGS as accurately as possible, starting at zero. */
  public static Result minimum(StochasticObjective objective) {
    try (Parallel parallel = new Parallel(1)) {
      return new Lbfgs(10, 1, parallel)
          .minimize(
              objective,
              new double[objective.parameterCount()],
              new StopRule(3000, 0, 20, 1e-12),
              (iteration, value, parameters) -> {});
    }
  }

  /** Returns the negative log prior density of parameters, up to a constant. */
  public static double penalty(Precision precision, double[] weights, double[] shared) {
    double[] columns = precision.columns();
    int width = weights.length / columns.length;
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += columns[i / width] * weights[i] * weights[i];
    }
    for (double score : shared) {
      sum += precision.shared() * score * score;
    }
    return sum / 2;
  }
}
