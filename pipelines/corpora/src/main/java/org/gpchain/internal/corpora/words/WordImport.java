package org.gpchain.internal.corpora.words;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.gpchain.core.words.WordNumbers;
import org.gpchain.core.words.WordOrigin;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.TextLines;
import org.gpchain.internal.training.data.WordVectors;
import org.gpchain.internal.training.words.WordClusterer;

/** Word resources from what other programs have learned from raw text. */
public final class WordImport {
  /** Columns of Brown clusters have this name, and the number of bits. */
  private static final String BROWN = "brown";

  private static final int BROWN_FIELDS = 3;

  private WordImport() {}

  private record BrownPath(String path, String word, long count) {}

  /**
   * Brown clusters, from a {@code paths} file (Brown et al. 1992, in the format of Liang 2005): in
   * each line the path of a word's cluster in the binary tree of clusters, the word, and how often
   * it occurs, with TABs between them. The first bits of paths are clusters of any coarseness.
   *
   * @param prefixes numbers of bits, one for each column; a shorter path is a cluster of its own
   * @throws InputException if a line has not three fields, its path has other characters than 0 and
   *     1, its count is no count, or its word has a line already
   */
  public static WordResource brown(Path file, List<Integer> prefixes, WordLearning.Label label)
      throws IOException {
    List<BrownPath> paths = brownPaths(file);
    List<String> words = paths.stream().map(path -> WordNumbers.normal(path.word())).toList();
    long tokens = paths.stream().mapToLong(BrownPath::count).sum();
    WordOrigin origin = label.origin(Stream.of(file), tokens, Map.of(BROWN, prefixes.toString()));
    WordNumbers numbers = new WordNumbers(words, List.of());
    return label.resource(numbers, columns(paths, prefixes), null, null, origin);
  }

  private static List<BrownPath> brownPaths(Path file) throws IOException {
    Map<String, Integer> lineOf = new HashMap<>();
    List<BrownPath> entries = new ArrayList<>();
    TextLines.forEach(
        file,
        StandardCharsets.UTF_8,
        (number, line) -> {
          BrownPath entry = brownPath(file, number, line);
          WordFiles.checkNew(
              "word", entry.word(), lineOf.putIfAbsent(entry.word(), number), file, number);
          entries.add(entry);
        });
    if (entries.isEmpty()) {
      throw new InputException(file, "there is no word in this file", "give a paths file");
    }
    return ofDifferentNumbers(entries);
  }

  private static BrownPath brownPath(Path file, int number, String line) throws InputException {
    String[] fields = line.split("\t", -1);
    if (fields.length != BROWN_FIELDS || fields[1].isBlank()) {
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
    return new BrownPath(fields[0], fields[1], Long.parseLong(fields[2]));
  }

  private static String shown(String text) {
    return "'" + (text.length() > 40 ? text.substring(0, 40) + "…" : text) + "'";
  }

  /** The commonest first; of words that differ in digits only, the commonest. */
  private static List<BrownPath> ofDifferentNumbers(List<BrownPath> entries) {
    Map<String, BrownPath> known = new HashMap<>();
    return entries.stream()
        .sorted(Comparator.comparingLong(entry -> -entry.count()))
        .filter(entry -> known.putIfAbsent(WordNumbers.normal(entry.word()), entry) == null)
        .toList();
  }

  /** Clusters are numbered in the order of their commonest words. */
  private static SortedMap<String, int[]> columns(List<BrownPath> entries, List<Integer> prefixes) {
    SortedMap<String, int[]> columns = new TreeMap<>();
    for (int bits : prefixes) {
      Map<String, Integer> numbers = new HashMap<>();
      columns.put(
          BROWN + bits,
          entries.stream()
              .map(entry -> entry.path().substring(0, Math.min(bits, entry.path().length())))
              .mapToInt(prefix -> numbers.computeIfAbsent(prefix, p -> numbers.size()))
              .toArray());
    }
    return columns;
  }

  /**
   * Clusters of word vectors, from a file of word2vec, fastText or GloVe.
   *
   * @param limit number of words at the beginning of the file that are clustered; such files begin
   *     with the commonest words
   * @throws InputException if the file cannot be read, or has fewer than two words
   */
  public static WordResource vectors(
      Path file, int limit, WordClusterer clusterer, WordLearning.Label label) throws IOException {
    WordVectors vectors = WordVectorFile.readFirst(file, limit);
    int columns = vectors.dimension();
    // Of words that differ in digits only, the commonest.
    Set<String> words = new LinkedHashSet<>();
    List<Integer> rows = new ArrayList<>();
    for (int row = 0; row < vectors.words().size(); row++) {
      if (words.add(WordNumbers.normal(vectors.words().get(row)))) {
        rows.add(row);
      }
    }
    if (words.size() < 2) {
      throw new InputException(
          file, "there are fewer than two words to cluster", "give a file with more words");
    }
    double[] used = new double[rows.size() * columns];
    for (int i = 0; i < rows.size(); i++) {
      for (int j = 0; j < columns; j++) {
        used[i * columns + j] = vectors.vectors()[rows.get(i) * columns + j];
      }
    }
    SortedMap<String, int[]> clusters =
        WordLearning.columns(clusterer.granularities(), clusterer.cluster(used, columns));
    Map<String, String> settings =
        Map.of(
            "vectors",
            rows.size() + " words, " + columns + " numbers each",
            "clusters",
            clusterer.granularities().toString(),
            "seed",
            Long.toString(clusterer.seed()));
    WordNumbers numbers = new WordNumbers(List.copyOf(words), List.of());
    WordOrigin origin = label.origin(Stream.of(file), 0, settings);
    return label.resource(numbers, clusters, null, null, origin);
  }
}
