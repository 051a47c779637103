package org.gpchain.internal.annotator.cas;

import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.core.text.VisibleText;

/**
 * The range of an annotation without leading and trailing white space, which people often mark
 * along with the words. The range of an annotation of white space only is empty.
 *
 * @param begin offset of the first character, in UTF-16 units
 * @param end offset after the last character, in UTF-16 units
 */
public record TrimmedRange(int begin, int end) {
  /** Maximum number of characters of a text that a message quotes. */
  private static final int MAX_QUOTE = 60;

  /** Returns the trimmed range of an annotation; the annotation is not changed. */
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

  /** Returns whether the annotation covers no text, or only white space. */
  public boolean isEmpty() {
    return begin >= end;
  }

  /** Returns whether this range has the given offsets. */
  public boolean isAt(int otherBegin, int otherEnd) {
    return begin == otherBegin && end == otherEnd;
  }

  /** Returns the untrimmed text and offsets of an annotation, for messages. */
  public static String describe(Annotation annotation) {
    return describe(
        annotation.getCAS().getDocumentText(), annotation.getBegin(), annotation.getEnd());
  }

  /**
   * Returns a part of a text and its offsets, for messages. White space and invisible characters
   * are shortened to single spaces, and long parts are cut.
   */
  public static String describe(String text, int begin, int end) {
    String quoted = VisibleText.oneLine(text.substring(begin, end)).replaceAll("\\s+", " ");
    if (quoted.length() > MAX_QUOTE) {
      quoted = quoted.substring(0, MAX_QUOTE).stripTrailing() + "…";
    }
    return "'" + quoted + "' at " + begin + " to " + end;
  }
}
