package org.gpchain.internal.training.hyper;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.objective.Corpora;

/**
 * Creates sentences whose tokens have two features: one determines the label of about four of five
 * tokens, and the other one is noise.
 */
final class TwoGroups {
  /** Numbers of informative features and of noise features. */
  private static final int[] SIZES = {6, 30};

  /** Number of all features. */
  static final int FEATURES = SIZES[0] + SIZES[1];

  private TwoGroups() {}

  /** Returns the group of each feature: 0 is informative, 1 is noise. */
  static int[] groups() {
    return IntStream.range(0, FEATURES).map(d -> d < SIZES[0] ? 0 : 1).toArray();
  }

  /** Returns sentences of the given lengths. */
  static LabeledRows corpus(int labelCount, int... lengths) {
    Draws draws = new Draws(6);
    int tokens = Arrays.stream(lengths).sum();
    int[] columns = new int[2 * tokens];
    int[] labels = new int[tokens];
    for (int t = 0; t < tokens; t++) {
      columns[2 * t] = draws.index(SIZES[0]);
      columns[2 * t + 1] = SIZES[0] + draws.index(SIZES[1]);
      labels[t] = draws.chance(0.4) ? draws.index(labelCount) : columns[2 * t] % labelCount;
    }
    return Corpora.of(FEATURES, columns, labelCount, labels, lengths);
  }

  /** Returns the same sentences, with a feature d + D wherever they have feature d of D. */
  static LabeledRows withTwins(LabeledRows corpus) {
    SparseRows rows = corpus.rows();
    int[] start = new int[rows.rowCount() + 1];
    int[] columns = new int[2 * rows.entryCount()];
    float[] values = rows.isWeighted() ? new float[columns.length] : null;
    for (int row = 0; row < rows.rowCount(); row++) {
      start[row + 1] = 2 * rows.start(row + 1);
      for (int i = rows.start(row); i < rows.start(row + 1); i++) {
        columns[2 * i] = rows.column(i);
        columns[2 * i + 1] = rows.column(i) + rows.columnCount();
        if (values != null) {
          values[2 * i] = rows.value(i);
          values[2 * i + 1] = rows.value(i);
        }
      }
    }

    return corpus.withRows(SparseRows.of(2 * rows.columnCount(), start, columns, values));
  }

  /** Returns sentences of one to four tokens. */
  static LabeledRows corpus(int sentences) {
    int[] lengths = new int[sentences];
    Arrays.setAll(lengths, n -> 1 + n % 4);
    return corpus(2, lengths);
  }
}
