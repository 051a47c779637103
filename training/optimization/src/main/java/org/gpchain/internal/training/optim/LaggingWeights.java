package org.gpchain.internal.training.optim;

import java.util.Arrays;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.math.SparseRows;

/**
 * The weights of columns and the sums of their gradients. Only the weights that a row needs are
 * brought up to date; the updates of the others are postponed until they are needed. As long as its
 * gradient sum G does not change, a weight follows {@code dw = −c (G dA + λ w dB)}, where A and B
 * are the sums of the step sizes for the gradient and for the prior. The postponed updates are then
 * applied in closed form.
 */
final class LaggingWeights {
  /** Decay below which a short series replaces the exponential function. */
  private static final double SMALL = 0.05;

  /** Size of a cache line (floats). */
  private static final int CACHE_LINE = 16;

  /** Size from which the table no longer fits into the processor's own caches (floats; 8 MB). */
  private static final int LARGE = 1 << 21;

  /**
   * Number of labels from which sums are made in copies. The compiler uses vector instructions only
   * for arrays that are read at the same index, which copies are.
   */
  private static final int WIDE = 48;

  /** Offset of the steps A up to which a column has been followed. */
  private static final int GRADIENT_STEPS = 0;

  /** Offset of the steps B up to which a column has been followed. */
  private static final int PRIOR_STEPS = 1;

  /** Offset of the conditioner c. */
  private static final int CONDITIONER = 2;

  /** Offset of the rate {@code c λ} at which the prior pulls weights to zero. */
  private static final int DECAY = 3;

  /** Offset of a column's weights, which the sums of their gradients follow. */
  private static final int WEIGHTS = 4;

  private final SparseRows rows;
  private final int width;

  /** Number of floats of a column. */
  private final int stride;

  /** Offset of the gradient sums of a column. */
  private final int sumsAt;

  /**
   * The state, the weights and the gradient sums of each column, {@code [D×(4+2V)]}. A step waits
   * for memory most of the time, so values are in single precision, and the values of a column are
   * stored next to each other, where they share cache lines.
   */
  private final float[] columns;

  private final float[] term;
  private final float[] sum;

  /** Weights of the dense columns; null if there are none. */
  private final DenseWeights dense;

  /** A, the sum of the step sizes for the gradient. */
  private double gradientSteps;

  /** B, the sum of the step sizes for the prior. */
  private double priorSteps;

  /** Result of {@link #fetch}, stored so that the compiler does not remove the reads. */
  @SuppressWarnings("UnusedVariable")
  private float fetched;

  /** Creates weights and gradient sums that are all zero. */
  LaggingWeights(SparseRows rows, int width) {
    this.rows = rows;
    this.width = width;
    this.stride = WEIGHTS + 2 * width;
    this.sumsAt = WEIGHTS + width;
    this.columns = new float[Math.multiplyExact(rows.sparseCount(), stride)];
    this.term = new float[width];
    this.sum = new float[width];
    this.dense = rows.dense() == null ? null : new DenseWeights(rows.dense(), width);
  }

  /**
   * Sets the conditioner and the prior of a column. All weights must be up to date.
   *
   * @param conditioner c
   * @param precision λ
   */
  void setPrior(int column, double conditioner, double precision) {
    if (column >= rows.sparseCount()) {
      dense.setPrior(column - rows.sparseCount(), conditioner, precision);
      return;
    }
    columns[column * stride + CONDITIONER] = (float) conditioner;
    columns[column * stride + DECAY] = (float) (conditioner * precision);
  }

  /** Makes a step: increases A and B by the step sizes for the gradient and for the prior. */
  void advance(double ofGradients, double ofPrior) {
    gradientSteps += ofGradients;
    priorSteps += ofPrior;
    if (dense != null) {
      dense.advance(ofGradients, ofPrior);
    }
  }

  /**
   * Brings the weights of the columns of consecutive rows up to date, and writes their scores.
   *
   * @param out the scores are written to {@code [length×V]}, may be longer; must be zero there
   */
  void addScores(int firstRow, int length, float[] out) {
    for (int t = 0; t < length; t++) {
      addRowScores(firstRow + t, out, t * width);
    }
    if (dense != null) {
      dense.bringUpToDate();
      dense.addScores(firstRow, length, out);
    }
  }

  /** Writes the scores of one row, without its dense columns. */
  private void addRowScores(int row, float[] out, int start) {
    if (columns.length > LARGE) {
      fetch(row);
    }
    for (int i = rows.start(row); i < rows.start(row + 1); i++) {
      bringUpToDate(rows.column(i));
    }

    if (width < WIDE) {
      addWeights(row, out, start);
    } else {
      addCopiedWeights(row, out, start);
    }
  }

