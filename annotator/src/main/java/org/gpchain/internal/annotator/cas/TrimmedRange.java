package org.gpchain.internal.annotator.cas;

import org.apache.uima.jcas.tcas.Annotation;

/**
 * The range of an annotation without the white space at its borders, which a person has marked
 * along with the words. An annotation of nothing else has an empty range.
 *
 * @param begin offset of the first character, in UTF-16 units
 * @param end offset behind the last character
 */
public record TrimmedRange(int begin, int end) {
  /** Maximum number of characters of a text that a message quotes. */
  private static final int MAX_QUOTE = 60;

  /** Returns the range of an annotation, which itself is not changed. */
  public static TrimmedRange of(Annotation annotation) {
    String text = annotation.getCAS().getDocumentText();
    int begin = annotation.getBegin();
    int end = annotation.getEnd();
    if (text == null || begin < 0 || end > text.length()) {
      return new TrimmedRange(begin, end);
    }
    while (begin < end && isWhiteSpace(text.charAt(begin))) {
      begin++;
    }
    while (begin < end && isWhiteSpace(text.charAt(end - 1))) {
      end--;
    }
    return new TrimmedRange(begin, end);
  }

  private static boolean isWhiteSpace(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }

  /** Returns whether there is nothing but white space, or nothing at all. */
  public boolean isEmpty() {
    return begin >= end;
  }

  /** Returns whether this is the range between two offsets. */
  public boolean isAt(int otherBegin, int otherEnd) {
    return begin == otherBegin && end == otherEnd;
  }

  /**
   * Returns the text and the offsets of an annotation as it stands in the document, for messages.
   */
  public static String describe(Annotation annotation) {
    return describe(
        annotation.getCAS().getDocumentText(), annotation.getBegin(), annotation.getEnd());
  }

  /** Returns a piece of text and its offsets, for messages: one line, cut if it is long. */
  public static String describe(String text, int begin, int end) {
    String quoted = text.substring(begin, end).replaceAll("[\\s\\p{Cntrl}]+", " ");
    String shown =
        quoted.length() > MAX_QUOTE ? quoted.substring(0, MAX_QUOTE).stripTrailing() + "…" : quoted;
    return "'" + shown + "' at " + begin + " to " + end;
  }
}
