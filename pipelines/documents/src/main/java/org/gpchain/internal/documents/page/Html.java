package org.gpchain.internal.documents.page;

import java.nio.charset.StandardCharsets;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.function.Uncheck;

/** Pages in HTML. */
public final class Html {
  private Html() {}

  /** Escapes text for an element's content or for an attribute in double or single quotes. */
  public static String escape(CharSequence text) {
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

  /**
   * The beginning of a page that needs nothing from elsewhere, up to the start of its body.
   *
   * @param language of its words; null if unknown
   * @param allowed what its Content-Security-Policy allows
   */
  public static String head(String language, String title, String allowed, String style) {
    return "<!DOCTYPE html>\n<html"
        + (language == null ? "" : " lang=\"" + escape(language) + "\"")
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

  /** A style sheet or script in UTF-8 that is beside a class. */
  public static String resource(Class<?> owner, String name) {
    return Uncheck.get(() -> IOUtils.toString(owner.getResource(name), StandardCharsets.UTF_8));
  }

  /** HTML has no control characters but white space. */
  private static boolean isAllowed(char c) {
    return !Character.isISOControl(c) || c == '\n' || c == '\t' || c == '\r' || c == '\f';
  }
}
