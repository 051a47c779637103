package org.gpchain.corpora.vectors;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.gpchain.training.graybox.WordVectors;

/** Reads word vectors from files of word2vec, fastText and GloVe. */
public final class WordVectorFile {
  private WordVectorFile() {}

  /**
   * Reads a file of word2vec, binary if its name ends with {@code .bin}, otherwise text: a first
   * line with the number of words and the dimension, which files of GloVe lack, then each word and
   * its numbers.
   *
   * @param file see above
   * @param words words whose vectors are kept, in this case or in lower case
   * @param first number of words at the beginning of the file that are kept in any case
   * @throws org.gpchain.corpora.InputException if the file cannot be used
   */
  public static WordVectors read(Path file, Collection<String> words, int first)
      throws IOException {
    Set<String> wanted = new HashSet<>(words);
    words.forEach(word -> wanted.add(word.toLowerCase(Locale.ROOT)));
    return read(file, new WordVectorsBuilder(file, wanted, first, false));
  }

  /**
   * Reads the beginning of such a file.
   *
   * @param count number of words at the beginning of the file, which are all different
   * @throws org.gpchain.corpora.InputException if the file cannot be used, or a word comes twice
   */
  public static WordVectors readFirst(Path file, int count) throws IOException {
    return read(file, new WordVectorsBuilder(file, Set.of(), count, true));
  }

  private static WordVectors read(Path file, WordVectorsBuilder builder) throws IOException {
    if (file.toString().endsWith(".bin")) {
      BinaryWordVectors.read(file, builder);
    } else {
      TextWordVectors.read(file, builder);
    }
    return builder.build();
  }
}
