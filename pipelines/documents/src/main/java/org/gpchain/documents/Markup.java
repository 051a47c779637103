package org.gpchain.documents;

import java.util.Optional;
import java.util.regex.Pattern;

/** Recognises files that are written in a markup language, and are not raw text. */
final class Markup {
  private static final Pattern UIMA =
      Pattern.compile("<(?:\\?xml[^>]*>\\s*<)?xmi:XMI\\b.*", Pattern.DOTALL);

  private static final Pattern XML =
      Pattern.compile(
          "<(?:\\?xml\\b|!DOCTYPE\\b|html\\b).*", Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

  private static final Pattern JSON_CAS =
      Pattern.compile("\\{\\s*\"%(?:TYPES|FEATURE_STRUCTURES|VIEWS|HEADER)\".*", Pattern.DOTALL);

  private Markup() {}

  /** What to do instead; empty if this is text. */
  static Optional<String> hint(String text) {
    String start = text.stripLeading();
    if (UIMA.matcher(start).matches()) {
      return Optional.of("it is a UIMA document: give --format xmi");
    }
    if (JSON_CAS.matcher(start).matches()) {
      return Optional.of("it is a UIMA document: give --format json");
    }
    if (XML.matcher(start).matches()) {
      return Optional.of(
          "extract its text first, or read it with --reader CLASS, such as one of DKPro's readers"
              + " for HTML or XML; --format xmi reads UIMA documents");
    }
    return Optional.empty();
  }
}
