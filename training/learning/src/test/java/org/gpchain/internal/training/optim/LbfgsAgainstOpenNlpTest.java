package org.gpchain.internal.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.dot;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.SINGLE;

import opennlp.tools.ml.maxent.quasinewton.Function;
import opennlp.tools.ml.maxent.quasinewton.QNMinimizer;
import org.gpchain.core.Draws;
import org.gpchain.internal.training.optim.Lbfgs.Result;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares minima with minima that the L-BFGS implementation in Apache OpenNLP finds. */
class LbfgsAgainstOpenNlpTest {
  /**
   * Relative gain at which OpenNLP's minimizer is not started again. It stops early, so that
   * several runs are necessary.
   */
  private static final double MIN_GAIN = 1e-9;

  /** Precision λ of the regularization. */
  private static final double RIDGE = 0.1;

  /** {@code Σ_n log(1 + exp(−y_n x_nᵀ w)) + ½ λ ‖w‖²}, strongly convex. */
  private static final class LogisticRegression implements Function {
    private final double[][] inputs;
    private final double[] signs;

    LogisticRegression(int cases, int dimensions, long seed) {
      Draws draws = new Draws(seed);
      double[] truth = draws.normals(dimensions, 1);
      this.inputs = new double[cases][];
      this.signs = new double[cases];
      for (int n = 0; n < cases; n++) {
        inputs[n] = draws.normals(dimensions, 1);
        signs[n] = Math.signum(draws.normals(1, 1)[0] + dot(truth, inputs[n]));
      }
    }

    @Override
    public int getDimension() {
      return inputs[0].length;
    }

    @Override
    public double valueAt(double[] w) {
      return valueAndGradient(w, new double[w.length]);
    }

    @Override
    public double[] gradientAt(double[] w) {
      double[] gradient = new double[w.length];
      valueAndGradient(w, gradient);
      return gradient;
    }

    double valueAndGradient(double[] w, double[] gradientOut) {
      double value = 0;
      for (int i = 0; i < w.length; i++) {
        value += 0.5 * RIDGE * w[i] * w[i];
        gradientOut[i] = RIDGE * w[i];
      }
      for (int n = 0; n < inputs.length; n++) {
        double margin = signs[n] * dot(w, inputs[n]);
        value += Math.log1p(Math.exp(-margin));
        double weight = -signs[n] / (1 + Math.exp(margin));
        for (int i = 0; i < w.length; i++) {
          gradientOut[i] += weight * inputs[n][i];
        }
      }
      return value;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8})
  void findsTheSameMinimum(int dimensions) {
    LogisticRegression regression = new LogisticRegression(40, dimensions, dimensions);
    double[] theirs = minimumOfOpenNlp(regression);
    Result ours =
        ChainCase.minimum(new FunctionObjective(dimensions, regression::valueAndGradient));
    double theirValue = regression.valueAt(theirs);
    assertThat(ours.value()).isBetween(theirValue * (1 - SINGLE), theirValue * (1 + ROUNDING));
    double[] difference = sum(ours.parameters(), -1, theirs);
    // Strong convexity: ½ λ ‖w − w*‖² ≤ f(w) − f(w*).
    assertThat(0.5 * RIDGE * dot(difference, difference))
        .isLessThanOrEqualTo(theirValue - ours.value() + ROUNDING * theirValue);
  }

  private static double[] minimumOfOpenNlp(LogisticRegression regression) {
    double[] best = new double[regression.getDimension()];
    double gain = Double.POSITIVE_INFINITY;
    while (gain > MIN_GAIN * regression.valueAt(best)) {
      double[] moved = new QNMinimizer(0, 0).minimize(new Shifted(regression, best));
      double[] next = sum(best, 1, moved);
      gain = regression.valueAt(best) - regression.valueAt(next);
      best = gain > 0 ? next : best;
    }
    return best;
  }

  /** A function with a shifted origin, because OpenNLP's minimizer always starts at zero. */
  private record Shifted(Function function, double[] origin) implements Function {
    @Override
    public int getDimension() {
      return origin.length;
    }

    @Override
    public double valueAt(double[] x) {
      return function.valueAt(sum(origin, 1, x));
    }

    @Override
    public double[] gradientAt(double[] x) {
      return function.gradientAt(sum(origin, 1, x));
    }
  }
}
