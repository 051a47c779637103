package org.gpchain.corpora.words;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.gpchain.core.words.StateVectors;
import org.gpchain.core.words.WordResource;

/** Word vectors of a resource's hidden states as text, in word2vec's format. */
public final class VectorText {
  private VectorText() {}

  /**
   * Writes a line for each word that a state gives, the most frequent first, after one with the
   * number of words and of the numbers of each.
   *
   * @param resource one with states
   * @param limit of words
   * @param out stays open
   * @return how many words
   */
  public static int write(WordResource resource, int limit, OutputStream out) throws IOException {
    StateVectors vectors = new StateVectors(resource.states());
    List<String> words = resource.numbers().words();
    int[] used = IntStream.range(0, words.size()).filter(vectors::knows).limit(limit).toArray();
    PrintWriter lines = new PrintWriter(out, false, StandardCharsets.UTF_8);
    lines.print(used.length + " " + vectors.dimension() + "\n");
    for (int word : used) {
      lines.print(words.get(word));
      for (double value : vectors.of(word)) {
        lines.print(value == 0 ? " 0" : String.format(Locale.ROOT, " %.4f", value));
      }
      lines.print('\n');
    }
    lines.flush();
    if (lines.checkError()) {
      throw new IOException("the vectors cannot be written");
    }
    return used.length;
  }
}
