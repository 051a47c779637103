package org.gpchain.internal.training.bound;

import static org.gpchain.core.NaiveAlgebra.matrix;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.rowMajor;
import static org.gpchain.core.NaiveAlgebra.transposed;
import static org.gpchain.core.Tolerances.FINITE_DIFFERENCE;
import static org.gpchain.core.Tolerances.assertClose;
import static org.gpchain.core.Tolerances.differences;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.gp.algebra.Cholesky;
import org.gpchain.internal.gp.posterior.JointGaussian;
import org.gpchain.internal.gp.posterior.JointGradient;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** For fixed noise, the pathwise gradient must be the derivative of the pathwise value. */
class PathwiseJointGradientTest {
  private static final int SAMPLES = 5;

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 3", "4, 2"})
  void gradientByMeansAndDeviationsMatchesFiniteDifferences(int length, int labelCount) {
    JointCase c = JointCase.random(new Draws(length), length, labelCount);
    JointGaussian q = c.q();
    JointGradient gradient = estimate(q, c.labels()).gradient();
    check("f", q.unaryMean(), gradient.unary(), c);
    check("g", q.pairwiseMean(), gradient.pairwise(), c);
    double[] chained = q.pairwiseDeviation().clone();
    for (int i = 0; i < chained.length; i++) {
      chained[i] *= 2 * gradient.pairwiseCovariance()[i];
    }
    check("σ", q.pairwiseDeviation(), chained, c);
  }

  private static void check(String what, double[] varied, double[] gradient, JointCase c) {
    double[] expected = differences(varied, () -> estimate(c.q(), c.labels()).value());
    assertClose("∂/∂" + what, gradient, expected, FINITE_DIFFERENCE);
  }

  /** Changes two entries of a symmetric matrix together: {@code dL = (G_ij + G_ji) h}. */
  @ParameterizedTest
  @CsvSource({"1, 1", "1, 3", "4, 2"})
  void gradientByCovariancesMatchesFiniteDifferences(int length, int labelCount) {
    JointCase c = JointCase.random(new Draws(length + 10), length, labelCount);
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
  }

  private static JointGaussian withUnary(JointGaussian q, int label, Cholesky factor) {
    List<Cholesky> factors = new ArrayList<>(q.unaryFactor());
    factors.set(label, factor);
    return new JointGaussian(q.unaryMean(), factors, q.pairwiseMean(), q.pairwiseDeviation(), null);
  }

  private static void checkCovariance(
      Cholesky factor, double[] gradient, Function<Cholesky, JointGaussian> with, int[] labels) {
    int n = factor.size();
    double[][] lower = matrix(factor.lower(), n);
    double[] covariance = rowMajor(product(lower, transposed(lower)));
    double[] expected =
        differences(
            covariance,
            () -> {
              Cholesky moved = Cholesky.of("Σ", symmetric(covariance, n), n, 0);
              return estimate(with.apply(moved), labels).value();
            });

    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double actual = i == j ? gradient[i * n + i] : gradient[i * n + j] + gradient[j * n + i];
        assertClose("∂/∂Σ" + i + j, actual, expected[i * n + j], FINITE_DIFFERENCE);
      }
    }
  }

  /** Returns the symmetric matrix with a given lower triangle. */
  private static double[] symmetric(double[] lower, int n) {
    double[] out = new double[n * n];
    Arrays.setAll(out, k -> lower[Math.max(k / n, k % n) * n + Math.min(k / n, k % n)]);
    return out;
  }

  private static JointCase.Estimate estimate(JointGaussian q, int[] labels) {
    LinearChain chain = new LinearChain(q.labelCount());
    return new JointCase(q, labels).estimate(new Pathwise(chain), SAMPLES, 7);
  }
}
