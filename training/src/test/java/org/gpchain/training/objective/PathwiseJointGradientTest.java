package org.gpchain.training.objective;

import static org.gpchain.core.NaiveAlgebra.matrix;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.transposed;
import static org.gpchain.core.Tolerances.FINITE_DIFFERENCE;
import static org.gpchain.core.Tolerances.STEP;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import org.gpchain.core.Draws;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.math.Cholesky;
import org.gpchain.core.posterior.JointGaussian;
import org.gpchain.core.posterior.JointGradient;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** For fixed noise the pathwise gradient is the derivative of the pathwise value. */
class PathwiseJointGradientTest {
  private static final int SAMPLES = 5;

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 3", "4, 2"})
  void ofMeansAndDeviations(int length, int labelCount) {
    JointCase c = JointCase.random(new Draws(length), length, labelCount, false);
    JointGaussian q = c.q();
    JointGradient gradient = estimate(q, c.labels()).gradient();
    check(q.unaryMean(), gradient.unary(), c);
    check(q.pairwiseMean(), gradient.pairwise(), c);
    double[] chained = q.pairwiseDeviation().clone();
    for (int i = 0; i < chained.length; i++) {
      chained[i] *= 2 * gradient.pairwiseCovariance()[i];
    }
    check(q.pairwiseDeviation(), chained, c);
  }

  private static void check(double[] varied, double[] gradient, JointCase c) {
    for (int i = 0; i < varied.length; i++) {
      int at = i;
      double before = varied[i];
      double difference =
          difference(
              step -> {
                varied[at] = before + step;
                return c.q();
              },
              c.labels());
      varied[i] = before;
      assertClose("∂/∂" + i, gradient[i], difference, FINITE_DIFFERENCE);
    }
  }

  /** Two entries of a symmetric matrix move together: {@code dL = (G_ij + G_ji) h}. */
  @ParameterizedTest
  @CsvSource({"1, 1", "1, 3", "4, 2"})
  void ofCovariances(int length, int labelCount) {
    JointCase c = JointCase.random(new Draws(length + 10), length, labelCount, true);
    JointGaussian q = c.q();
    JointGradient gradient = estimate(q, c.labels()).gradient();
    for (int v = 0; v < labelCount; v++) {
      int label = v;
      checkCovariance(
          q.unaryFactor().get(v),
          gradient.unaryCovariance()[v],
          factor -> withUnary(q, label, factor),
          c.labels());
    }
    checkCovariance(
        q.pairwiseFactor(),
        gradient.pairwiseCovariance(),
        factor -> new JointGaussian(q.unaryMean(), q.unaryFactor(), q.pairwiseMean(), null, factor),
        c.labels());
  }

  private interface WithFactor {
    JointGaussian of(Cholesky factor);
  }

  private static JointGaussian withUnary(JointGaussian q, int label, Cholesky factor) {
    List<Cholesky> factors = new ArrayList<>(q.unaryFactor());
    factors.set(label, factor);
    return new JointGaussian(q.unaryMean(), factors, q.pairwiseMean(), null, q.pairwiseFactor());
  }

  private static void checkCovariance(
      Cholesky factor, double[] gradient, WithFactor with, int[] labels) {
    int n = factor.size();
    double[][] lower = matrix(factor.lower(), n);
    double[][] covariance = product(lower, transposed(lower));
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        int row = i;
        int column = j;
        double difference =
            difference(step -> with.of(moved(covariance, row, column, step)), labels);
        double expected = i == j ? gradient[i * n + i] : gradient[i * n + j] + gradient[j * n + i];
        assertClose("∂/∂Σ" + i + j, expected, difference, FINITE_DIFFERENCE);
      }
    }
  }

  private static Cholesky moved(double[][] covariance, int i, int j, double step) {
    int n = covariance.length;
    double[] changed = new double[n * n];
    for (int r = 0; r < n; r++) {
      System.arraycopy(covariance[r], 0, changed, r * n, n);
    }
    changed[i * n + j] = covariance[i][j] + step;
    changed[j * n + i] = covariance[i][j] + step;
    return Cholesky.of("Σ", changed, n, 0);
  }

  private static double difference(DoubleFunction<JointGaussian> moved, int[] labels) {
    double up = estimate(moved.apply(STEP), labels).value();
    double down = estimate(moved.apply(-STEP), labels).value();
    return (up - down) / (2 * STEP);
  }

  private static JointCase.Estimate estimate(JointGaussian q, int[] labels) {
    LinearChain chain = new LinearChain(q.labelCount());
    return new JointCase(q, labels).estimate(new Pathwise(chain), SAMPLES, 7);
  }
}
