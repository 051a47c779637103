package org.gpchain.documents.input;

import java.util.List;
import java.util.Locale;

/**
 * Which files are documents, by the endings of their names in lower case, and what they are called.
 */
public record DocumentNames(List<String> endings) {
  /** The ending of files that were compressed one by one. */
  public static final String GZIP = ".gz";

  public DocumentNames {
    endings = List.copyOf(endings);
  }

  /** Whether a file in a folder or an archive is a document. */
  public boolean isDocument(String path) {
    return !ending(path.substring(path.lastIndexOf('/') + 1)).isEmpty();
  }

  /** The ending that a name has, as it is written; empty if it has none of these. */
  String ending(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    String zipped = lower.endsWith(GZIP) ? GZIP : "";
    String plain = lower.substring(0, lower.length() - zipped.length());
    return endings.stream()
        .filter(plain::endsWith)
        .findFirst()
        .map(ending -> name.substring(plain.length() - ending.length()))
        .orElse("");
  }

  /** The name of a document: its path without the ending, unless nothing would be left. */
  public String stem(String path) {
    String ending = ending(path);
    int stem = path.length() - ending.length();
    return stem > path.lastIndexOf('/') + 1 ? path.substring(0, stem) : path;
  }
}
