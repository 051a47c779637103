package org.gpchain.training.optim;

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

  /** In doubles. */
  private static final int CACHE_LINE = 8;

  /** In doubles: 8 MB, which caches that are near the processor do not hold. */
  private static final int LARGE = 1 << 20;

  /** Offsets in the state of a column. */
  private static final int GRADIENT_STEPS = 0;

  private static final int PRIOR_STEPS = 1;
  private static final int CONDITIONER = 2;
  private static final int DECAY = 3;
  private static final int WEIGHTS = 4;

  private final SparseRows rows;
  private final int width;

  /**
   * All that is known of a column, side by side, since memory is what a step waits for, {@code
   * [D×stride]}: A and B up to which it has been followed, its conditioner c, the rate {@code c λ}
   * at which the prior pulls its weights to zero, then {@code V} weights, then the sums of their
   * gradients.
   */
  private final double[] state;

  private final int stride;

  /** A and B up to now. */
  private double gradientSteps;

  private double priorSteps;

  /** Keeps reading from being optimised away. */
  @SuppressWarnings("UnusedVariable")
  private double fetched;

  /** All zero. */
  LaggingWeights(SparseRows rows, int width) {
    this.rows = rows;
    this.width = width;
    this.stride = WEIGHTS + 2 * width;
    this.state = new double[Math.multiplyExact(rows.columnCount(), stride)];
  }

  /**
   * Changes how a column follows; all weights are up to date.
   *
   * @param conditioner c
   * @param precision λ
   */
  void setPrior(int column, double conditioner, double precision) {
    state[column * stride + CONDITIONER] = conditioner;
    state[column * stride + DECAY] = conditioner * precision;
  }

  /** Lets A and B grow. */
  void advance(double ofGradients, double ofPrior) {
    gradientSteps += ofGradients;
    priorSteps += ofPrior;
  }

  /**
   * Brings the weights of a row's columns up to date, and adds its scores.
   *
   * @param out {@code out[start … start + V)}; added to
   */
  void addScores(int row, double[] out, int start) {
    if (state.length > LARGE) {
      fetch(row);
    }
    for (int i = rows.start(row); i < rows.start(row + 1); i++) {
      int base = rows.column(i) * stride;
      bringUpToDate(base);
      ScaledSums.add(rows.value(i), state, base + WEIGHTS, width, out, start);
    }
  }

  /** Adds a vector, {@code [start … start + V)}, to the gradient sums of a row's columns. */
  void addGradient(int row, double[] vector, int start) {
    rows.addToSelected(row, vector, start, width, state, stride, WEIGHTS + width);
  }

  /** Moves the weights of a row's columns by a step against a vector, in units of c. */
  void descend(int row, double step, double[] vector, int start) {
    for (int i = rows.start(row); i < rows.start(row + 1); i++) {
      int base = rows.column(i) * stride;
      double length = step * state[base + CONDITIONER] * rows.value(i);
      ScaledSums.add(-length, vector, start, width, state, base + WEIGHTS);
    }
  }

  /**
   * Reads a number of each cache line that the columns of a row have. Nothing depends on them, so
   * that the processor waits for all lines together, and not for one after the other.
   */
  private void fetch(int row) {
    double read = 0;
    for (int i = rows.start(row); i < rows.start(row + 1); i++) {
      int base = rows.column(i) * stride;
      for (int k = 0; k < stride; k += CACHE_LINE) {
        read += state[base + k];
      }
    }
    fetched = read;
  }

  /** Brings the weights of one column up to date. */
  private void bringUpToDate(int base) {
    double missed = gradientSteps - state[base + GRADIENT_STEPS];
    if (missed == 0) {
      return;
    }
    double decay = state[base + DECAY] * (priorSteps - state[base + PRIOR_STEPS]);
    // e^−x without a call: what is left out of the series is less than 1 % where x is up to 2, and
    // the fixed point, where G + λ w is zero, is the same.
    double share;
    if (decay < SMALL) {
      share = 1 - decay * (0.5 - decay / 6);
    } else {
      share = (1 - 1 / (1 + decay * (1 + decay * (0.5 + decay * (1 / 6.0 + decay / 24))))) / decay;
    }
    double kept = 1 - decay * share;
    double length = missed * state[base + CONDITIONER] * share;
    int first = base + WEIGHTS;
    for (int i = first; i < first + width; i++) {
      state[i] = kept * state[i] - length * state[i + width];
    }
    state[base + GRADIENT_STEPS] = gradientSteps;
    state[base + PRIOR_STEPS] = priorSteps;
  }

  /** Brings all weights up to date, and counts steps from zero again, for the sake of precision. */
  void bringUpToDate() {
    for (int base = 0; base < state.length; base += stride) {
      bringUpToDate(base);
      state[base + GRADIENT_STEPS] = 0;
      state[base + PRIOR_STEPS] = 0;
    }
    gradientSteps = 0;
    priorSteps = 0;
  }

  /** All weights, up to date, {@code [D×V]}; a new array. */
  double[] weights() {
    bringUpToDate();
    double[] weights = new double[rows.columnCount() * width];
    for (int d = 0; d < rows.columnCount(); d++) {
      System.arraycopy(state, d * stride + WEIGHTS, weights, d * width, width);
    }
    return weights;
  }

  /**
   * Moves to other weights; the gradient sums stay.
   *
   * @param weights {@code [D×V]}; not modified
   */
  void set(double[] weights) {
    Checks.length("startWeights", weights.length, (long) rows.columnCount() * width, "[D×V]");
    bringUpToDate();
    for (int d = 0; d < rows.columnCount(); d++) {
      System.arraycopy(weights, d * width, state, d * stride + WEIGHTS, width);
    }
  }

  /** {@code Σ w²} of a column that is up to date. */
  double squares(int column) {
    int first = column * stride + WEIGHTS;
    double squares = 0;
    for (int i = first; i < first + width; i++) {
      squares += state[i] * state[i];
    }
    return squares;
  }

  /** {@code Σ (G + λ w)²} of a column that is up to date. */
  double squaredSlopes(int column, double precision) {
    int first = column * stride + WEIGHTS;
    double squares = 0;
    for (int i = first; i < first + width; i++) {
      double slope = state[i + width] + precision * state[i];
      squares += slope * slope;
    }
    return squares;
  }
}
