package org.gpchain.internal.corpora;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.regex.Pattern;

/** Files that a user names by a pattern, such as {@code corpus/*.xmi}, in or below a folder. */
public record FilePattern(Path folder, PathMatcher matcher) {
  private static final Pattern WILDCARD = Pattern.compile("[*?\\[{]");

  /** Returns whether an input is a pattern: a file may have such a name, too. */
  public static boolean isPattern(Path input) {
    return !Files.exists(input) && WILDCARD.matcher(input.toString()).find();
  }

  /**
   * @throws InputException if it is none, or its folder does not exist
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

  public boolean matches(Path file) {
    return matcher.matches(file.toAbsolutePath());
  }
}
