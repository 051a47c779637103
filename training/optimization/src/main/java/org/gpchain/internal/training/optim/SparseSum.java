package org.gpchain.internal.training.optim;

import java.util.Arrays;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.DoubleTable;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.math.SparseRows;

/**
 * A sum of losses of sparse linear scores. With a Gaussian prior, the objective is
 *
 * <pre>{@code F(w, s) = Σ_n ℓ_n(X_n w, s) + ½ Σ_d λ_d ‖w_d‖² + ½ μ ‖s‖²}</pre>
 *
 * which is the objective of a conditional random field: {@code X_n} are the feature rows of
 * sentence n, {@code w} the weights of each feature for each label, and {@code s} the transition
 * scores. The precisions λ and μ of the prior are not part of this record, because they can change
 * while the losses stay the same.
 *
 * @param rows the rows of all members, one after the other
 * @param start {@code [N+1]}: member n has the rows {@code [start[n], start[n+1])}; kept
 * @param width number of scores of a row V
 * @param sharedCount number of shared parameters s
 * @param loss loss of the members
 */
public record SparseSum(SparseRows rows, int[] start, int width, int sharedCount, Loss loss) {
  /** The loss of a member as a function of its scores and the shared parameters; convex. */
  public interface Loss {
    /**
     * Returns {@code ℓ_n}.
     *
     * @param scores {@code [rows×V]}, may be longer; not modified
     * @param shared {@code [sharedCount]}; not modified
     * @param workspace scratch space of the calling thread
     */
    double value(int member, double[] scores, double[] shared, Workspace workspace);

    /**
     * Returns {@code ℓ_n}, as {@link #value} does, and writes its gradient.
     *
     * <p>Has six parameters because it mirrors {@code
     * DifferentiableLikelihood.logLikelihoodAndGradient}, and because the gradients go into arrays
     * that the caller reuses for all members.
     *
     * @param member number of the member n
     * @param scores {@code [rows×V]}, may be longer; not modified
     * @param shared {@code [sharedCount]}; not modified
     * @param workspace scratch space of the calling thread
     * @param scoreGradientOut {@code [rows×V]}, may be longer; overwritten
     * @param sharedGradientOut {@code [sharedCount]}; overwritten
     */
    double valueAndGradient(
        int member,
        double[] scores,
        double[] shared,
        Workspace workspace,
        double[] scoreGradientOut,
        double[] sharedGradientOut);
  }

  /** Checks that the parts fit each other. */
  public SparseSum {
    Checks.atLeast("start.length", start.length, 2);
    Checks.length("last start", start[start.length - 1], rows.rowCount(), "[rows]");
    Checks.atLeast("width", width, 1);
    Checks.atLeast("sharedCount", sharedCount, 0);
  }

  /** Returns the number of members N. */
  public int memberCount() {
    return start.length - 1;
  }

  /** Returns the number of columns D. */
  public int columnCount() {
    return rows.columnCount();
  }

  /** Returns the number of rows of a member. */
  int length(int member) {
    return start[member + 1] - start[member];
  }

  /**
   * Writes the scores {@code X_n w} of a member.
   *
   * @param weights {@code [D×V]}; not modified
   * @param out {@code [rows×V]}, may be longer; overwritten
   */
  void scores(int member, double[] weights, double[] out) {
    int length = length(member);
    Arrays.fill(out, 0, length * width, 0);
    rows.addProducts(start[member], length, weights, DoubleTable.of(out, width));
  }

  /**
   * Writes the part of a member's scores that comes from columns that are not dense.
   *
   * @param weights {@code [D×V]}; not modified
   * @param out {@code [rows×V]}, may be longer; overwritten
   */
  void sparseScores(int member, double[] weights, double[] out) {
    int length = length(member);
    Arrays.fill(out, 0, length * width, 0);
    for (int t = 0; t < length; t++) {
      rows.addSelected(start[member] + t, weights, width, out, t * width);
    }
  }

  /**
   * Adds {@code X_nᵀ r} to a gradient of the weights of columns that are not dense.
   *
   * @param scoreGradient r, {@code [rows×V]}; not modified
   * @param inOut {@code [D×V]}; added to
   */
  void pullBackToSparse(int member, double[] scoreGradient, double[] inOut) {
    for (int t = 0; t < length(member); t++) {
      rows.addToSelected(start[member] + t, scoreGradient, t * width, width, inOut);
    }
  }

  /**
   * Adds {@code X_nᵀ r} to a gradient of the weights.
   *
   * @param scoreGradient r, {@code [rows×V]}; not modified
   * @param inOut {@code [D×V]}; added to
   */
  void pullBack(int member, double[] scoreGradient, double[] inOut) {
    rows.addToTable(start[member], length(member), DoubleTable.of(scoreGradient, width), inOut);
  }

  /**
   * Returns {@code Σ_n ℓ_n}, and writes its gradient.
   *
   * @param weights {@code [D×V]}; not modified
   * @param shared {@code [sharedCount]}; not modified
   * @param gradientOut {@code [D·V + sharedCount]}; overwritten
   */
  public double valueAndGradient(double[] weights, double[] shared, double[] gradientOut) {
    Checks.length(
        "gradientOut", gradientOut.length, (long) columnCount() * width + sharedCount, "[D·V + S]");
    Arrays.fill(gradientOut, 0);

    Workspace workspace = new Workspace();
    double[] scores = {};
    double[] slope = {};
    double[] sharedSlope = new double[sharedCount];
    double sum = 0;
    int base = columnCount() * width;

    for (int n = 0; n < memberCount(); n++) {
      scores = Workspace.ensure(scores, length(n) * width);
      slope = Workspace.ensure(slope, length(n) * width);
      scores(n, weights, scores);
      sum += loss.valueAndGradient(n, scores, shared, workspace, slope, sharedSlope);
      pullBack(n, slope, gradientOut);
      ScaledSums.add(1, sharedSlope, 0, sharedCount, gradientOut, base);
    }
    return sum;
  }
}
