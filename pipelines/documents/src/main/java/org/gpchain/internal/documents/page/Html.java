package org.gpchain.internal.documents.page;

import java.nio.charset.StandardCharsets;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.function.Uncheck;

/** Common parts of HTML pages. */
public final class Html {
  private static final char REPLACEMENT = '\uFFFD';

  private Html() {}

  /**
   * Escapes text for the content of an element or for an attribute in double or single quotes.
   * Control characters other than white space are replaced, because HTML does not allow them.
   * Format characters and line separators, which may hide or reorder the source of the page, become
   * references.
   */
  public static String escape(CharSequence text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    int c;
    for (int i = 0; i < text.length(); i += Character.charCount(c)) {
      c = Character.codePointAt(text, i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> appendOther(c, out);
      }
    }
    return out.toString();
  }

  private static void appendOther(int c, StringBuilder out) {
    if (!isAllowed(c)) {
      out.append(REPLACEMENT);
    } else if (isInvisible(c)) {
      out.append("&#").append(c).append(';');
    } else {
      out.appendCodePoint(c);
    }
  }

  private static boolean isInvisible(int c) {
    int type = Character.getType(c);
    return type == Character.FORMAT
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }

  /**
   * Returns the beginning of a page up to the start of its body. The page needs no other files.
   *
   * @param language language of the page; null if it is unknown
   * @param allowed additional directives of the Content-Security-Policy, which allows nothing by
   *     default
   * @param style style sheet
   */
  public static String head(String language, String title, String allowed, String style) {
    String attribute = language == null ? "" : " lang=\"" + escape(language) + "\"";
    return "<!DOCTYPE html>\n<html"
        + attribute
        + ">\n<head>\n<meta charset=\"UTF-8\">\n"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        + allowed
        + "\">\n<title>"
        + escape(title)
        + "</title>\n<style>\n"
        + style
        + "</style>\n</head>\n<body>\n";
  }

  /** Returns a text file in UTF-8 from the package of a class. */
  public static String resource(Class<?> owner, String name) {
    return Uncheck.get(() -> IOUtils.toString(owner.getResource(name), StandardCharsets.UTF_8));
  }

  /** Returns whether HTML allows a character. */
  private static boolean isAllowed(int c) {
    return !Character.isISOControl(c) || c == '\n' || c == '\t' || c == '\r' || c == '\f';
  }
}
