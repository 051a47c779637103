package org.gpchain.internal.training.optim;

import java.util.Arrays;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.DoubleTable;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.math.SparseRows;

/**
 * The line search for the curvature of one member's loss in preconditioned coordinates. It returns
 * the smallest of the tried bounds L with {@code ℓ(w − c g / L) ≤ ℓ(w) − g·c g / 2L}. Not
 * thread-safe.
 */
final class CurvatureSearch {
  /** Smallest squared gradient length for which a search is useful. */
  private static final double SMALLEST_SQUARE = 1e-8;

  /** Largest bound. Sums of larger bounds could overflow, so the search fails instead. */
  private static final double LARGEST_BOUND = 1e100;

  private final SparseSum sum;
  private final SparseRows rows;
  private final int width;
  private final double[] conditioner;
  private final double[] shared;
  private final double[] sharedSlope;

  /** Index of each column in {@link #distinct}; −1 for columns that the member does not have. */
  private final int[] local;

  /** The distinct columns of the member. */
  private int[] distinct = new int[256];

  /** Gradients with respect to the weights of the distinct columns, {@code [columns×V]}. */
  private double[] gradients = {};

  /** Gradients with respect to the weights of the dense columns, {@code [columns×V]}. */
  private final double[] denseGradients;

  /** Change of the scores for a step of length 1, {@code [rows×V]}. */
  private double[] direction = {};

  /** Scores after a step, {@code [rows×V]}. */
  private double[] there = {};

  /** Shared parameters after a step. */
  private final double[] sharedThere;

  private final Workspace workspace = new Workspace();

  /**
   * Creates a search. The arrays are kept, and each search uses their current values.
   *
   * @param conditioner c of each column, {@code [D]}
   * @param shared shared parameters at which the search starts, {@code [S]}
   * @param sharedSlope gradient of the loss with respect to them, {@code [S]}
   */
  CurvatureSearch(SparseSum sum, double[] conditioner, double[] shared, double[] sharedSlope) {
    this.sum = sum;
    this.rows = sum.rows();
    this.width = sum.width();
    this.conditioner = conditioner;
    this.shared = shared;
    this.sharedSlope = sharedSlope;
    this.local = new int[sum.rows().sparseCount()];
    this.denseGradients = new double[sum.rows().denseCount() * width];
    this.sharedThere = new double[sum.sharedCount()];
    Arrays.fill(local, -1);
  }

  /**
   * The loss of a member at the scores where a search starts.
   *
   * @param member number of the member
   * @param value its loss
   * @param scores its scores, {@code [rows×V]}, may be longer; not modified
   * @param slope gradient of the loss with respect to the scores, same shape; not modified
   */
  record MemberLoss(int member, double value, double[] scores, double[] slope) {}

  /**
   * Returns a bound of the curvature of a member's loss.
   *
   * @param loss the member's loss
   * @param sharedConditioner c of the shared parameters
   * @param first the bound to try first; it is doubled as long as it is too small
   * @throws ArithmeticException if the loss does not fall along its gradient however short the step
   */
  double search(MemberLoss loss, double sharedConditioner, double first) {
    double square = prepare(loss, sharedConditioner);
    if (!(square > SMALLEST_SQUARE)) {
      return first;
    }

    double bound = first;
    while (valueAlong(loss, 1 / bound, sharedConditioner) > loss.value() - square / (2 * bound)) {
      bound *= 2;
      if (bound > LARGEST_BOUND) {
        throw new ArithmeticException(
            ("the loss of member %s is %s and does not fall along its gradient however short the"
                    + " step: value and gradient must be finite and agree")
                .formatted(loss.member(), loss.value()));
      }
    }
    return bound;
  }

  /** Computes {@link #direction}, and returns the squared length of the gradient. */
  private double prepare(MemberLoss loss, double sharedConditioner) {
    int first = sum.start()[loss.member()];
    int length = sum.length(loss.member());
    int count = gather(first, length, loss.slope());

    double square = 0;
    for (int l = 0; l < count; l++) {
      double c = conditioner[distinct[l]];
      for (int i = l * width; i < (l + 1) * width; i++) {
        square += c * gradients[i] * gradients[i];
        gradients[i] *= c;
      }
    }
    if (rows.dense() != null) {
      square += gatherDense(first, length, loss.slope());
    }
    for (double derivative : sharedSlope) {
      square += sharedConditioner * derivative * derivative;
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

    if (rows.dense() != null) {
      rows.dense().addProducts(first, length, table(denseGradients), table(direction));
    }

    for (int l = 0; l < count; l++) {
      local[distinct[l]] = -1;
    }
    return square;
  }

  private DoubleTable table(double[] numbers) {
    return DoubleTable.of(numbers, width);
  }

  /**
   * Computes the preconditioned gradient of the dense columns, and returns the squared length of
   * their gradient.
   */
  private double gatherDense(int first, int length, double[] slope) {
    Arrays.fill(denseGradients, 0);
    rows.dense().addToTable(first, length, table(slope), table(denseGradients));

    double square = 0;
    for (int d = 0; d < rows.denseCount(); d++) {
      double c = conditioner[rows.sparseCount() + d];
      for (int i = d * width; i < (d + 1) * width; i++) {
        square += c * denseGradients[i] * denseGradients[i];
        denseGradients[i] *= c;
      }
    }
    return square;
  }

  /** Computes the gradient of each distinct column of a member, and returns their number. */
  private int gather(int first, int length, double[] slope) {
    int count = 0;
    for (int t = 0; t < length; t++) {
      for (int i = rows.start(first + t); i < rows.start(first + t + 1); i++) {
        int column = rows.column(i);
        if (local[column] < 0) {
          reserve(count);
          Arrays.fill(gradients, count * width, (count + 1) * width, 0);
          distinct[count] = column;
          local[column] = count++;
        }
        ScaledSums.add(rows.value(i), slope, t * width, width, gradients, local[column] * width);
      }
    }
    return count;
  }

  /** Makes room for one more column. */
  private void reserve(int count) {
    if (count == distinct.length) {
      distinct = Arrays.copyOf(distinct, 2 * count);
    }
    if ((count + 1) * width > gradients.length) {
      gradients = Arrays.copyOf(gradients, 2 * (count + 1) * width);
    }
  }

  /** Returns the member's loss after a step along the preconditioned negative gradient. */
  private double valueAlong(MemberLoss loss, double step, double sharedConditioner) {
    int member = loss.member();
    double[] scores = loss.scores();
    for (int i = 0; i < sum.length(member) * width; i++) {
      there[i] = scores[i] - step * direction[i];
    }
    for (int i = 0; i < sharedThere.length; i++) {
      sharedThere[i] = shared[i] - step * sharedConditioner * sharedSlope[i];
    }
    return sum.loss().value(member, there, sharedThere, workspace);
  }
}
