package org.gpchain.internal.corpora.words;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
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

/** Functions that convert Brown clusters and word vectors of other programs to word resources. */
public final class WordImport {
  /** Prefix of the names of columns with Brown clusters, before the number of bits. */
  private static final String BROWN = "brown";

  /** Number of fields in a line of Brown clusters. */
  private static final int BROWN_FIELDS = 3;

  /** Maximum length of quoted text in a message (characters). */
  private static final int MAX_SHOWN = 40;

  private WordImport() {}

  /**
   * A line of Brown clusters.
   *
   * @param path path to the word's cluster in the binary tree: 0 or 1 for each branch
   * @param count number of occurrences of the word
   */
  private record BrownPath(String path, String word, long count) {}

  /**
   * Reads Brown clusters from a {@code paths} file (Brown et al. 1992, in the format of Liang
   * 2005). Each line has the path to a word's cluster in the binary tree of clusters, the word, and
   * its number of occurrences, separated by TABs. Prefixes of the paths are coarser clusters.
   *
   * @param prefixes length of prefixes (bits) for each column of clusters; words with a shorter
   *     path form a separate cluster
   * @throws InputException if a line does not have three fields, a path has characters other than 0
   *     and 1, a count is not a number, or a word occurs in two lines
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
    try (TextLines lines = new TextLines(file)) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        int number = lines.line();
        BrownPath entry = brownPath(file, number, line);
        Integer earlier = lineOf.putIfAbsent(entry.word(), number);
        WordFiles.checkNew("word", entry.word(), earlier, file, number);
        entries.add(entry);
      }
    }

    if (entries.isEmpty()) {
      throw new InputException(file, "there is no word in this file", "use a paths file");
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
          "use a paths file of Brown clusters");
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
    if (text.length() <= MAX_SHOWN) {
      return "'" + text + "'";
    }
    return "'" + text.substring(0, MAX_SHOWN) + "…'";
  }

  /**
   * Sorts entries by frequency, the most frequent first. Among words that differ only in digits,
   * keeps the most frequent one.
   */
  private static List<BrownPath> ofDifferentNumbers(List<BrownPath> entries) {
    List<BrownPath> sorted = new ArrayList<>(entries);
    sorted.sort(Comparator.comparingLong(entry -> -entry.count()));

    Set<String> words = new HashSet<>();
    List<BrownPath> different = new ArrayList<>();
    for (BrownPath entry : sorted) {
      if (words.add(WordNumbers.normal(entry.word()))) {
        different.add(entry);
      }
    }
    return different;
  }

  /**
   * Returns the clusters of the entries, {@code [entries]}, for each column. Clusters are numbered
   * in the order of their most frequent words.
   */
  private static SortedMap<String, int[]> columns(List<BrownPath> entries, List<Integer> prefixes) {
    SortedMap<String, int[]> columns = new TreeMap<>();
    for (int bits : prefixes) {
      Map<String, Integer> numbers = new HashMap<>();
      int[] clusters = new int[entries.size()];
      for (int i = 0; i < clusters.length; i++) {
        String path = entries.get(i).path();
        String prefix = path.substring(0, Math.min(bits, path.length()));
        numbers.putIfAbsent(prefix, numbers.size());
        clusters[i] = numbers.get(prefix);
      }
      columns.put(BROWN + bits, clusters);
    }
    return columns;
  }

  /**
   * Clusters the word vectors in a file of word2vec, fastText or GloVe.
   *
   * @param limit number of words at the beginning of the file that are clustered; such files begin
   *     with the most frequent words
   * @throws InputException if the file cannot be read, or has fewer than two words
   */
  public static WordResource vectors(
      Path file, int limit, WordClusterer clusterer, WordLearning.Label label) throws IOException {
    WordVectors vectors = WordVectorFile.readFirst(file, limit);
    int dimension = vectors.dimension();

    // Words that differ only in digits are the same, and the most frequent one comes first.
    Set<String> words = new LinkedHashSet<>();
    List<Integer> rows = new ArrayList<>();
    for (int row = 0; row < vectors.words().size(); row++) {
      if (words.add(WordNumbers.normal(vectors.words().get(row)))) {
        rows.add(row);
      }
    }
    if (words.size() < 2) {
      throw new InputException(
          file, "there are fewer than two words to cluster", "use a file with more words");
    }

    double[] clustered = new double[rows.size() * dimension];
    for (int i = 0; i < rows.size(); i++) {
      for (int j = 0; j < dimension; j++) {
        clustered[i * dimension + j] = vectors.vectors()[rows.get(i) * dimension + j];
      }
    }
    SortedMap<String, int[]> clusters =
        WordLearning.columns(clusterer.granularities(), clusterer.cluster(clustered, dimension));

    Map<String, String> settings =
        Map.of(
            "vectors",
            rows.size() + " words, " + dimension + " numbers each",
            "clusters",
            clusterer.granularities().toString(),
            "seed",
            Long.toString(clusterer.seed()));
    WordNumbers numbers = new WordNumbers(List.copyOf(words), List.of());
    WordOrigin origin = label.origin(Stream.of(file), 0, settings);
    return label.resource(numbers, clusters, null, null, origin);
  }
}
