package org.gpchain.internal.formats.spans;

import java.nio.file.Path;
import java.util.regex.Pattern;

/** Functions for the names of brat's files and labels. A document has a text and annotations. */
public final class BratFiles {
  /** File extension of texts. */
  static final String TEXT = ".txt";

  /** File extension of annotations. */
  static final String ANNOTATIONS = ".ann";

  /** Characters that names of labels must not have. */
  private static final Pattern NO_NAME = Pattern.compile("[^\\p{L}\\p{M}\\p{N}_-]");

  private BratFiles() {}

  /**
   * Returns the name of a label in brat. Characters other than letters, digits, hyphens and
   * underscores are replaced.
   */
  public static String labelName(String label) {
    if (label.isEmpty()) {
      return "_";
    }
    return NO_NAME.matcher(label).replaceAll("_");
  }

  /** Returns the text of a file with annotations; returns any other file unchanged. */
  public static Path textOf(Path file) {
    String name = file.getFileName().toString();
    if (!name.endsWith(ANNOTATIONS)) {
      return file;
    }
    String stem = name.substring(0, name.length() - ANNOTATIONS.length());
    return file.resolveSibling(stem + TEXT);
  }
}
