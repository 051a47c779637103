package org.gpchain.corpora.words;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gpchain.core.words.WordNumbers;
import org.gpchain.core.words.WordOrigin;
import org.gpchain.core.words.WordResource;
import org.gpchain.corpora.InputException;
import org.gpchain.training.data.LibraryVersion;
import org.gpchain.training.graybox.WordVectors;
import org.gpchain.training.words.WordClusterer;

/** Word resources from what other programs have learned from raw text. */
public final class WordImport {
  private WordImport() {}

  /**
   * Brown clusters, from a {@code paths} file.
   *
   * @param prefixes numbers of bits, one for each column
   * @throws InputException if the file cannot be read, or a line is odd
   */
  public static WordResource brown(Path file, List<Integer> prefixes, WordLearning.Label label)
      throws IOException {
    BrownPaths paths = BrownPaths.read(file);
    return resource(
        file,
        label,
        paths.numbers(),
        paths.columns(prefixes),
        paths.tokens(),
        Map.of("brown", prefixes.toString()));
  }

  /**
   * Clusters of word vectors, from a file of word2vec, fastText or GloVe.
   *
   * @param limit number of words at the beginning of the file that are clustered; such files begin
   *     with the commonest words
   * @param clusterer of the vectors
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
    SortedMap<String, int[]> clusters = new TreeMap<>();
    List<int[]> found = clusterer.cluster(used, columns);
    for (int i = 0; i < found.size(); i++) {
      clusters.put(WordResource.CLUSTER + clusterer.granularities().get(i), found.get(i));
    }
    return resource(
        file,
        label,
        new WordNumbers(List.copyOf(words), List.of()),
        clusters,
        0,
        Map.of(
            "vectors",
            rows.size() + " words, " + columns + " numbers each",
            "clusters",
            clusterer.granularities().toString(),
            "seed",
            Long.toString(clusterer.seed())));
  }

  private static WordResource resource(
      Path file,
      WordLearning.Label label,
      WordNumbers numbers,
      SortedMap<String, int[]> clusters,
      long tokens,
      Map<String, String> settings) {
    return new WordResource(
        label.name(),
        label.language(),
        numbers,
        clusters,
        null,
        new TreeMap<>(),
        new WordOrigin(
            List.of(file.getFileName().toString()),
            label.licence(),
            label.attribution(),
            tokens,
            settings,
            LibraryVersion.get()));
  }
}
