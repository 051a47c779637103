package org.gpchain.internal.gp.kernel;

import java.util.Arrays;
import org.gpchain.internal.core.kernel.ColumnBlock;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.SparseRows;

/**
 * A function of inner products in the space of a base kernel k₀, {@code σ² φ(k₀(x, x'), k₀(x, x),
 * k₀(x', x'))}. An example is an RBF kernel over weighted features. The hyper-parameters are {@code
 * log σ²} and the hyper-parameter of φ. The hyper-parameters of the base kernel, which determine
 * the weight of a feature in distances, are fixed.
 *
 * @param base base kernel k₀
 * @param variance σ², positive
 * @param function φ
 */
public record ComposedKernel(Kernel base, double variance, PairFunction function)
    implements Kernel {
  /** Checks that the variance is positive. */
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
    Checks.length("logs", logs.length, 2, "[log σ², hyper-parameter of φ]");
    return new ComposedKernel(base, Math.exp(logs[0]), function.withHyperParameter(logs[1]));
  }

  @Override
  public CrossCovariance against(SparseRows z) {
    double[] squares = new double[z.rowCount()];
    Arrays.setAll(squares, m -> base.variance(z, m));
    return new Composed(this, base.against(z), squares);
  }

  /**
   * Covariances that are computed from the covariances of the base kernel.
   *
   * @param kernel the composed kernel
   * @param inner covariances of the base kernel, {@code k₀(Z, x)}
   * @param squares variances under the base kernel, {@code k₀(z, z)}, {@code [M]}
   */
  private record Composed(ComposedKernel kernel, CrossCovariance inner, double[] squares)
      implements CrossCovariance {
    @Override
    public void write(SparseRows x, int row, ColumnBlock out, int column) {
      inner.write(x, row, out, column);

      double[] values = out.values();
      double square = kernel.base.variance(x, row);
      for (int m = 0; m < squares.length; m++) {
        int index = m * out.columnCount() + column;
        values[index] = kernel.variance * kernel.function.value(values[index], square, squares[m]);
      }
    }

    @Override
    public void pullBack(
        SparseRows x, int row, ColumnBlock weights, int column, double[] gradientInOut) {
      double[] products = new double[squares.length];
      inner.write(x, row, ColumnBlock.ofColumn(products), 0);

      double[] values = weights.values();
      double square = kernel.base.variance(x, row);
      for (int m = 0; m < squares.length; m++) {
        double weight = kernel.variance * values[m * weights.columnCount() + column];
        gradientInOut[0] += weight * kernel.function.value(products[m], square, squares[m]);
        gradientInOut[1] += weight * kernel.function.derivative(products[m], square, squares[m]);
      }
    }
  }

  /**
   * A function φ of two rows x and x', given only their inner products {@code x·x'}, {@code x·x}
   * and {@code x'·x'} in the space of a base kernel. It is symmetric and positive definite, and its
   * value for a row and itself is 1 unless the row is the origin. Immutable.
   */
  public sealed interface PairFunction permits Rbf, CosinePolynomial {
    /**
     * Returns the value for two rows.
     *
     * @param inner {@code x·x'}
     * @param square {@code x·x}, zero or larger
     * @param otherSquare {@code x'·x'}, zero or larger
     */
    double value(double inner, double square, double otherSquare);

    /** Returns the hyper-parameter θ, the logarithm of a positive number. */
    double hyperParameter();

    /** Returns the derivative of {@link #value} with respect to {@link #hyperParameter}. */
    double derivative(double inner, double square, double otherSquare);

    /** Returns a function of the same form with another hyper-parameter. */
    PairFunction withHyperParameter(double log);
  }
}
