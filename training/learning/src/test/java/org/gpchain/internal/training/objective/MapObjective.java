package org.gpchain.internal.training.objective;

import java.util.Arrays;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.optim.SparseSum;
import org.gpchain.internal.training.optim.StochasticObjective;

/**
 * The negative log posterior of weights and transition scores: the sum of the sentences' losses and
 * {@code ½ Σ_i w_i² / s_i²}. Its minimum is the MAP estimate, a reference for other optimizers.
 *
 * <p>Parameters are preconditioned: {@code w_i = p_i s_i / √(1 + κ n_i s_i²)}, where n_i is the
 * number of tokens with the feature. Layout: {@code [D×V]} row-major, then {@code [V×V]}.
 */
public final class MapObjective implements StochasticObjective {
  /** Assumed mean of p(1−p) over tokens and labels. */
  private static final double KAPPA = 0.003;

  private final SparseSum losses;
  private final int weightCount;

  /** {@code ∂w / ∂p} of each parameter. */
  private final double[] scale;

  /** Precision of the prior on p, for each parameter. */
  private final double[] precision;

  /**
   * Creates the objective of a corpus.
   *
   * @param deviations prior standard deviation of each feature's weight, {@code [D]}
   * @param pairwiseDeviation prior standard deviation of the transition scores; 0 keeps them at 0
   */
  public MapObjective(
      LabeledRows corpus,
      double[] deviations,
      double pairwiseDeviation,
      DifferentiableLikelihood likelihood) {
    int v = corpus.labelCount();
    this.losses = SentenceLoss.sum(corpus, likelihood);
    this.weightCount = deviations.length * v;
    this.scale = new double[weightCount + v * v];
    this.precision = new double[scale.length];
    double[] occurrences = corpus.rows().sumsOfSquares();
    for (int i = 0; i < scale.length; i++) {
      boolean isWeight = i < weightCount;
      double deviation = isWeight ? deviations[i / v] : pairwiseDeviation;
      double count = isWeight ? occurrences[i / v] : (double) corpus.tokenCount() / v;
      precision[i] = 1 / (1 + KAPPA * count * deviation * deviation);
      scale[i] = deviation * Math.sqrt(precision[i]);
    }
  }

  @Override
  public int parameterCount() {
    return scale.length;
  }

  @Override
  public double valueAndGradient(double[] parameters, long seed, double[] gradientOut) {
    Checks.length("parameters", parameters.length, scale.length, "[D·V + V·V]");
    double value = losses.valueAndGradient(weights(parameters), pairwise(parameters), gradientOut);
    for (int i = 0; i < scale.length; i++) {
      value += 0.5 * precision[i] * parameters[i] * parameters[i];
      gradientOut[i] = scale[i] * gradientOut[i] + precision[i] * parameters[i];
    }
    return value;
  }

  /** Returns the weights, {@code [D×V]}, in a new array. */
  public double[] weights(double[] parameters) {
    double[] weights = Arrays.copyOf(parameters, weightCount);
    Arrays.setAll(weights, i -> scale[i] * weights[i]);
    return weights;
  }

  /** Returns the transition scores, {@code [V×V]}, in a new array. */
  public double[] pairwise(double[] parameters) {
    double[] scores = Arrays.copyOfRange(parameters, weightCount, scale.length);
    Arrays.setAll(scores, i -> scale[weightCount + i] * scores[i]);
    return scores;
  }
}
