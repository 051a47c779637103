package org.gpchain.internal.formats.spans;

import java.util.Arrays;

/** A conversion of the offsets of a tool to offsets of Java, which count UTF-16 units. */
final class TextOffsets {
  /** A unit that the offsets of a tool count. */
  enum Unit {
    /** UTF-16 units, as Java and JavaScript do. */
    UTF16("UTF-16 units"),

    /** Code points, as Python does. */
    CODE_POINTS("code points");

    private final String description;

    Unit(String description) {
      this.description = description;
    }

    Unit other() {
      return this == UTF16 ? CODE_POINTS : UTF16;
    }

    @Override
    public String toString() {
      return description;
    }
  }

  /** UTF-16 offset for each offset of the tool, from 0 to the length of the text. */
  private final int[] units;

  private TextOffsets(int[] units) {
    this.units = units;
  }

  /**
   * Returns the offsets in a text.
   *
   * @param counted unit that the tool counts
   * @param joinsLineEnds whether CR and LF count as one, as they do in a browser
   */
  static TextOffsets of(String text, Unit counted, boolean joinsLineEnds) {
    int[] units = new int[text.length() + 1];
    int count = 0;
    int offset = 0;
    while (offset < text.length()) {
      units[count] = offset;
      count++;

      boolean isPair =
          counted == Unit.CODE_POINTS && Character.charCount(text.codePointAt(offset)) == 2;
      boolean isLineEnd = joinsLineEnds && text.startsWith("\r\n", offset);
      offset++;
      if (isPair || isLineEnd) {
        offset++;
      }
    }
    units[count] = text.length();
    return new TextOffsets(Arrays.copyOf(units, count + 1));
  }

  /** Returns whether a text has surrogate pairs, whose length differs between the units. */
  static boolean hasPairs(String text) {
    return text.codePointCount(0, text.length()) < text.length();
  }

  /** Returns whether an offset of the tool is within the text. */
  boolean has(int offset) {
    return 0 <= offset && offset < units.length;
  }

  /** Returns the UTF-16 offset for an offset of the tool that is within the text. */
  int at(int offset) {
    return units[offset];
  }

  /** Returns the length of the text in the unit of the tool. */
  int length() {
    return units.length - 1;
  }
}
