package org.gpchain.core.likelihood;

import java.util.Arrays;
import org.gpchain.internal.core.math.Checks;

/**
 * The label sequences that are possible: which labels may begin a sentence, which may follow which,
 * and which may end one. Immutable once handed over; the arrays are shared, not copied.
 *
 * @param start {@code [V]}, whether a label may stand on the first token
 * @param transition {@code [V×V]} row-major, index {@code from*V+to}
 * @param end {@code [V]}, whether a label may stand on the last token
 */
public record LabelConstraints(boolean[] start, boolean[] transition, boolean[] end) {
  public LabelConstraints {
    Checks.length("transition", transition.length, (long) start.length * start.length, "[V×V]");
    Checks.length("end", end.length, start.length, "[V]");
  }

  /** Every sequence of so many labels. */
  public static LabelConstraints none(int labelCount) {
    boolean[] label = new boolean[labelCount];
    boolean[] pair = new boolean[labelCount * labelCount];
    Arrays.fill(label, true);
    Arrays.fill(pair, true);
    return new LabelConstraints(label, pair, label);
  }

  /** Number of labels V. */
  public int labelCount() {
    return start.length;
  }
}
