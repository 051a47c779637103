package org.gpchain.corpora.cas;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.gpchain.corpora.InputException;

/**
 * The files that a user has named, in the order of their names.
 *
 * @param directory the directory that all of them are in or below
 * @param files at least one
 */
record CasFiles(Path directory, List<Path> files) {
  private static final Pattern WILDCARD = Pattern.compile("[*?\\[{]");

  /**
   * Finds the files.
   *
   * @param input a file; a directory, of which and of the directories in it those files are taken
   *     whose names end as the format's do; or a pattern such as {@code corpus/*.xmi}
   * @throws InputException if there are none
   */
  static CasFiles of(Path input, CasFormat format) throws IOException {
    if (Files.isDirectory(input)) {
      return new CasFiles(
          input,
          found(
              input,
              input,
              file -> file.toString().endsWith(format.extension()),
              "there is no file in this directory that ends in " + format.extension()));
    }
    if (!Files.exists(input) && WILDCARD.matcher(input.toString()).find()) {
      Path directory = input.toAbsolutePath();
      while (WILDCARD.matcher(directory.toString()).find()) {
        directory = directory.getParent();
      }
      PathMatcher pattern = matcher(input);
      return new CasFiles(
          directory,
          found(
              input,
              directory,
              file -> pattern.matches(file.toAbsolutePath()),
              "no file matches this pattern"));
    }
    return new CasFiles(input.toAbsolutePath().getParent(), List.of(input));
  }

  private static PathMatcher matcher(Path input) throws InputException {
    try {
      return input.getFileSystem().getPathMatcher("glob:" + input.toAbsolutePath());
    } catch (IllegalArgumentException e) {
      throw new InputException(
          input, 0, "this is neither a file nor a pattern: " + e.getMessage(), e);
    }
  }

  private static List<Path> found(
      Path input, Path directory, Predicate<Path> wanted, String whereNone) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new InputException(input, 0, "there is no directory " + directory, "check the path");
    }
    try (Stream<Path> all = Files.walk(directory)) {
      List<Path> files = all.filter(Files::isRegularFile).filter(wanted).sorted().toList();
      if (files.isEmpty()) {
        throw new InputException(
            input,
            0,
            whereNone,
            "name files by a pattern such as 'corpus/*.txt', or check --format");
      }
      return files;
    }
  }
}
