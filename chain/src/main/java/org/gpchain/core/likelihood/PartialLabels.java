package org.gpchain.core.likelihood;

import java.util.Arrays;
import org.gpchain.internal.core.math.Checks;

/**
 * Weights of the possible labels of tokens whose label is unknown. In an array of label numbers,
 * the code {@code −1 − k} marks an unknown label and refers to row k of {@code weight}, which has
 * one weight for each label.
 *
 * <p>There are two kinds of rows. In the first kind, a weight is the probability that an annotator
 * leaves the token as it was found (unannotated, or with a rejected suggestion) if that label is
 * the true one. A row of ones carries no information, and a weight of zero rules a label out. The
 * log likelihood of a sentence is then a sum over its possible completions y:
 *
 * <pre>{@code log Σ_y Π_t weight(t, y_t) exp score(y) − log Z}</pre>
 *
 * <p>In the second kind, the weights are probabilities of the labels, estimated by somebody else
 * (such as a label model). If all unknown labels of a sentence have probabilities, it has the
 * expected log likelihood
 *
 * <pre>{@code Σ_y q(y) score(y) − log Z, q(y) ∝ Π_t weight(t, y_t)}</pre>
 *
 * <p>Its maximum is a model that is as certain as q. The sum over completions would instead be
 * largest for a model that is certain of the most probable labels. A sentence with any
 * probabilities counts only {@code share}, because the source of the probabilities may make the
 * same mistake in many sentences.
 *
 * <p>The arrays are shared with the caller, not copied, and must not be modified.
 *
 * @param weight weights of each row, {@code [K×V]}, in [0, 1], at least one of each row above 0
 * @param isProbability whether the weights of each row are probabilities, {@code [K]}
 * @param share factor of the log likelihood of a sentence that has probabilities, in (0, 1]
 * @param completions constraints on the label sequences that annotators could have written
 * @param alike for each label, the labels that share its probability, including itself. Several
 *     labels of a tag scheme can correspond to one label of the source of the probabilities.
 */
public record PartialLabels(
    double[][] weight,
    boolean[] isProbability,
    double share,
    LabelConstraints completions,
    int[][] alike) {
  /** Checks the shapes and the weights. */
  public PartialLabels {
    Checks.length("alike", alike.length, completions.labelCount(), "[V]");
    Checks.length("isProbability", isProbability.length, weight.length, "[K]");
    for (double[] row : weight) {
      Checks.length("weights", row.length, completions.labelCount(), "[V]");
      for (double labelWeight : row) {
        if (!(labelWeight >= 0 && labelWeight <= 1)) {
          throw new IllegalArgumentException("a weight must be in [0, 1], was " + labelWeight);
        }
      }
      if (Arrays.stream(row).max().orElseThrow() == 0) {
        throw new IllegalArgumentException("a token must have a label that is not ruled out");
      }
    }
  }

  /** Returns the code that refers to a row in an array of label numbers. */
  public static int code(int row) {
    return -1 - row;
  }

  /** Returns whether an element of an array of label numbers is the code of an unknown label. */
  public static boolean isUnknown(int label) {
    return label < 0;
  }

  /** Returns whether any label of a sentence is unknown. */
  public static boolean isPartial(int[] labels) {
    for (int label : labels) {
      if (isUnknown(label)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the weights of an unknown label, {@code [V]}; not to be modified.
   *
   * @param code code of the unknown label
   */
  public double[] weights(int code) {
    return weight[row(code)];
  }

  /**
   * Returns whether the weights of an unknown label are probabilities.
   *
   * @param code code of the unknown label
   */
  public boolean isProbability(int code) {
    return isProbability[row(code)];
  }

  private static int row(int code) {
    return -1 - code;
  }

  /**
   * Returns whether any unknown label of a sentence has probabilities. The sentence then counts
   * only {@code share}.
   */
  public boolean hasProbabilities(int[] labels) {
    for (int label : labels) {
      if (isUnknown(label) && isProbability(label)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether all unknown labels of a sentence have probabilities. */
  public boolean hasOnlyProbabilities(int[] labels) {
    for (int label : labels) {
      if (isUnknown(label) && !isProbability(label)) {
        return false;
      }
    }
    return true;
  }
}
