package org.gpchain.training.optim;

import java.util.Arrays;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.ScaledSums;
import org.gpchain.core.math.SparseRows;

/**
 * The weights of columns, of which only those that a row needs are brought up to date, and the sums
 * of their gradients. What the others have missed is made up for when they are needed: while its
 * gradient sum G stays the same, a weight follows {@code dw = −c (G dA + λ w dB)}, where A and B
 * are the steps so far, in closed form.
 */
final class LaggingWeights {
  /** Below it exponentials are as good as their series. */
  private static final double SMALL = 0.05;

  /** In floats. */
  private static final int CACHE_LINE = 16;

  /** In floats: 4 MB, which caches that are near the processor do not hold. */
  private static final int LARGE = 1 << 20;

  /** The compiler vectorises sums of arrays at the same index only; from here on copies pay. */
  private static final int WIDE = 48;

  /** Places in the state of a column. */
  private static final int GRADIENT_STEPS = 0;

  private static final int PRIOR_STEPS = 1;
  private static final int CONDITIONER = 2;
  private static final int DECAY = 3;
  private static final int STATE = 4;

  private final SparseRows rows;
  private final int width;

  /**
   * Of each column A and B up to which it has been followed, its conditioner c, and the rate {@code
   * c λ} at which the prior pulls its weights to zero, {@code [D×4]}. This and what follows is in
   * single precision, since memory is what a step waits for.
   */
  private final float[] state;

  /** {@code [D×V]}. */
  private final float[] weights;

  /** The sums of their gradients, {@code [D×V]}. */
  private final float[] sums;

  private final float[] term;
  private final float[] sum;

  /** A and B up to now. */
  private double gradientSteps;

  private double priorSteps;

  /** Keeps reading from being optimised away. */
  @SuppressWarnings("UnusedVariable")
  private float fetched;

  /** All zero. */
  LaggingWeights(SparseRows rows, int width) {
    this.rows = rows;
    this.width = width;
    this.state = new float[Math.multiplyExact(rows.columnCount(), STATE)];
    this.weights = new float[Math.multiplyExact(rows.columnCount(), width)];
    this.sums = new float[weights.length];
    this.term = new float[width];
    this.sum = new float[width];
  }

  /**
   * Changes how a column follows; all weights are up to date.
   *
   * @param conditioner c
   * @param precision λ
   */
  void setPrior(int column, double conditioner, double precision) {
    state[column * STATE + CONDITIONER] = (float) conditioner;
    state[column * STATE + DECAY] = (float) (conditioner * precision);
  }

  /** Lets A and B grow. */
  void advance(double ofGradients, double ofPrior) {
    gradientSteps += ofGradients;
    priorSteps += ofPrior;
  }

  /**
   * Brings the weights of a row's columns up to date, and writes its scores.
   *
   * @param out {@code out[start … start + V)}; zero before
   */
  void addScores(int row, float[] out, int start) {
    if (weights.length > LARGE) {
      fetch(row);
    }
    int end = rows.start(row + 1);
    for (int i = rows.start(row); i < end; i++) {
      bringUpToDate(rows.column(i));
    }
    if (width < WIDE) {
      rows.addSelected(row, weights, width, out, start);
    } else {
      Arrays.fill(sum, 0);
      for (int i = rows.start(row); i < end; i++) {
        System.arraycopy(weights, rows.column(i) * width, term, 0, width);
        ScaledSums.add(rows.value(i), term, width, sum);
      }
      System.arraycopy(sum, 0, out, start, width);
    }
  }

  /** Adds a vector, {@code [start … start + V)}, to the gradient sums of a row's columns. */
  void addGradient(int row, float[] vector, int start) {
    if (width < WIDE) {
      rows.addToSelected(row, vector, start, width, sums);
      return;
    }
    System.arraycopy(vector, start, term, 0, width);
    for (int i = rows.start(row); i < rows.start(row + 1); i++) {
      int to = rows.column(i) * width;
      System.arraycopy(sums, to, sum, 0, width);
      ScaledSums.add(rows.value(i), term, width, sum);
      System.arraycopy(sum, 0, sums, to, width);
    }
  }

