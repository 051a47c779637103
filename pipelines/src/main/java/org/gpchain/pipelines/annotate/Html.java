package org.gpchain.pipelines.annotate;

/** Text as HTML. */
final class Html {
  private Html() {}

  /**
   * Escapes text for an element's content or for an attribute in double or single quotes.
   *
   * @param text any text
   */
  static String escape(CharSequence text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> out.append(isAllowed(c) ? c : '\uFFFD');
      }
    }
    return out.toString();
  }

  /** HTML has no control characters but white space. */
  private static boolean isAllowed(char c) {
    return !Character.isISOControl(c) || c == '\n' || c == '\t' || c == '\r' || c == '\f';
  }
}
