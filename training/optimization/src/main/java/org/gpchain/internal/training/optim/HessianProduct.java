package org.gpchain.internal.training.optim;

import java.util.Arrays;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.DenseColumns;
import org.gpchain.internal.core.math.DoubleTable;
import org.gpchain.internal.core.math.FloatTable;
import org.gpchain.internal.core.math.ScaledSums;

/**
 * Products of vectors with the Hessian of a {@link SparseSum} and its prior, computed from
 * differences of gradients. Not thread-safe.
 *
 * <p>The scores are linear functions of the weights. For dense columns, the change of the scores
 * and the pull-back of the change of their gradients are therefore computed directly, and in single
 * precision, which takes a fraction of the time: only the nonlinear part needs differences of
 * numbers that are almost equal.
 */
public final class HessianProduct {
  /** Length of the step between two gradients, relative to the length of the parameters. */
  private static final double DIFFERENCE = 1e-6;

  private final SparseSum sum;
  private final Precision precision;
  private final double[] weights;
  private final double[] shared;
  private final double[] gradient;
  private final double[] weightsThere;
  private final double[] sharedThere;
  private final double scale;

  /** Scores of the dense columns at the point, {@code [rows×V]}; null if there are none. */
  private final double[] denseScores;

  /**
   * Gradients at the point with respect to the scores, {@code [rows×V]}; null if there are no dense
   * columns.
   */
  private final double[] slopes;

  private final Workspace workspace = new Workspace();

  /**
   * Prepares products with the Hessian at a point.
   *
   * @param sum sum of losses
   * @param precision precisions of the prior
   * @param weights weights at the point, {@code [D×V]}; kept, not modified
   * @param shared shared parameters at the point, {@code [S]}; kept, not modified
   */
  public HessianProduct(SparseSum sum, Precision precision, double[] weights, double[] shared) {
    this.sum = sum;
    this.precision = precision;
    this.weights = weights;
    this.shared = shared;
    this.gradient = new double[weights.length + shared.length];
    this.weightsThere = new double[weights.length];
    this.sharedThere = new double[shared.length];

    double squares = 0;
    for (double weight : weights) {
      squares += weight * weight;
    }
    for (double parameter : shared) {
      squares += parameter * parameter;
    }
    this.scale = DIFFERENCE * (1 + Math.sqrt(squares));
    sum.valueAndGradient(weights, shared, gradient);

    if (sum.rows().dense() == null) {
      this.denseScores = null;
      this.slopes = null;
    } else {
      this.denseScores = new double[sum.rows().rowCount() * sum.width()];
      this.slopes = new double[denseScores.length];
      rememberPoint();
    }
  }

  /** Computes {@link #denseScores} and {@link #slopes}. */
  private void rememberPoint() {
    DenseColumns dense = sum.rows().dense();
    int width = sum.width();
    int firstWeight = sum.rows().sparseCount() * width;
    DoubleTable denseWeights = new DoubleTable(weights, firstWeight, width);
    double[] scores = {};
    double[] slope = {};
    double[] sharedSlope = new double[shared.length];

    for (int n = 0; n < sum.memberCount(); n++) {
      int firstRow = sum.start()[n];
      int length = sum.length(n);
      int count = length * width;
      DoubleTable scoresOfMember = new DoubleTable(denseScores, firstRow * width, width);
      dense.addProducts(firstRow, length, denseWeights, scoresOfMember);

      scores = Workspace.ensure(scores, count);
      slope = Workspace.ensure(slope, count);
      sum.sparseScores(n, weights, scores);
      ScaledSums.add(1, denseScores, firstRow * width, count, scores, 0);
      sum.loss().valueAndGradient(n, scores, shared, workspace, slope, sharedSlope);
      System.arraycopy(slope, 0, slopes, firstRow * width, count);
    }
  }

