package org.gpchain.internal.gp.kernel;

import java.util.Arrays;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.SparseRows;

/**
 * {@code σ² φ(k₀(x, x'), k₀(x, x), k₀(x', x'))}: a function of inner products in the space of a
 * base kernel, such as an RBF kernel over weighted features. The hyper-parameters are {@code log
 * σ²} and that of φ; those of the base kernel, which say how much a feature counts in distances,
 * are fixed.
 *
 * @param variance σ², positive
 */
public record ComposedKernel(Kernel base, double variance, PairFunction function)
    implements Kernel {
  public ComposedKernel {
    Checks.positive("variance", variance);
  }

  @Override
  public double variance(SparseRows x, int row) {
    double square = base.variance(x, row);
    return variance * function.value(square, square, square);
  }

  @Override
  public double[] hyperParameters() {
    return new double[] {Math.log(variance), function.hyperParameter()};
  }

  @Override
  public ComposedKernel withHyperParameters(double[] logs) {
    Checks.length("logs", logs.length, 2, "[log σ², that of φ]");
    return new ComposedKernel(base, Math.exp(logs[0]), function.withHyperParameter(logs[1]));
  }

  @Override
  public CrossCovariance against(SparseRows z) {
    double[] squares = new double[z.rowCount()];
    Arrays.setAll(squares, m -> base.variance(z, m));
    return new Composed(this, base.against(z), squares);
  }

  /**
   * Takes φ of the base kernel's covariances.
   *
   * @param squares {@code k₀(z, z)}, {@code [M]}
   */
  private record Composed(ComposedKernel kernel, CrossCovariance inner, double[] squares)
      implements CrossCovariance {
    @Override
    public void of(SparseRows x, int row, double[] out, int column, int stride) {
      inner.of(x, row, out, column, stride);
      double square = kernel.base.variance(x, row);
      for (int m = 0; m < squares.length; m++) {
        int at = m * stride + column;
        out[at] = kernel.variance * kernel.function.value(out[at], square, squares[m]);
      }
    }

    @Override
    public void pullBack(
        SparseRows x, int row, double[] weights, int column, int stride, double[] gradientInOut) {
      double[] products = new double[squares.length];
      inner.of(x, row, products, 0, 1);
      double square = kernel.base.variance(x, row);
      for (int m = 0; m < squares.length; m++) {
        double weight = kernel.variance * weights[m * stride + column];
        gradientInOut[0] += weight * kernel.function.value(products[m], square, squares[m]);
        gradientInOut[1] += weight * kernel.function.derivative(products[m], square, squares[m]);
      }
    }
  }

  /**
   * A function of two rows of which a {@link ComposedKernel} makes a kernel: it sees them only
   * through inner products {@code x·x'}, {@code x·x} and {@code x'·x'} in the space of a base
   * kernel. It is symmetric, positive definite, and 1 for a row with itself if the row is not the
   * origin. Immutable.
   */
  public sealed interface PairFunction permits Rbf, CosinePolynomial {
    /**
     * The value for two rows.
     *
     * @param square {@code x·x}, zero or larger
     * @param otherSquare {@code x'·x'}, zero or larger
     */
    double value(double inner, double square, double otherSquare);

    /** The hyper-parameter θ: the logarithm of a positive number. */
    double hyperParameter();

    /** The derivative of {@link #value} with respect to {@link #hyperParameter}. */
    double derivative(double inner, double square, double otherSquare);

    PairFunction withHyperParameter(double log);
  }
}
