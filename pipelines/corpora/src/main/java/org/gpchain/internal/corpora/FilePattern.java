package org.gpchain.internal.corpora;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.regex.Pattern;

/**
 * A pattern for file names, such as {@code corpus/*.xmi}.
 *
 * @param folder deepest folder that contains all matching files
 * @param matcher test of absolute paths
 */
public record FilePattern(Path folder, PathMatcher matcher) {
  private static final Pattern WILDCARD = Pattern.compile("[*?\\[{]");

  /** Returns whether an input is a pattern. A name with wildcards is none if such a file exists. */
  public static boolean isPattern(Path input) {
    return !Files.exists(input) && WILDCARD.matcher(input.toString()).find();
  }

  /**
   * Returns the pattern that a user has given as an input.
   *
   * @throws InputException if the pattern is malformed, or its folder does not exist
   */
  public static FilePattern of(Path input) throws InputException {
    Path folder = input.toAbsolutePath();
    while (WILDCARD.matcher(folder.toString()).find()) {
      folder = folder.getParent();
    }
    if (!Files.isDirectory(folder)) {
      throw new InputException(input, "there is no directory " + folder, "check the path");
    }
    try {
      return new FilePattern(
          folder, input.getFileSystem().getPathMatcher("glob:" + input.toAbsolutePath()));
    } catch (IllegalArgumentException e) {
      throw new InputException(input, "this is neither a file nor a pattern: " + e.getMessage(), e);
    }
  }

  /** Returns whether a file matches the pattern. */
  public boolean matches(Path file) {
    return matcher.matches(file.toAbsolutePath());
  }
}