  /** Returns the gradient of losses and prior at the point, {@code [D·V + S]}, in a new array. */
  public double[] objectiveGradient() {
    double[] objectiveGradient = gradient.clone();
    for (int i = 0; i < weights.length; i++) {
      objectiveGradient[i] += precision.columns()[i / sum.width()] * weights[i];
    }
    for (int i = 0; i < shared.length; i++) {
      objectiveGradient[weights.length + i] += precision.shared() * shared[i];
    }
    return objectiveGradient;
  }

  /**
   * Computes {@code H x}.
   *
   * @param x {@code [D·V + S]}; not modified
   * @param out {@code [D·V + S]}; overwritten
   */
  public void multiply(double[] x, double[] out) {
    double squares = 0;
    for (double component : x) {
      squares += component * component;
    }

    // If x is zero, the step size does not matter.
    double step = squares > 0 ? scale / Math.sqrt(squares) : 1;
    int base = weights.length;
    for (int i = 0; i < base; i++) {
      weightsThere[i] = weights[i] + step * x[i];
    }
    for (int i = 0; i < sharedThere.length; i++) {
      sharedThere[i] = shared[i] + step * x[base + i];
    }
    int firstDense = sum.rows().sparseCount() * sum.width();
    if (denseScores == null) {
      sum.valueAndGradient(weightsThere, sharedThere, out);
    } else {
      gradientThere(x, step, out);
    }

    for (int i = 0; i < firstDense; i++) {
      out[i] = (out[i] - gradient[i]) / step;
    }
    for (int i = base; i < out.length; i++) {
      out[i] = (out[i] - gradient[i]) / step + precision.shared() * x[i];
    }
    addPrior(x, out);
  }

  /** Adds the products with the precisions of the weights. */
  private void addPrior(double[] x, double[] out) {
    int width = sum.width();
    for (int d = 0; d < sum.columnCount(); d++) {
      double lambda = precision.columns()[d];
      for (int i = d * width; i < (d + 1) * width; i++) {
        out[i] += lambda * x[i];
      }
    }
  }

  /**
   * Writes the gradient after a step for the weights of sparse columns and for the shared
   * parameters, and its change, divided by the step, for the weights of dense columns.
   *
   * @param x direction of the step, {@code [D·V + S]}; not modified
   * @param step length of the step
   * @param out {@code [D·V + S]}; overwritten
   */
  private void gradientThere(double[] x, double step, double[] out) {
    DenseColumns dense = sum.rows().dense();
    int width = sum.width();
    int firstWeight = sum.rows().sparseCount() * width;
    float[] direction = new float[dense.columnCount() * width];
    float[] change = new float[direction.length];
    for (int i = 0; i < direction.length; i++) {
      direction[i] = (float) x[firstWeight + i];
    }

    double[] scores = {};
    double[] slope = {};
    float[] single = {};
    double[] sharedSlope = new double[shared.length];
    Arrays.fill(out, 0);
    for (int n = 0; n < sum.memberCount(); n++) {
      int firstRow = sum.start()[n];
      int length = sum.length(n);
      int count = length * width;
      scores = Workspace.ensure(scores, count);
      slope = Workspace.ensure(slope, count);
      if (single.length < count) {
        single = new float[2 * count];
      }

      sum.sparseScores(n, weightsThere, scores);
      ScaledSums.add(1, denseScores, firstRow * width, count, scores, 0);
      Arrays.fill(single, 0, count, 0);
      FloatTable singleRows = FloatTable.of(single, width);
      dense.addProducts(firstRow, length, FloatTable.of(direction, width), singleRows);
      for (int i = 0; i < count; i++) {
        scores[i] += step * single[i];
      }

      sum.loss().valueAndGradient(n, scores, sharedThere, workspace, slope, sharedSlope);
      sum.pullBackToSparse(n, slope, out);
      ScaledSums.add(1, sharedSlope, 0, shared.length, out, weights.length);
      for (int i = 0; i < count; i++) {
        single[i] = (float) ((slope[i] - slopes[firstRow * width + i]) / step);
      }
      dense.addToTable(firstRow, length, singleRows, FloatTable.of(change, width));
    }

    for (int i = 0; i < change.length; i++) {
      out[firstWeight + i] = change[i];
    }
  }
}
