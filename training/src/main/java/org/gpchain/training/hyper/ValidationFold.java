package org.gpchain.training.hyper;

import java.util.Arrays;
import org.gpchain.core.math.Parallel;
import org.gpchain.training.TrainerSettings.KernelLearning;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.objective.GradientEstimator;
import org.gpchain.training.objective.HeldOutLikelihood;
import org.gpchain.training.objective.MeanObjective;
import org.gpchain.training.optim.CurvatureSolver;
import org.gpchain.training.optim.Lbfgs;
import org.gpchain.training.optim.OptimizationResult;
import org.gpchain.training.optim.ProgressListener;
import org.gpchain.training.optim.StopRule;

/**
 * How likely held-out sentences are under the plug-in mean of the others, as a function of the log
 * prior variances {@code θ_g}, and its gradient by implicit differentiation (Foo, Do and Ng 2007).
 *
 * <p>The mean w is where {@code ∇_w(−log p(train | w)) + Λ w = 0} with {@code Λ = diag(e^−θ)}. So
 * {@code H dw = Λ w dθ} with the Hessian H of the whole objective, and with {@code H z = ∇_w J} the
 * gradient of a function J of w is {@code dJ/dθ_g = e^−θ_g Σ_(d in g) w_d z_d}: one linear system,
 * whatever the number of variances. Means and z begin where the last evaluation found them.
 */
final class ValidationFold {
  private static final int MEMORY = 10;

  private final LabeledRows heldOutSentences;
  private final int[] groupOfFeature;
  private final MeanObjective firstObjective;
  private final HeldOutLikelihood heldOut;
  private final Lbfgs lbfgs;
  private final CurvatureSolver solver;
  private final StopRule stop;

  /** Weights and transitions, {@code [D·V + V·V]}, and the adjoint z in the same coordinates. */
  private double[] mean;

  private double[] adjoint;

  /**
   * How exactly the mean and the adjoint are solved for.
   *
   * @param stop of the mean
   * @param adjointSteps steps at most
   * @param adjointTolerance residual at most, relative to the right-hand side
   * @param seed of the objective
   */
  record Precision(StopRule stop, int adjointSteps, double adjointTolerance, long seed) {
    /** What suits steps that look at the signs of a gradient only. */
    static Precision of(KernelLearning settings, long seed) {
      return new Precision(
          StopRule.afterIterations(settings.meanSteps()), settings.adjointSteps(), 0.02, seed);
    }
  }

  ValidationFold(
      LabeledRows train,
      LabeledRows heldOut,
      int[] groupOfFeature,
      GradientEstimator estimator,
      GradientEstimator heldOutEstimator,
      Precision precision,
      Parallel parallel) {
    this.heldOutSentences = heldOut;
    this.groupOfFeature = groupOfFeature;
    double[] one = new double[groupOfFeature.length];
    Arrays.fill(one, 1);
    this.firstObjective = new MeanObjective(train, one, 1, estimator, parallel);
    this.heldOut = new HeldOutLikelihood(heldOut, heldOutEstimator, parallel);
    this.lbfgs = new Lbfgs(MEMORY, precision.seed(), parallel);
    this.solver =
        new CurvatureSolver(
            precision.adjointSteps(), precision.adjointTolerance(), precision.seed(), parallel);
    this.stop = precision.stop();
    this.mean = new double[firstObjective.parameterCount()];
    this.adjoint = new double[mean.length];
  }

  /** Number of held-out tokens. */
  int tokenCount() {
    return heldOutSentences.tokenCount();
  }

  /**
   * Returns {@code −log p(held out)}, and writes its gradient.
   *
   * @param logVariances {@code [G+1]}: of the groups, then of the transitions; not modified
   * @param gradientOut {@code [G+1]}; overwritten
   */
  double evaluate(double[] logVariances, double[] gradientOut) {
    MeanObjective objective = LogVariances.prior(firstObjective, groupOfFeature, logVariances);
    objective.divideByScale(mean);
    OptimizationResult result = lbfgs.minimize(objective, mean, stop, ProgressListener.SILENT);
    double[] parameters = result.parameters();
    double[] weights = objective.weights(parameters);
    double[] pairwise = objective.pairwise(parameters);
    double[] slope = new double[mean.length];
    double value = heldOut.valueAndGradient(weights, pairwise, slope);
    objective.multiplyByScale(slope);
    objective.divideByScale(adjoint);
    adjoint = solver.solve(objective, parameters, slope, adjoint);
    objective.multiplyByScale(adjoint);
    System.arraycopy(weights, 0, mean, 0, weights.length);
    System.arraycopy(pairwise, 0, mean, weights.length, pairwise.length);
    pullBack(logVariances, gradientOut);
    return -value;
  }

  /** The slope was that of {@code +log p}, so the sign turns. */
  private void pullBack(double[] logVariances, double[] out) {
    int groups = out.length - 1;
    int v = heldOutSentences.labelCount();
    Arrays.fill(out, 0);
    for (int i = 0; i < mean.length; i++) {
      int d = i / v;
      out[d < groupOfFeature.length ? groupOfFeature[d] : groups] -= mean[i] * adjoint[i];
    }
    for (int g = 0; g <= groups; g++) {
      out[g] *= Math.exp(-logVariances[g]);
    }
  }
}
