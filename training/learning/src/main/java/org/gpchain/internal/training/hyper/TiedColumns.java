package org.gpchain.internal.training.hyper;

import java.util.Arrays;
import org.gpchain.internal.core.math.IdenticalColumns;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.training.optim.Precision;

/**
 * The columns of training rows, some of them tied: features that the same rows have with the same
 * values, training rows and held-out ones, are one column, since the likelihood sees the sum of
 * their weights only. The prior variance of a tied column is the sum of those of its features,
 *
 * <pre>{@code v_c = Σ_g n_cg σ_g²}</pre>
 *
 * with n_cg features of group g. Columns that no training row has are left out: their weights are
 * zero whatever the prior.
 */
final class TiedColumns {
  private final int[] columnOf;
  private final int[] groupOfFeature;
  final int count;

  /** The first feature of each column. */
  private final int[] representative;

  /** For each column, from {@code start[c]} on, its groups and the number of features of each. */
  final int[] start;

  final int[] groups;
  final int[] features;

  private TiedColumns(int[] columnOf, int count, int[] groupOfFeature) {
    this.columnOf = columnOf;
    this.count = count;
    this.groupOfFeature = groupOfFeature;
    int[] membersFrom = new int[count + 1];
    for (int c : columnOf) {
      if (c >= 0) {
        membersFrom[c + 1]++;
      }
    }
    Arrays.parallelPrefix(membersFrom, Integer::sum);
    int[] next = membersFrom.clone();
    int[] memberGroups = new int[membersFrom[count]];
    this.representative = new int[count];
    for (int d = columnOf.length - 1; d >= 0; d--) {
      if (columnOf[d] >= 0) {
        representative[columnOf[d]] = d;
        memberGroups[next[columnOf[d]]++] = groupOfFeature[d];
      }
    }
    this.start = new int[count + 1];
    this.groups = new int[memberGroups.length];
    this.features = new int[memberGroups.length];
    int used = 0;
    for (int c = 0; c < count; c++) {
      Arrays.sort(memberGroups, membersFrom[c], membersFrom[c + 1]);
      for (int i = membersFrom[c]; i < membersFrom[c + 1]; i++) {
        if (used == start[c] || groups[used - 1] != memberGroups[i]) {
          groups[used++] = memberGroups[i];
        }
        features[used - 1]++;
      }
      start[c + 1] = used;
    }
  }

  /**
   * @param heldOut other rows, over the same columns; may have no rows; not modified
   * @param groupOfFeature the group of each column, {@code [D]}; kept
   */
  static TiedColumns of(SparseRows train, SparseRows heldOut, int[] groupOfFeature) {
    // The classes of the training rows come first: they are numbered as the rows need them.
    IdenticalColumns same = IdenticalColumns.of(train.followedBy(heldOut));
    int[] columnOf = new int[groupOfFeature.length];
    Arrays.fill(columnOf, -1);
    int count = 0;
    for (int d : train.usedColumns()) {
      if (d < train.sparseCount()) {
        columnOf[d] = same.classOf()[d];
        count = Math.max(count, columnOf[d] + 1);
      } else {
        columnOf[d] = count++;
      }
    }
    return new TiedColumns(columnOf, count, groupOfFeature);
  }

  /** The rows over the tied columns; entries in columns that are left out are left out. */
  SparseRows tie(SparseRows rows) {
    // Tied features are active together: one of them stands for all.
    return rows.selectColumns(representative);
  }

  /**
   * The precisions of a prior.
   *
   * @param logVariances {@code [G+1]}: of the groups, then of the transitions; not modified
   */
  Precision precision(double[] logVariances) {
    double[] variances = Arrays.stream(logVariances).map(Math::exp).toArray();
    double[] precisions = new double[count];
    for (int c = 0; c < count; c++) {
      double sum = 0;
      for (int i = start[c]; i < start[c + 1]; i++) {
        sum += features[i] * variances[groups[i]];
      }
      precisions[c] = 1 / sum;
    }
    return new Precision(precisions, 1 / variances[variances.length - 1]);
  }

  /**
   * Pulls back through the precisions: {@code ∂/∂θ_g = Σ_c x_c n_cg σ_g² / v_c²}.
   *
   * @param slope x of each column, {@code [count]}; not modified
   * @param precision of the same variances
   * @param logVariances {@code [G+1]}; not modified
   * @param out {@code [G+1]}; the groups' part is overwritten
   */
  void pullBack(double[] slope, Precision precision, double[] logVariances, double[] out) {
    Arrays.fill(out, 0, out.length - 1, 0);
    for (int c = 0; c < count; c++) {
      double factor = slope[c] * precision.columns()[c] * precision.columns()[c];
      for (int i = start[c]; i < start[c + 1]; i++) {
        out[groups[i]] += features[i] * factor;
      }
    }
    for (int g = 0; g + 1 < out.length; g++) {
      out[g] *= Math.exp(logVariances[g]);
    }
  }

  /**
   * The weights of the features: the share of a tied column's weight that the prior gives them.
   *
   * @param weights {@code [count×V]}; not modified
   * @param v number of labels V
   * @param precision of the variances
   * @param logVariances {@code [G+1]}; not modified
   * @return {@code [D×V]}; a new array
   */
  double[] untie(double[] weights, int v, Precision precision, double[] logVariances) {
    double[] own = new double[Math.multiplyExact(columnOf.length, v)];
    for (int d = 0; d < columnOf.length; d++) {
      int c = columnOf[d];
      if (c >= 0) {
        double share = Math.exp(logVariances[groupOfFeature[d]]) * precision.columns()[c];
        for (int a = 0; a < v; a++) {
          own[d * v + a] = share * weights[c * v + a];
        }
      }
    }
    return own;
  }
}
