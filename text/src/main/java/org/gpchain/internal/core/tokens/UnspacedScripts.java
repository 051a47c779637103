package org.gpchain.internal.core.tokens;

import java.lang.Character.UnicodeScript;
import java.util.EnumSet;
import java.util.Set;

/** The scripts that are written without spaces between words, such as Chinese and Thai. */
public final class UnspacedScripts {
  private static final Set<UnicodeScript> SCRIPTS =
      EnumSet.of(
          UnicodeScript.HAN,
          UnicodeScript.HIRAGANA,
          UnicodeScript.KATAKANA,
          UnicodeScript.THAI,
          UnicodeScript.LAO,
          UnicodeScript.KHMER,
          UnicodeScript.MYANMAR);

  /** The smallest code point of the scripts, at the beginning of the Thai block. */
  private static final int FIRST = 0x0e00;

  private UnspacedScripts() {}

  /** Returns whether a character belongs to one of the scripts. */
  public static boolean contains(int codePoint) {
    return codePoint >= FIRST && SCRIPTS.contains(UnicodeScript.of(codePoint));
  }
}
