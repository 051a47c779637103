package org.gpchain;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Finds files of the checkout. */
final class Repository {
  private Repository() {}

  /** Returns the root folder of the checkout. */
  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("CONTRIBUTING.md"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  /** Returns all Markdown pages of the repository, without build outputs. */
  static List<Path> pages() throws IOException {
    return files(".md");
  }

  /** Returns the files whose names have the given ending, without build outputs. */
  static List<Path> files(String ending) throws IOException {
    Path root = root();
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(ending))
          .filter(
              file ->
                  Stream.of("target", ".git").noneMatch(part -> has(root.relativize(file), part)))
          .sorted()
          .toList();
    }
  }

  private static boolean has(Path file, String part) {
    for (Path name : file) {
      if (name.toString().equals(part)) {
        return true;
      }
    }
    return false;
  }
}
