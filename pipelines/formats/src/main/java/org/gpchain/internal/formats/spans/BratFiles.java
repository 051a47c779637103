package org.gpchain.internal.formats.spans;

import java.nio.file.Path;
import java.util.regex.Pattern;

/** The two files of a document of brat, and the names in them. */
public final class BratFiles {
  /** How the names of texts end. */
  static final String TEXT = ".txt";

  /** How the names of files with annotations end. */
  static final String ANNOTATIONS = ".ann";

  private static final Pattern NO_NAME = Pattern.compile("[^\\p{L}\\p{M}\\p{N}_-]");

  private BratFiles() {}

  /** Returns brat's name for a label, which has letters, digits, hyphens and underscores. */
  public static String labelName(String label) {
    return label.isEmpty() ? "_" : NO_NAME.matcher(label).replaceAll("_");
  }

  /** Returns the text of a file with annotations, or the file itself if it is none. */
  public static Path textOf(Path file) {
    String name = file.getFileName().toString();
    if (!name.endsWith(ANNOTATIONS)) {
      return file;
    }
    String stem = name.substring(0, name.length() - ANNOTATIONS.length());
    return file.resolveSibling(stem + TEXT);
  }
}
