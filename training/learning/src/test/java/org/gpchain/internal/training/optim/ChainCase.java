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

/** A conditional random field to be fitted, and where L-BFGS finds its optimum. */
public record ChainCase(LabeledRows corpus, Precision precision) {
  /** Where the objective is smallest. */
  public record Optimum(double value, double[] weights, double[] shared) {}

  /** A corpus under a prior with the same precision for all weights, and for the transitions. */
  public static ChainCase of(LabeledRows corpus, double precision) {
    double[] columns = filled(corpus.rows().columnCount(), precision);
    return new ChainCase(corpus, new Precision(columns, precision));
  }

  /** Sentences that are easily learned. */
  static ChainCase toy(int sentences, double precision) {
    return of(ToyCorpus.settings().data(ToyCorpus.sentences(sentences, 1)).encoded(), precision);
  }

  /** Sentences of one to seven tokens whose labels have nothing to do with their features. */
  public static ChainCase random(long seed, int labels, int sentences, double precision) {
    Draws draws = new Draws(seed);
    return of(Corpora.random(draws, labels, 12, Corpora.lengths(draws, sentences)), precision);
  }

  /** The same with fractional values. */
  ChainCase withValues() {
    return new ChainCase(Corpora.withValues(corpus, new Draws(77)), precision);
  }

  /** The same corpus under another prior. */
  public ChainCase with(Precision other) {
    return new ChainCase(corpus, other);
  }

  public SparseSum sum() {
    return SentenceLoss.sum(corpus, new LinearChain(corpus.labelCount()));
  }

  AverageGradients average(long seed) {
    return new AverageGradients(sum(), precision, seed);
  }

  /** The prior standard deviation of each column's weights. */
  public double[] deviations() {
    return Arrays.stream(precision.columns()).map(lambda -> 1 / Math.sqrt(lambda)).toArray();
  }

  public Optimum optimum() {
    return optimum(1 / Math.sqrt(precision.shared()));
  }

  /** The optimum with another prior standard deviation of the transitions, or with none. */
  Optimum optimum(double pairwiseScale) {
    LinearChain chain = new LinearChain(corpus.labelCount());
    MapObjective objective = new MapObjective(corpus, deviations(), pairwiseScale, chain);
    Result best = minimum(objective);
    return new Optimum(
        best.value(), objective.weights(best.parameters()), objective.pairwise(best.parameters()));
  }

  /** Where L-BFGS ends that begins at zero and goes as far as it can. */
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

  /** The negative log density of a prior at weights, {@code [D×V]}, up to a constant. */
  public static double penalty(Precision precision, double[] weights, double[] shared) {
    double[] columns = precision.columns();
    int width = weights.length / columns.length;
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += columns[i / width] * weights[i] * weights[i];
    }
    for (double one : shared) {
      sum += precision.shared() * one * one;
    }
    return sum / 2;
  }
}
