package org.gpchain.documents.batch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What an earlier run left in a folder when another one took its place: archives, errors, and what
 * is known of documents that failed. Documents themselves are called as nobody can foresee, and
 * stay.
 */
final class OldFiles {
  private static final Pattern SHARD = Pattern.compile("part-\\d{6,}\\.[a-z.]+");

  private OldFiles() {}

  /**
   * Removes them.
   *
   * @param shards names of the archives that are to stay
   * @param failed names, below the folder of failures, that are to stay
   * @param others files in the folder that are not to stay
   */
  static void remove(Path folder, Set<String> shards, Set<Path> failed, List<String> others)
      throws IOException {
    for (String other : others) {
      Files.deleteIfExists(folder.resolve(other));
    }
    try (Stream<Path> entries = Files.list(folder)) {
      for (Path entry : entries.filter(Files::isRegularFile).toList()) {
        String name = entry.getFileName().toString();
        if (SHARD.matcher(name).matches() && !shards.contains(name)) {
          Files.delete(entry);
        }
      }
    }
    Path failures = folder.resolve(RunFolder.FAILED);
    if (Files.isDirectory(failures, LinkOption.NOFOLLOW_LINKS)) {
      removeFailures(failures, failed);
    }
  }

  private static void removeFailures(Path folder, Set<Path> stay) throws IOException {
    List<Path> all;
    try (Stream<Path> inside = Files.walk(folder)) {
      all = inside.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path entry : all) {
      if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
        if (isEmpty(entry)) {
          Files.delete(entry);
        }
      } else if (!stay.contains(folder.relativize(entry))) {
        Files.delete(entry);
      }
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.findAny().isEmpty();
    }
  }
}
