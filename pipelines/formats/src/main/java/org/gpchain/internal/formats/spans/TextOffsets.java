package org.gpchain.internal.formats.spans;

import java.util.Arrays;

/** The offsets of a tool in a text as offsets of Java, which count UTF-16 units. */
final class TextOffsets {
  /** What the offsets of a tool count. */
  enum Unit {
    /** UTF-16 units, as Java and JavaScript do. */
    UTF16("UTF-16 units"),

    /** Code points, as Python does. */
    CODE_POINTS("code points");

    private final String words;

    Unit(String words) {
      this.words = words;
    }

    Unit other() {
      return this == UTF16 ? CODE_POINTS : UTF16;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /** The UTF-16 offset of each offset of the tool, from 0 to the length of the text. */
  private final int[] units;

  private TextOffsets(int[] units) {
    this.units = units;
  }

  /**
   * @param joinsLineEnds whether CR and LF count as one, as they do in a browser
   */
  static TextOffsets of(String text, Unit counted, boolean joinsLineEnds) {
    int[] units = new int[text.length() + 1];
    int count = 0;
    int at = 0;
    while (at < text.length()) {
      units[count++] = at;
      boolean isPair =
          counted == Unit.CODE_POINTS && Character.charCount(text.codePointAt(at)) == 2;
      boolean isLineEnd = joinsLineEnds && text.startsWith("\r\n", at);
      at += isPair || isLineEnd ? 2 : 1;
    }
    units[count++] = text.length();
    return new TextOffsets(Arrays.copyOf(units, count));
  }

  /** Returns whether there are characters for which the units make a difference. */
  static boolean hasPairs(String text) {
    return text.codePointCount(0, text.length()) < text.length();
  }

  boolean has(int offset) {
    return 0 <= offset && offset < units.length;
  }

  /** Returns the offset in Java of an offset that {@linkplain #has there is}. */
  int at(int offset) {
    return units[offset];
  }

  /** Returns the length of the text as the tool counts it. */
  int length() {
    return units.length - 1;
  }
}
