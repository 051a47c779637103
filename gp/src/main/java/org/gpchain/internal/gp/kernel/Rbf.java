package org.gpchain.internal.gp.kernel;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.internal.core.kernel.ColumnBlock;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.SparseRows;

/**
 * The squared exponential, {@code exp(−‖x − x'‖² / 2ℓ²)}, with {@code ‖x − x'‖² = x·x + x'·x' − 2
 * x·x'}. Its hyper-parameter is {@code log ℓ}.
 *
 * @param lengthScale ℓ, positive; for an initial value see {@link #medianDistance}
 */
public record Rbf(double lengthScale) implements ComposedKernel.PairFunction {
  /** Checks that the length-scale is positive. */
  public Rbf {
    Checks.positive("length-scale", lengthScale);
  }

  /** Returns {@code ‖x − x'‖² / ℓ²}, or 0 if rounding errors make it negative. */
  private double squaredDistance(double inner, double square, double otherSquare) {
    return Math.max(0, square + otherSquare - 2 * inner) / (lengthScale * lengthScale);
  }

  @Override
  public double value(double inner, double square, double otherSquare) {
    return Math.exp(-0.5 * squaredDistance(inner, square, otherSquare));
  }

  @Override
  public double hyperParameter() {
    return Math.log(lengthScale);
  }

  @Override
  public double derivative(double inner, double square, double otherSquare) {
    double distance = squaredDistance(inner, square, otherSquare);
    return distance * Math.exp(-0.5 * distance);
  }

  @Override
  public Rbf withHyperParameter(double log) {
    return new Rbf(Math.exp(log));
  }

  /**
   * Returns the usual initial length-scale: the median of the distances {@code ‖x − x'‖} in the
   * space of a kernel over all pairs of a sample of rows. Pairs of equal rows are excluded, because
   * a corpus has many equal tokens.
   *
   * @param base kernel k₀, with {@code ‖x − x'‖² = k₀(x, x) + k₀(x', x') − 2 k₀(x, x')}
   * @param rows rows from which the sample is drawn; not modified
   * @param sample number of rows of the sample, at least two; all rows if there are fewer
   * @param seed seed of the sample
   * @return the median, positive; 1 if all rows of the sample are equal
   */
  public static double medianDistance(Kernel base, SparseRows rows, int sample, long seed) {
    Checks.atLeast("sample", sample, 2);
    int size = Math.min(sample, rows.rowCount());
    SparseRows chosen = rows.select(draw(rows.rowCount(), size, seed));

    int n = chosen.rowCount();
    Kernel.CrossCovariance cross = base.against(chosen);
    double[] squares = new double[n * (n - 1) / 2];
    double[] covariance = new double[n];
    ColumnBlock column = ColumnBlock.ofColumn(covariance);
    int count = 0;
    for (int i = 1; i < n; i++) {
      cross.write(chosen, i, column, 0);
      for (int j = 0; j < i; j++) {
        squares[count++] = base.variance(chosen, i) + base.variance(chosen, j) - 2 * covariance[j];
      }
    }

    return median(squares);
  }

  /** Draws row indices without replacement, by the first steps of a Fisher–Yates shuffle. */
  private static int[] draw(int rows, int count, long seed) {
    UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
    int[] deck = new int[rows];
    Arrays.setAll(deck, i -> i);
    for (int i = 0; i < count; i++) {
      int other = i + rng.nextInt(rows - i);
      int drawn = deck[other];
      deck[other] = deck[i];
      deck[i] = drawn;
    }
    return Arrays.copyOf(deck, count);
  }

  /** Returns the root of the median of squared distances, or 1 if all of them are 0. */
  private static double median(double[] squares) {
    double rounding = 1e-12 * Arrays.stream(squares).max().orElse(0);
    double[] apart = Arrays.stream(squares).filter(s -> s > rounding).sorted().toArray();
    if (apart.length == 0) {
      return 1;
    }
    return Math.sqrt(apart[apart.length / 2]);
  }
}
