package org.gpchain.internal.training.descent;

import static org.gpchain.core.NaiveAlgebra.diagonal;
import static org.gpchain.core.NaiveAlgebra.identity;
import static org.gpchain.core.NaiveAlgebra.inverse;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.times;
import static org.gpchain.core.NaiveAlgebra.trace;
import static org.gpchain.core.NaiveAlgebra.transposed;

import java.util.Random;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.core.NaiveAlgebra;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.Seeds;

/**
 * The objective {@code ½ Σ_n ‖A_n S x − b_n − noise · ξ_n‖² + ½ ‖x‖²} with a diagonal matrix S. The
 * compact gradient of a member is its residual r_n, and {@code Σ A_nᵀ r_n} is the gradient with
 * respect to the weights {@code S x}. The noise ξ depends on the seed and the member. The objective
 * counts the members that it evaluates.
 */
final class LeastSquares implements MemberwiseObjective {
  private final double[][][] rows;
  private final double[][] targets;
  private final double[] scale;
  private final double noise;
  private int evaluated;

  private LeastSquares(double[][][] rows, double[][] targets, double[] scale, double noise) {
    this.rows = rows;
    this.targets = targets;
    this.scale = scale;
    this.noise = noise;
  }

  /** Returns a random objective. Every third member has two residuals, the others have one. */
  static LeastSquares random(long seed, int members, int parameters, double noise) {
    Draws draws = new Draws(seed);
    double[][][] rows = new double[members][][];
    double[][] targets = new double[members][];
    for (int n = 0; n < members; n++) {
      int length = n % 3 == 0 ? 2 : 1;
      rows[n] = new double[length][];
      for (int t = 0; t < length; t++) {
        rows[n][t] = draws.normals(parameters, 1);
      }
      targets[n] = draws.normals(length, 2);
    }

    return new LeastSquares(rows, targets, draws.uniforms(parameters, 0.5, 1.5), noise);
  }

  /** Returns an objective with the rows of another one. */
  LeastSquares withRowsOf(LeastSquares other) {
    return new LeastSquares(other.rows, targets, other.scale, noise);
  }

  int evaluated() {
    return evaluated;
  }

  /** Returns the minimum without noise. */
  double[] optimum() {
    double[][] hessian = hessian();
    double[] minusGradient = new double[parameterCount()];
    gradient(new double[parameterCount()], sum(everyMember(), targets, 1), minusGradient);
    return times(inverse(hessian), minusGradient);
  }

  double[][] hessian() {
    double[][] whole = identity(parameterCount());
    for (double[][] member : rows) {
      double[][] scaled = product(member, diagonal(scale));
      whole = NaiveAlgebra.sum(whole, 1, product(transposed(scaled), scaled));
    }
    return whole;
  }

  /** Returns an upper bound for the curvature of N times a member, including regularization. */
  double largestCurvature() {
    double largest = 0;
    for (double[][] member : rows) {
      double[][] scaled = product(member, diagonal(scale));
      // The trace bounds the largest eigenvalue.
      largest = Math.max(largest, trace(product(scaled, transposed(scaled))));
    }
    return size() * largest + 1;
  }

  int[] everyMember() {
    return IntStream.range(0, size()).toArray();
  }

  @Override
  public int parameterCount() {
    return scale.length;
  }

  @Override
  public int size() {
    return rows.length;
  }

  @Override
  public double valueAndGradient(double[] parameters, long seed, double[] gradientOut) {
    Checks.length("parameters", parameters.length, scale.length, "[parameters]");
    Members members = members(parameters, everyMember(), seed);
    double[] sum = sum(everyMember(), members.compact(), 1);
    return members.value() + gradient(parameters, sum, gradientOut);
  }

  @Override
  public Members members(double[] parameters, int[] batch, long seed) {
    evaluated += batch.length;
    double[][] compact = new double[batch.length][];
    double value = 0;
    for (int i = 0; i < batch.length; i++) {
      int n = batch[i];
      Random random = new Random(Seeds.mix(seed, n));
      compact[i] = new double[targets[n].length];
      for (int t = 0; t < targets[n].length; t++) {
        double residual = -targets[n][t] - noise * random.nextGaussian();
        for (int p = 0; p < scale.length; p++) {
          residual += rows[n][t][p] * scale[p] * parameters[p];
        }
        compact[i][t] = residual;
        value += 0.5 * residual * residual;
      }
    }

    return new Members(value, compact);
  }

  @Override
  public double[] sum(int[] batch, double[][] compact, double factor) {
    double[] sum = new double[scale.length];
    for (int i = 0; i < batch.length; i++) {
      for (int t = 0; t < compact[i].length; t++) {
        for (int p = 0; p < scale.length; p++) {
          sum[p] += factor * compact[i][t] * rows[batch[i]][t][p];
        }
      }
    }
    return sum;
  }

  @Override
  public double gradient(double[] parameters, double[] sum, double[] gradientOut) {
    double squares = 0;
    for (int p = 0; p < scale.length; p++) {
      gradientOut[p] = scale[p] * sum[p] + parameters[p];
      squares += parameters[p] * parameters[p];
    }
    return 0.5 * squares;
  }
}
