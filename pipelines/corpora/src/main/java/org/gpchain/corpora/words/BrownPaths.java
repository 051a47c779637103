package org.gpchain.corpora.words;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gpchain.core.words.WordNumbers;
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.Utf8Lines;

/**
 * The Brown clusters of a {@code paths} file (Brown et al. 1992, in the format of Liang 2005): in
 * each line the path of a word's cluster in the binary tree of clusters, the word, and how often it
 * occurs, with TABs between them. The first bits of paths are clusters of any coarseness.
 */
final class BrownPaths {
  /** Columns have this name, and the number of bits. */
  private static final String COLUMN = "brown";

  private static final int FIELDS = 3;

  private final Path file;
  private final List<Entry> entries;

  private BrownPaths(Path file, List<Entry> entries) {
    this.file = file;
    this.entries = entries;
  }

  private record Entry(String path, String word, long count) {}

  /**
   * Reads a file.
   *
   * @throws InputException if a line has not three fields, its path has other characters than 0 and
   *     1, its count is no count, or its word has a line already
   */
  static BrownPaths read(Path file) throws IOException {
    Map<String, Integer> lineOf = new HashMap<>();
    List<Entry> entries = new ArrayList<>();
    try (Utf8Lines lines = new Utf8Lines(file)) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        Entry entry = entry(file, lines.line(), line);
        Integer earlier = lineOf.putIfAbsent(entry.word(), lines.line());
        if (earlier != null) {
          throw new InputException(
              file,
              lines.line(),
              "the word '" + entry.word() + "' stands in line " + earlier + " already",
              "remove one");
        }
        entries.add(entry);
      }
    }
    if (entries.isEmpty()) {
      throw new InputException(file, "there is no word in this file", "give a paths file");
    }
    return new BrownPaths(file, ofDifferentNumbers(entries));
  }

  private static Entry entry(Path file, int number, String line) throws InputException {
    String[] fields = line.split("\t", -1);
    if (fields.length != FIELDS || fields[1].isBlank()) {
      throw new InputException(
          file,
          number,
          "expected a path, a word and a count with TABs between them, found " + shown(line),
          "give a paths file of Brown clusters");
    }
    if (!fields[0].matches("[01]+")) {
      throw new InputException(
          file, number, "the path " + shown(fields[0]) + " is not made of 0 and 1", "fix the line");
    }
    if (!fields[2].matches("\\d{1,18}")) {
      throw new InputException(
          file, number, "the count " + shown(fields[2]) + " is not a number", "fix the line");
    }
    return new Entry(fields[0], fields[1], Long.parseLong(fields[2]));
  }

  private static String shown(String text) {
    return "'" + (text.length() > 40 ? text.substring(0, 40) + "…" : text) + "'";
  }

  /** The commonest first; of words that differ in digits only, the commonest. */
  private static List<Entry> ofDifferentNumbers(List<Entry> entries) {
    Map<String, Entry> known = new HashMap<>();
    return entries.stream()
        .sorted(Comparator.comparingLong(entry -> -entry.count()))
        .filter(entry -> known.putIfAbsent(WordNumbers.normal(entry.word()), entry) == null)
        .toList();
  }

  Path file() {
    return file;
  }

  long tokens() {
    return entries.stream().mapToLong(Entry::count).sum();
  }

  WordNumbers numbers() {
    return new WordNumbers(
        entries.stream().map(entry -> WordNumbers.normal(entry.word())).toList(), List.of());
  }

  /**
   * Columns of clusters.
   *
   * @param prefixes numbers of bits; a shorter path is a cluster of its own
   * @return for each column the cluster of each word; clusters are numbered in the order of their
   *     commonest words
   */
  SortedMap<String, int[]> columns(List<Integer> prefixes) {
    SortedMap<String, int[]> columns = new TreeMap<>();
    for (int bits : prefixes) {
      Map<String, Integer> numbers = new HashMap<>();
      columns.put(
          COLUMN + bits,
          entries.stream()
              .map(entry -> entry.path().substring(0, Math.min(bits, entry.path().length())))
              .mapToInt(prefix -> numbers.computeIfAbsent(prefix, p -> numbers.size()))
              .toArray());
    }
    return columns;
  }
}