  /** Adds the weights of a row's columns, four columns at a time and in their order. */
  private void addWeights(int row, float[] out, int start) {
    float[] columns = this.columns;
    int width = this.width;
    int end = rows.start(row + 1);
    int i = rows.start(row);
    for (; i + 3 < end; i += 4) {
      int a = rows.column(i) * stride + WEIGHTS;
      int b = rows.column(i + 1) * stride + WEIGHTS;
      int c = rows.column(i + 2) * stride + WEIGHTS;
      int d = rows.column(i + 3) * stride + WEIGHTS;
      float first = rows.value(i);
      float second = rows.value(i + 1);
      float third = rows.value(i + 2);
      float fourth = rows.value(i + 3);
      for (int k = 0; k < width; k++) {
        float part = out[start + k] + first * columns[a + k] + second * columns[b + k];
        out[start + k] = part + third * columns[c + k] + fourth * columns[d + k];
      }
    }
    for (; i < end; i++) {
      int from = rows.column(i) * stride + WEIGHTS;
      ScaledSums.add(rows.value(i), columns, from, width, out, start);
    }
  }

  /** Does the same for wide rows, by way of copies. */
  private void addCopiedWeights(int row, float[] out, int start) {
    Arrays.fill(sum, 0);
    for (int i = rows.start(row); i < rows.start(row + 1); i++) {
      System.arraycopy(columns, rows.column(i) * stride + WEIGHTS, term, 0, width);
      ScaledSums.add(rows.value(i), term, width, sum);
    }
    System.arraycopy(sum, 0, out, start, width);
  }

  /**
   * Adds the gradients with respect to the scores of consecutive rows to the gradient sums of their
   * columns.
   *
   * @param gradients {@code [length×V]}, may be longer; not modified
   */
  void addGradients(int firstRow, int length, float[] gradients) {
    for (int t = 0; t < length; t++) {
      addRowGradient(firstRow + t, gradients, t * width);
    }
    if (dense != null) {
      dense.addGradients(firstRow, length, gradients);
    }
  }

  /** Adds a vector, {@code [start … start + V)}, to the gradient sums of a row's columns. */
  private void addRowGradient(int row, float[] vector, int start) {
    if (width < WIDE) {
      addToSums(row, vector, start);
    } else {
      addToCopiedSums(row, vector, start);
    }
  }

  /** Adds a vector to the gradient sums of a row's columns, four columns at a time. */
  private void addToSums(int row, float[] vector, int start) {
    float[] columns = this.columns;
    int width = this.width;
    int end = rows.start(row + 1);
    int i = rows.start(row);
    for (; i + 3 < end; i += 4) {
      int a = rows.column(i) * stride + sumsAt;
      int b = rows.column(i + 1) * stride + sumsAt;
      int c = rows.column(i + 2) * stride + sumsAt;
      int d = rows.column(i + 3) * stride + sumsAt;
      float first = rows.value(i);
      float second = rows.value(i + 1);
      float third = rows.value(i + 2);
      float fourth = rows.value(i + 3);
      for (int k = 0; k < width; k++) {
        float x = vector[start + k];
        columns[a + k] += first * x;
        columns[b + k] += second * x;
        columns[c + k] += third * x;
        columns[d + k] += fourth * x;
      }
    }
    for (; i < end; i++) {
      int to = rows.column(i) * stride + sumsAt;
      ScaledSums.add(rows.value(i), vector, start, width, columns, to);
    }
  }

  /** Does the same for wide rows, by way of copies. */
  private void addToCopiedSums(int row, float[] vector, int start) {
    System.arraycopy(vector, start, term, 0, width);
    for (int i = rows.start(row); i < rows.start(row + 1); i++) {
      int to = rows.column(i) * stride + sumsAt;
      System.arraycopy(columns, to, sum, 0, width);
      ScaledSums.add(rows.value(i), term, width, sum);
      System.arraycopy(sum, 0, columns, to, width);
    }
  }

  /**
   * Moves the weights of the columns of consecutive rows by a step against gradients with respect
   * to their scores, in units of c.
   *
   * @param gradients {@code [length×V]}, may be longer; not modified
   */
  void descend(int firstRow, int length, float step, float[] gradients) {
    for (int t = 0; t < length; t++) {
      descendRow(firstRow + t, step, gradients, t * width);
    }
    if (dense != null) {
      dense.descend(firstRow, length, step, gradients);
    }
  }

  private void descendRow(int row, float step, float[] vector, int start) {
    for (int i = rows.start(row); i < rows.start(row + 1); i++) {
      int base = rows.column(i) * stride;
      float length = step * columns[base + CONDITIONER] * rows.value(i);
      ScaledSums.add(-length, vector, start, width, columns, base + WEIGHTS);
    }
  }

