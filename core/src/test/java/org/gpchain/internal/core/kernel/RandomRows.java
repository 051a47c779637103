package org.gpchain.internal.core.kernel;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.DenseColumns;
import org.gpchain.internal.core.math.SparseRows;

/**
 * Random feature rows and a kernel over them. Some rows have repeated features or none. Half of the
 * cases have feature values.
 */
public record RandomRows(SparseRows rows, int[] groupOfFeature, double[] groupVariance) {
  private static final int GROUPS = 3;

  /** Returns random rows with at most {@code longest} features each. */
  public static RandomRows of(long seed, int rowCount, int featureCount, int longest) {
    Draws draws = new Draws(seed);
    int[] groupOf = draws.indices(featureCount, GROUPS);
    double[] variance = new double[GROUPS];
    for (int g = 0; g < GROUPS; g++) {
      variance[g] = draws.between(0.1, 3);
    }
    return new RandomRows(rows(draws, rowCount, featureCount, longest), groupOf, variance);
  }

  /**
   * Returns random rows that also have two blocks of vectors with two components, whose features
   * are in the groups like the others.
   */
  public static RandomRows withVectors(long seed, int rowCount, int featureCount, int longest) {
    RandomRows plain = of(seed, rowCount, featureCount, longest);
    int[] groups = Arrays.copyOf(plain.groupOfFeature, featureCount + 4);
    for (int c = 0; c < 4; c++) {
      groups[featureCount + c] = 1 + c % 2;
    }
    SparseRows rows = withVectors(plain.rows, new Draws(seed + 5));
    return new RandomRows(rows, groups, plain.groupVariance);
  }

  /** Returns rows with two blocks of random vectors with two components. */
  public static SparseRows withVectors(SparseRows rows, Draws draws) {
    int[] vectorOf = draws.indices(2 * rows.rowCount(), 6);
    for (int i = 0; i < vectorOf.length; i++) {
      vectorOf[i]--;
    }
    return rows.withDense(new DenseColumns(2, 2, draws.floats(5 * 2, 1), vectorOf));
  }

  /** Returns random rows without a kernel. */
  public static SparseRows rows(Draws draws, int rowCount, int featureCount, int longest) {
    int[] start = new int[rowCount + 1];
    for (int r = 0; r < rowCount; r++) {
      start[r + 1] = start[r] + draws.between(0, longest);
    }
    int[] features = draws.indices(start[rowCount], featureCount);
    if (draws.chance(0.5)) {
      return SparseRows.of(featureCount, start, features);
    }
    float[] values = new float[features.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) draws.between(0.1, 1.0);
    }
    return SparseRows.of(featureCount, start, features, values);
  }

  /** Returns the additive kernel of the groups. */
  public AdditiveLinearKernel kernel() {
    return new AdditiveLinearKernel(groupOfFeature, groupVariance);
  }

  /** Returns the same rows with a kernel in which {@code change} is added to a log variance. */
  public RandomRows withLogVariance(int group, double change) {
    double[] variance = groupVariance.clone();
    variance[group] *= Math.exp(change);
    return new RandomRows(rows, groupOfFeature, variance);
  }

  /** Returns {@code k(x, x')}, computed as a sum over all features. */
  public double covariance(SparseRows x, int row, SparseRows other, int otherRow) {
    double sum = 0;
    for (int d = 0; d < groupOfFeature.length; d++) {
      sum += groupVariance[groupOfFeature[d]] * value(x, row, d) * value(other, otherRow, d);
    }
    return sum;
  }

  /** Returns {@code k(X, X')} of consecutive rows and all rows of another matrix. */
  public double[][] covariances(SparseRows x, int from, int count, SparseRows other) {
    double[][] covariances = new double[count][other.rowCount()];
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < other.rowCount(); j++) {
        covariances[i][j] = covariance(x, from + i, other, j);
      }
    }
    return covariances;
  }

  private static double value(SparseRows x, int row, int feature) {
    if (feature >= x.sparseCount()) {
      return x.dense().value(row, feature - x.sparseCount());
    }
    double value = 0;
    for (int i = x.start(row); i < x.start(row + 1); i++) {
      if (x.column(i) == feature) {
        value += x.value(i);
      }
    }
    return value;
  }
}
