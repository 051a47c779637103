package org.gpchain.internal.training.covariance;

import java.util.Arrays;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.training.bound.LatentCovariance;
import org.gpchain.internal.training.bound.LatentGradient;
import org.gpchain.internal.training.bound.MeanObjective;
import org.gpchain.internal.training.bound.Pathwise;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.data.MergedFeatures;
import org.gpchain.internal.training.decoupled.MeanFit;
import org.gpchain.internal.training.decoupled.MeanFit.Fitted;
import org.gpchain.internal.training.decoupled.MeanFit.StepListener;
import org.gpchain.internal.training.optim.Lbfgs;
import org.gpchain.internal.training.optim.Lbfgs.Result;
import org.gpchain.internal.training.optim.Lbfgs.Result.StopReason;
import org.gpchain.internal.training.optim.Lbfgs.StopRule;
import org.gpchain.training.LearningException;

/**
 * Fits the means that maximize the evidence lower bound under given covariances, by L-BFGS over
 * merged features.
 */
final class MeanUnderCovariance {
  private final MeanObjective plugIn;
  private final long seed;
  private final Parallel parallel;

  /** The objective under the present covariances; the plug-in objective if there are none yet. */
  private MeanObjective objective;

  /**
   * Prepares a fit without covariances.
   *
   * @param features the merged features of the training sentences
   * @param transitionVariance prior variance of the transition scores; 0 if there are none
   * @param seed seed of the optimizer
   * @param parallel threads
   */
  MeanUnderCovariance(
      MergedFeatures features, double transitionVariance, long seed, Parallel parallel) {
    LabeledRows corpus = features.corpus();
    LinearChain chain = new LinearChain(corpus.labelCount(), corpus.partial());
    this.plugIn =
        new MeanObjective(
            corpus, features.scale(), Math.sqrt(transitionVariance), new Pathwise(chain), parallel);
    this.objective = plugIn;
    this.seed = seed;
    this.parallel = parallel;
  }

  /** Returns the latent gradient at given means, from which covariances have a closed form. */
  LatentGradient curvature(Fitted means) {
    return objective.curvature(parameters(means));
  }

  /**
   * Replaces the covariances by samples of others.
   *
   * @param rows the training sentences, with their original features
   * @param covariances the covariances
   * @param samples number of samples of a sentence
   */
  void setCovariances(LabeledRows rows, Covariances covariances, int samples) {
    LatentCovariance covariance =
        new LatentCovariance(rows, covariances.unary(), covariances.transitions());
    objective = plugIn.withSamples(covariance, samples, seed);
  }

  /**
   * Fits the means.
   *
   * @param start means to begin at
   * @param phase name of the phase, for messages
   * @param iterations maximum number of steps
   * @throws LearningException if the objective is not a finite number at the start
   */
  Fitted minimize(Fitted start, String phase, int iterations, StepListener listener) {
    Result result =
        new Lbfgs(Lbfgs.MEMORY, seed, parallel)
            .minimize(
                objective,
                parameters(start),
                StopRule.afterIterations(iterations),
                (iteration, value, parameters) ->
                    listener.onStep(iteration, value, () -> fitted(parameters, value, null)));
    if (result.reason() == StopReason.NOT_FINITE) {
      throw MeanFit.notFinite(phase);
    }
    return fitted(result.parameters(), result.value(), result.reason());
  }

  /** Returns the parameters of the objective that stand for these means; a new array. */
  private double[] parameters(Fitted means) {
    double[] weights = means.weights();
    double[] transitions = means.transitions();
    double[] parameters = Arrays.copyOf(weights, plugIn.parameterCount());
    Checks.length(
        "mean", weights.length + transitions.length, parameters.length, "[merged·V + V·V]");
    System.arraycopy(transitions, 0, parameters, weights.length, transitions.length);
    plugIn.divideByScale(parameters);
    return parameters;
  }

  private Fitted fitted(double[] parameters, double value, StopReason reason) {
    return new Fitted(plugIn.weights(parameters), plugIn.pairwise(parameters), value, reason);
  }
}