  /**
   * Reads one number from each cache line of the columns of a row. The reads do not depend on each
   * other, so that the processor waits for all cache lines at the same time.
   */
  private void fetch(int row) {
    float read = 0;
    for (int i = rows.start(row); i < rows.start(row + 1); i++) {
      int first = rows.column(i) * stride;
      for (int k = first; k < first + stride; k += CACHE_LINE) {
        read += columns[k];
      }
    }
    fetched = read;
  }

  /** Brings the weights of one column up to date. */
  private void bringUpToDate(int column) {
    int base = column * stride;
    float gradientNow = (float) gradientSteps;
    float missed = gradientNow - columns[base + GRADIENT_STEPS];
    if (missed == 0) {
      return;
    }

    float priorNow = (float) priorSteps;
    float decay = columns[base + DECAY] * (priorNow - columns[base + PRIOR_STEPS]);
    float share = shareOfStep(decay);
    float kept = 1 - decay * share;
    float length = missed * columns[base + CONDITIONER] * share;

    follow(base + WEIGHTS, kept, length);
    columns[base + GRADIENT_STEPS] = gradientNow;
    columns[base + PRIOR_STEPS] = priorNow;
  }

  /**
   * Returns {@code (1 − e^−x) / x}, the share of a step that is left when the prior pulls the
   * weights to zero meanwhile. Approximates the exponential without a function call. The error of
   * the series is less than 1 % for x up to 2, and the fixed point, at which G + λ w is zero, is
   * exact.
   *
   * @param decay x
   */
  static float shareOfStep(float decay) {
    if (decay < SMALL) {
      return 1 - decay * (0.5f - decay / 6);
    }
    float exponential = 1 + decay * (1 + decay * (0.5f + decay * (1 / 6f + decay / 24)));
    return (1 - 1 / exponential) / decay;
  }

  /** Computes {@code w = kept · w − length · G} for the weights of one column. */
  private void follow(int first, float kept, float length) {
    // Local variables, since the C1 compiler reads fields again in each iteration of a loop.
    float[] columns = this.columns;
    int width = this.width;
    for (int i = first; i < first + width; i++) {
      columns[i] = kept * columns[i] - length * columns[i + width];
    }
  }

  /** Brings all weights up to date, and resets A and B to zero, which keeps them accurate. */
  void bringUpToDate() {
    for (int column = 0; column < rows.sparseCount(); column++) {
      bringUpToDate(column);
      columns[column * stride + GRADIENT_STEPS] = 0;
      columns[column * stride + PRIOR_STEPS] = 0;
    }
    if (dense != null) {
      dense.bringUpToDate();
    }
    gradientSteps = 0;
    priorSteps = 0;
  }

  /** Brings all weights up to date, and returns them, {@code [D×V]}, in a new array. */
  double[] weights() {
    bringUpToDate();
    double[] weights = new double[rows.columnCount() * width];
    for (int column = 0; column < rows.sparseCount(); column++) {
      int from = column * stride + WEIGHTS;
      for (int k = 0; k < width; k++) {
        weights[column * width + k] = columns[from + k];
      }
    }
    if (dense != null) {
      dense.copyTo(weights, rows.sparseCount() * width);
    }
    return weights;
  }

  /**
   * Sets all weights; the gradient sums are kept.
   *
   * @param start the new weights, {@code [D×V]}; not modified
   */
  void set(double[] start) {
    Checks.length("startWeights", start.length, (long) rows.columnCount() * width, "[D×V]");
    bringUpToDate();
    for (int column = 0; column < rows.sparseCount(); column++) {
      int to = column * stride + WEIGHTS;
      for (int k = 0; k < width; k++) {
        columns[to + k] = (float) start[column * width + k];
      }
    }
    if (dense != null) {
      dense.set(start, rows.sparseCount() * width);
    }
  }

  /** Returns {@code Σ w²} of a column that is up to date. */
  double squares(int column) {
    if (column >= rows.sparseCount()) {
      return dense.squares(column - rows.sparseCount());
    }
    float[] columns = this.columns;
    int width = this.width;
    double squares = 0;
    int first = column * stride + WEIGHTS;
    for (int i = first; i < first + width; i++) {
      squares += (double) columns[i] * columns[i];
    }
    return squares;
  }

  /** Returns {@code Σ (G + λ w)²} of a column that is up to date. */
  double squaredSlopes(int column, double precision) {
    if (column >= rows.sparseCount()) {
      return dense.squaredSlopes(column - rows.sparseCount(), precision);
    }
    float[] columns = this.columns;
    int width = this.width;
    double squares = 0;
    int first = column * stride + WEIGHTS;
    for (int i = first; i < first + width; i++) {
      double slope = columns[i + width] + precision * columns[i];
      squares += slope * slope;
    }
    return squares;
  }
}
