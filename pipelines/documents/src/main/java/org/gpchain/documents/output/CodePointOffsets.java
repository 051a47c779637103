package org.gpchain.documents.output;

/**
 * Where places in a text are if code points are counted instead of UTF-16 units. From one place to
 * the next it takes time in proportion to the distance.
 */
final class CodePointOffsets {
  private final String text;
  private int units;
  private int codePoints;

  CodePointOffsets(String text) {
    this.text = text;
  }

  /**
   * The number of code points before a place.
   *
   * @param offset of the place in UTF-16 units, not within a surrogate pair
   */
  int of(int offset) {
    codePoints +=
        offset >= units ? text.codePointCount(units, offset) : -text.codePointCount(offset, units);
    units = offset;
    return codePoints;
  }
}
