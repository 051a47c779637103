package org.gpchain.core.likelihood;

import java.util.Arrays;
import org.gpchain.internal.core.math.Checks;

/**
 * Constraints on label sequences: which labels can begin a sentence, follow each other and end a
 * sentence. The arrays are shared with the caller, not copied, and must not be modified.
 *
 * @param start whether each label can be on the first token, {@code [V]}
 * @param transition whether label {@code to} can follow label {@code from}, {@code [V×V]}, index
 *     {@code from*V+to}
 * @param end whether each label can be on the last token, {@code [V]}
 */
public record LabelConstraints(boolean[] start, boolean[] transition, boolean[] end) {
  /** Checks that the arrays have the same number of labels. */
  public LabelConstraints {
    Checks.length("transition", transition.length, (long) start.length * start.length, "[V×V]");
    Checks.length("end", end.length, start.length, "[V]");
  }

  /** Returns the constraints that allow every sequence of {@code labelCount} labels. */
  public static LabelConstraints none(int labelCount) {
    boolean[] labels = new boolean[labelCount];
    boolean[] transitions = new boolean[labelCount * labelCount];
    Arrays.fill(labels, true);
    Arrays.fill(transitions, true);
    return new LabelConstraints(labels, transitions, labels);
  }

  /** Returns the number of labels V. */
  public int labelCount() {
    return start.length;
  }
}
