package org.gpchain.core.likelihood;

import java.util.Arrays;
import org.gpchain.core.math.Checks;

/**
 * Knowledge of tokens whose label is not known. In an array of label numbers {@code −1 − k} stands
 * for row k: for each label, how likely it is that annotators leave behind what is found there
 * (nothing, or a rejected suggestion) if that label is the true one. A row of ones says nothing, a
 * zero rules a label out. The likelihood of a sentence is then
 *
 * <pre>{@code log Σ_y Π_t weight(t, y_t) exp score(y) − log Z}</pre>
 *
 * over its possible completions y. Immutable once handed over; the arrays are shared, not copied.
 *
 * @param weight {@code [K×V]}, each in [0, 1], in each row one above 0
 * @param completions which label sequences annotators could have written
 */
public record PartialLabels(double[][] weight, LabelConstraints completions) {
  public PartialLabels {
    for (double[] row : weight) {
      Checks.length("weights", row.length, completions.labelCount(), "[V]");
      for (double one : row) {
        if (!(one >= 0 && one <= 1)) {
          throw new IllegalArgumentException("a weight must be in [0, 1], was " + one);
        }
      }
      if (Arrays.stream(row).max().orElseThrow() == 0) {
        throw new IllegalArgumentException("a token must have a label that is not ruled out");
      }
    }
  }

  /** The number that stands for a row in place of a label. */
  public static int code(int row) {
    return -1 - row;
  }

  /** Whether a number of an array of labels stands for a row. */
  public static boolean isUnknown(int label) {
    return label < 0;
  }

  /** Whether a label of a sentence is not known. */
  public static boolean isPartial(int[] labels) {
    for (int label : labels) {
      if (isUnknown(label)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The weights that a number of an array of labels stands for, {@code [V]}; not to be modified.
   */
  public double[] weights(int label) {
    return weight[code(label)];
  }
}
