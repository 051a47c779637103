package org.gpchain.internal.server.annotations;

import org.gpchain.core.text.LabelSet;
import org.gpchain.internal.core.math.Checks;

/** The rules for labels of annotations. A model cannot be trained with labels that break them. */
public final class LabelRules {
  /**
   * Maximum length of a label (UTF-16 code units). Models add a prefix of up to two characters,
   * such as {@code B-}.
   */
  private static final int MAX_LENGTH = LabelSet.LONGEST - 2;

  private LabelRules() {}

  /**
   * Returns why a model cannot learn a label, without quoting the label; empty if it can.
   *
   * @param label the label; empty for an annotation without a label, which breaks no rule
   */
  public static String problem(String label) {
    try {
      Checks.plain("a label", label, MAX_LENGTH);
      return "";
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }
}
