package org.gpchain.internal.training.hyper;

import java.util.Arrays;
import org.gpchain.internal.core.math.IdenticalColumns;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.training.optim.Precision;

/**
 * Columns of training and held-out rows in which identical features are tied: features that have
 * the same value in every row, training or held-out, are one column, since the likelihood depends
 * only on the sum of their weights. The prior variance of a tied column is the sum of the variances
 * of its features,
 *
 * <pre>{@code v_c = Σ_g n_cg σ_g²}</pre>
 *
 * where n_cg is the number of its features in group g. Features that no training row has are left
 * out, because their weights are zero under any prior.
 */
final class TiedColumns {
  /** Tied column of each feature, {@code [D]}; −1 if the feature is left out. */
  private final int[] columnOf;

  private final int[] groupOfFeature;

  /** Number of tied columns C. */
  final int count;

  /** First feature of each column, {@code [C]}. */
  private final int[] representative;

  /**
   * Start of each column in {@link #groups} and {@link #features}, {@code [C+1]}: column c has the
   * elements {@code [start[c], start[c+1])}, one for each of its groups.
   */
  final int[] start;

  /** Groups of the columns, column after column. */
  final int[] groups;

  /** Number n_cg of features for each element of {@link #groups}. */
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
   * Ties the identical columns of rows.
   *
   * @param train training rows; not modified
   * @param heldOut held-out rows over the same columns; may be empty; not modified
   * @param groupOfFeature group of each column, {@code [D]}; not copied
   */
  static TiedColumns of(SparseRows train, SparseRows heldOut, int[] groupOfFeature) {
    // Classes are numbered in the order of the rows, so that classes of training rows come first.
    IdenticalColumns classes = IdenticalColumns.of(train.followedBy(heldOut));
    int[] columnOf = new int[groupOfFeature.length];
    Arrays.fill(columnOf, -1);
    int count = 0;
    for (int d : train.usedColumns()) {
      if (d < train.sparseCount()) {
        columnOf[d] = classes.classOf()[d];
        count = Math.max(count, columnOf[d] + 1);
      } else {
        columnOf[d] = count++;
      }
    }
    return new TiedColumns(columnOf, count, groupOfFeature);
  }

  /** Returns rows over the tied columns. Entries of features that are left out are dropped. */
  SparseRows tie(SparseRows rows) {
    // Tied features have the same values, so that the values of one of them are enough.
    return rows.selectColumns(representative);
  }

  /**
   * Returns the prior precisions of the columns and the transitions.
   *
   * @param logVariances log variances of the groups, then of the transitions, {@code [G+1]}; not
   *     modified
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
   * Computes derivatives with respect to the log variances of the groups: {@code ∂/∂θ_g = Σ_c x_c
   * n_cg σ_g² / v_c²}.
   *
   * @param slope x, {@code [C]}: negative derivative with respect to the precision of each column;
   *     not modified
   * @param precision precisions for the same variances
   * @param logVariances {@code [G+1]}; not modified
   * @param out {@code [G+1]}; receives the derivatives in its first G elements
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
   * Returns the weights of all features. The weight of a tied column is divided among its features
   * in proportion to their prior variances.
   *
   * @param weights weights of the columns, {@code [C×V]}; not modified
   * @param v number of labels V
   * @param precision precisions for the same variances
   * @param logVariances {@code [G+1]}; not modified
   * @return {@code [D×V]}; a new array
   */
  double[] untie(double[] weights, int v, Precision precision, double[] logVariances) {
    double[] featureWeights = new double[Math.multiplyExact(columnOf.length, v)];
    for (int d = 0; d < columnOf.length; d++) {
      int c = columnOf[d];
      if (c >= 0) {
        double share = Math.exp(logVariances[groupOfFeature[d]]) * precision.columns()[c];
        for (int a = 0; a < v; a++) {
          featureWeights[d * v + a] = share * weights[c * v + a];
        }
      }
    }
    return featureWeights;
  }
}