  /** Moves the weights of a row's columns by a step against a vector, in units of c. */
  void descend(int row, float step, float[] vector, int start) {
    for (int i = rows.start(row); i < rows.start(row + 1); i++) {
      int column = rows.column(i);
      float length = step * state[column * STATE + CONDITIONER] * rows.value(i);
      ScaledSums.add(-length, vector, start, width, weights, column * width);
    }
  }

  /**
   * Reads a number of each cache line that the columns of a row have. Nothing depends on them, so
   * that the processor waits for all lines together, and not for one after the other.
   */
  private void fetch(int row) {
    float read = 0;
    for (int i = rows.start(row); i < rows.start(row + 1); i++) {
      int first = rows.column(i) * width;
      for (int k = first; k < first + width; k += CACHE_LINE) {
        read += weights[k] + sums[k];
      }
    }
    fetched = read;
  }

  /** Brings the weights of one column up to date. */
  private void bringUpToDate(int column) {
    int base = column * STATE;
    float gradientNow = (float) gradientSteps;
    float missed = gradientNow - state[base + GRADIENT_STEPS];
    if (missed == 0) {
      return;
    }
    float priorNow = (float) priorSteps;
    float decay = state[base + DECAY] * (priorNow - state[base + PRIOR_STEPS]);
    // e^−x without a call: what is left out of the series is less than 1 % where x is up to 2, and
    // the fixed point, where G + λ w is zero, is the same.
    float share;
    if (decay < SMALL) {
      share = 1 - decay * (0.5f - decay / 6);
    } else {
      share = (1 - 1 / (1 + decay * (1 + decay * (0.5f + decay * (1 / 6f + decay / 24))))) / decay;
    }
    float kept = 1 - decay * share;
    float length = missed * state[base + CONDITIONER] * share;
    for (int i = column * width; i < (column + 1) * width; i++) {
      weights[i] = kept * weights[i] - length * sums[i];
    }
    state[base + GRADIENT_STEPS] = gradientNow;
    state[base + PRIOR_STEPS] = priorNow;
  }

  /** Brings all weights up to date, and counts steps from zero again, for the sake of precision. */
  void bringUpToDate() {
    for (int column = 0; column < rows.columnCount(); column++) {
      bringUpToDate(column);
      state[column * STATE + GRADIENT_STEPS] = 0;
      state[column * STATE + PRIOR_STEPS] = 0;
    }
    gradientSteps = 0;
    priorSteps = 0;
  }

  /** All weights, up to date, {@code [D×V]}; a new array. */
  double[] weights() {
    bringUpToDate();
    double[] all = new double[weights.length];
    Arrays.setAll(all, i -> weights[i]);
    return all;
  }

  /**
   * Moves to other weights; the gradient sums stay.
   *
   * @param start {@code [D×V]}; not modified
   */
  void set(double[] start) {
    Checks.length("startWeights", start.length, weights.length, "[D×V]");
    bringUpToDate();
    for (int i = 0; i < start.length; i++) {
      weights[i] = (float) start[i];
    }
  }

  /** {@code Σ w²} of a column that is up to date. */
  double squares(int column) {
    double squares = 0;
    for (int i = column * width; i < (column + 1) * width; i++) {
      squares += (double) weights[i] * weights[i];
    }
    return squares;
  }

  /** {@code Σ (G + λ w)²} of a column that is up to date. */
  double squaredSlopes(int column, double precision) {
    double squares = 0;
    for (int i = column * width; i < (column + 1) * width; i++) {
      double slope = sums[i] + precision * weights[i];
      squares += slope * slope;
    }
    return squares;
  }
}
