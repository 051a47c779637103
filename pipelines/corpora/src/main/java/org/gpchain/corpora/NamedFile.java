package org.gpchain.corpora;

import java.nio.file.Path;

/**
 * A file with one document.
 *
 * @param file the file
 * @param name of the document: the path below the directory that the user has named, with slashes
 *     and without the ending
 */
public record NamedFile(Path file, String name) {
  /** Stands for standard input or output where a file could be named. */
  public static final Path STANDARD_STREAM = Path.of("-");

  private static final String STANDARD_INPUT = "stdin";

  /**
   * Names a file.
   *
   * @param directory that the file is in or below
   * @param file the file, or {@link #STANDARD_STREAM}
   * @param ending what is left out of the name if it ends so, in any case
   */
  public static NamedFile of(Path directory, Path file, String ending) {
    if (file.equals(STANDARD_STREAM)) {
      return new NamedFile(file, STANDARD_INPUT);
    }
    Path relative = directory.toAbsolutePath().relativize(file.toAbsolutePath());
    String name = relative.toString().replace(relative.getFileSystem().getSeparator(), "/");
    int stem = name.length() - ending.length();
    boolean strip =
        stem > name.lastIndexOf('/') + 1
            && name.regionMatches(true, stem, ending, 0, ending.length());
    return new NamedFile(file, strip ? name.substring(0, stem) : name);
  }
}
