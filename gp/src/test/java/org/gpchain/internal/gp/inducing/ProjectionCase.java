package org.gpchain.internal.gp.inducing;

import static org.gpchain.core.NaiveAlgebra.matrix;
import static org.gpchain.core.NaiveAlgebra.rowMajor;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.NaiveAlgebra.transposed;

import org.gpchain.core.Draws;
import org.gpchain.internal.core.kernel.RandomRows;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.gp.algebra.PrincipalAxes;

/**
 * Random inputs and inducing points. Some rows are empty, and some list a feature twice.
 *
 * @param random inputs and their kernel
 * @param inducing inducing points Z
 * @param axes orthonormal axes for rotated coordinates, {@code [M×M]}
 */
public record ProjectionCase(RandomRows random, SparseRows inducing, double[] axes) {
  private static final int FEATURES = 15;

  /** Returns inputs and M inducing points. At least one inducing point has a feature. */
  public static ProjectionCase of(long seed, int rows, int m) {
    Draws draws = new Draws(seed + 50);
    SparseRows inducing = RandomRows.rows(draws, m, FEATURES, 6);
    while (inducing.entryCount() == 0) {
      inducing = RandomRows.rows(draws, m, FEATURES, 6);
    }
    return new ProjectionCase(
        RandomRows.of(seed, rows, FEATURES, 6), inducing, orthonormal(draws, m));
  }

  private static double[] orthonormal(Draws draws, int m) {
    double[][] b = matrix(draws.normals(m * m, 1), m);
    return PrincipalAxes.of(rowMajor(sum(b, 1, transposed(b))), m);
  }

  /** Returns the projection onto the inducing points, with rotated coordinates or not. */
  public InducingProjection projection(boolean rotated) {
    InducingProjection plain = InducingProjection.of(random.kernel(), inducing);
    return rotated ? plain.rotated(axes) : plain;
  }
}
