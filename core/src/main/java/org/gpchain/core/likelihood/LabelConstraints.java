package org.gpchain.core.likelihood;

import org.gpchain.core.math.Checks;

/**
 * Which label sequences decoding may return: which labels may begin a sentence, which may follow
 * which, and which may end one. Immutable once handed over; the arrays are shared, not copied.
 *
 * @param start {@code [V]}, whether a label may stand on the first token
 * @param transition {@code [V×V]} row-major, index {@code from*V+to}
 * @param end {@code [V]}, whether a label may stand on the last token
 */
public record LabelConstraints(boolean[] start, boolean[] transition, boolean[] end) {
  /** Checks the shapes. */
  public LabelConstraints {
    Checks.length("transition", transition.length, (long) start.length * start.length, "[V×V]");
    Checks.length("end", end.length, start.length, "[V]");
  }

  /** Number of labels V. */
  public int labelCount() {
    return start.length;
  }
}
