package org.gpchain.pipelines.embedding;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Dense vectors of words.
 *
 * @param dimension length E of each vector
 * @param rowOfWord number of each word's vector
 * @param vectors {@code [count×E]} row-major; shared, not to be modified
 */
public record WordVectors(int dimension, Map<String, Integer> rowOfWord, float[] vectors) {
  /**
   * Reads a file of word2vec, binary if its name ends with {@code .bin}, otherwise text: a first
   * line with the number of words and the dimension, then each word and its numbers.
   *
   * @param file see above
   * @param words the words that will be asked for: no other vectors are kept
   * @throws org.gpchain.pipelines.corpus.InputException if the file cannot be used
   */
  public static WordVectors read(Path file, Collection<String> words) throws IOException {
    Set<String> wanted = new HashSet<>(words);
    words.forEach(word -> wanted.add(lowerCase(word)));
    WordVectorsBuilder builder = new WordVectorsBuilder(wanted);
    if (file.toString().endsWith(".bin")) {
      new BinaryWordVectors(file).read(builder);
    } else {
      new TextWordVectors(file).read(builder);
    }
    return builder.build();
  }

  /** The number of a word's vector, or else of that of its lower case; −1 if there is none. */
  public int row(String word) {
    return rowOfWord.getOrDefault(word, rowOfWord.getOrDefault(lowerCase(word), -1));
  }

  private static String lowerCase(String word) {
    return word.toLowerCase(Locale.ROOT);
  }
}
