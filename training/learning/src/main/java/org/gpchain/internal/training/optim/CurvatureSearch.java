package org.gpchain.internal.training.optim;

import java.util.Arrays;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.math.SparseRows;

/**
 * The line search for the curvature of one member's loss in preconditioned coordinates: the
 * smallest L, among those tried, with {@code ℓ(w − c g / L) ≤ ℓ(w) − g·c g / 2L}. Keeps scratch
 * space; not for concurrent use.
 */
final class CurvatureSearch {
  /** A gradient that is shorter says nothing. */
  private static final double SMALLEST_SQUARE = 1e-8;

  /** A larger bound has left the range in which bounds can be added up: there is none. */
  private static final double LARGEST_BOUND = 1e100;

  private final SparseSum sum;
  private final SparseRows rows;
  private final int width;
  private final double[] conditioner;
  private final double[] shared;
  private final double[] sharedSlope;

  /** Number of each column of the member among its distinct ones; −1 for all others. */
  private final int[] local;

  private int[] distinct = new int[256];
  private double[] gradients = {};
  private double[] direction = {};
  private double[] there = {};
  private final double[] sharedThere;
  private final Workspace workspace = new Workspace();

  /**
   * @param conditioner c of each column, {@code [D]}; looked at in each search
   * @param shared parameters where a search begins, {@code [S]}; looked at in each search
   * @param sharedSlope gradient with respect to them, {@code [S]}; looked at in each search
   */
  CurvatureSearch(SparseSum sum, double[] conditioner, double[] shared, double[] sharedSlope) {
    this.sum = sum;
    this.rows = sum.rows();
    this.width = sum.width();
    this.conditioner = conditioner;
    this.shared = shared;
    this.sharedSlope = sharedSlope;
    this.local = new int[sum.columnCount()];
    this.sharedThere = new double[sum.sharedCount()];
    Arrays.fill(local, -1);
  }

  /**
   * @param loss of the member
   * @param scores {@code [rows×V]}, may be longer; not modified
   * @param slope of the loss along them, of the same shape; not modified
   * @param first L to try first; it is doubled as long as it is too small
   * @throws ArithmeticException if the loss does not fall along its gradient however short the step
   */
  double search(
      int member,
      double loss,
      double[] scores,
      double[] slope,
      double sharedConditioner,
      double first) {
    double square = prepare(member, slope, sharedConditioner);
    double bound = first;
    if (square > SMALLEST_SQUARE) {
      while (valueAlong(member, scores, 1 / bound, sharedConditioner)
          > loss - square / (2 * bound)) {
        bound *= 2;
        if (bound > LARGEST_BOUND) {
          throw new ArithmeticException(
              ("the loss of member %s is %s and does not fall along its gradient however short the"
                      + " step: value and gradient must be finite and agree")
                  .formatted(member, loss));
        }
      }
    }
    return bound;
  }

  /** Scores of the preconditioned gradient; returns the gradient's squared length. */
  private double prepare(int member, double[] slope, double sharedConditioner) {
    int first = sum.start()[member];
    int length = sum.length(member);
    int count = gather(first, length, slope);
    double square = 0;
    for (int l = 0; l < count; l++) {
      double c = conditioner[distinct[l]];
      for (int i = l * width; i < (l + 1) * width; i++) {
        square += c * gradients[i] * gradients[i];
        gradients[i] *= c;
      }
    }
    for (double one : sharedSlope) {
      square += sharedConditioner * one * one;
    }
    direction = Workspace.ensure(direction, length * width);
    there = Workspace.ensure(there, length * width);
    Arrays.fill(direction, 0, length * width, 0);
    for (int t = 0; t < length; t++) {
      for (int i = rows.start(first + t); i < rows.start(first + t + 1); i++) {
        int from = local[rows.column(i)] * width;
        ScaledSums.add(rows.value(i), gradients, from, width, direction, t * width);
      }
    }
    for (int l = 0; l < count; l++) {
      local[distinct[l]] = -1;
    }
    return square;
  }

  /** The gradient of each distinct column of a member; returns their number. */
  private int gather(int first, int length, double[] slope) {
    int count = 0;
    for (int t = 0; t < length; t++) {
      for (int i = rows.start(first + t); i < rows.start(first + t + 1); i++) {
        int column = rows.column(i);
        if (local[column] < 0) {
          if (count == distinct.length) {
            distinct = Arrays.copyOf(distinct, 2 * count);
          }
          if ((count + 1) * width > gradients.length) {
            gradients = Arrays.copyOf(gradients, 2 * (count + 1) * width);
          }
          Arrays.fill(gradients, count * width, (count + 1) * width, 0);
          distinct[count] = column;
          local[column] = count++;
        }
        ScaledSums.add(rows.value(i), slope, t * width, width, gradients, local[column] * width);
      }
    }
    return count;
  }

  private double valueAlong(int member, double[] scores, double step, double sharedConditioner) {
    for (int i = 0; i < sum.length(member) * width; i++) {
      there[i] = scores[i] - step * direction[i];
    }
    for (int i = 0; i < sharedThere.length; i++) {
      sharedThere[i] = shared[i] - step * sharedConditioner * sharedSlope[i];
    }
    return sum.loss().value(member, there, sharedThere, workspace);
  }
}
