package org.gpchain.core.likelihood;

import java.util.Arrays;
import org.gpchain.internal.core.math.Checks;

/**
 * Knowledge of tokens whose label is not known. In an array of label numbers {@code −1 − k} stands
 * for row k: for each label, how likely it is that annotators leave behind what is found there
 * (nothing, or a rejected suggestion) if that label is the true one. A row of ones says nothing, a
 * zero rules a label out. The likelihood of a sentence is then
 *
 * <pre>{@code log Σ_y Π_t weight(t, y_t) exp score(y) − log Z}</pre>
 *
 * over its possible completions y. Other rows are how probable each label is, as somebody else has
 * found. A sentence whose unknown labels all have these has the expected log likelihood
 *
 * <pre>{@code Σ_y q(y) score(y) − log Z, q(y) ∝ Π_t weight(t, y_t)}</pre>
 *
 * which is highest where the model is as sure as q is; that of the sum is where it is sure of the
 * most probable labels. It is multiplied by a share, since who gave these may err alike everywhere.
 * Immutable once handed over; the arrays are shared, not copied.
 *
 * @param weight {@code [K×V]}, each in [0, 1], in each row one above 0
 * @param isProbability which rows are probabilities, {@code [K]}
 * @param share of a sentence, in (0, 1], that one with any probabilities counts
 * @param completions which label sequences annotators could have written
 * @param alike for each label those that share its probability, itself among them: a scheme may
 *     have several labels where who gave these had one
 */
public record PartialLabels(
    double[][] weight,
    boolean[] isProbability,
    double share,
    LabelConstraints completions,
    int[][] alike) {
  public PartialLabels {
    Checks.length("alike", alike.length, completions.labelCount(), "[V]");
    Checks.length("isProbability", isProbability.length, weight.length, "[K]");
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
    // A loop, since every evaluation of a sentence asks.
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

  /** Whether the row that a number of an array of labels stands for is probabilities. */
  public boolean isProbability(int label) {
    return isProbability[code(label)];
  }

  /** Whether somebody has guessed labels of a sentence: it counts the share. */
  public boolean isGuessed(int[] labels) {
    return Arrays.stream(labels).anyMatch(label -> isUnknown(label) && isProbability(label));
  }

  /** Whether all labels of a sentence that are not known have probabilities. */
  public boolean isExpected(int[] labels) {
    return Arrays.stream(labels).allMatch(label -> !isUnknown(label) || isProbability(label));
  }
}
