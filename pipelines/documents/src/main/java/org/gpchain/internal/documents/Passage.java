package org.gpchain.internal.documents;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.gpchain.internal.core.tokens.TokenSplitter;

/**
 * What is labelled together: a sentence of tokens, or a document of sentences.
 *
 * @param units tokens, or sentences, with what models read of them
 * @param begins where each begins in the text, {@code [units]}; not copied
 * @param ends where each ends, {@code [units]}; not copied
 */
public record Passage(TokenSequence units, int[] begins, int[] ends) {
  public Passage {
    Checks.length("begins", begins.length, units.length(), "[units]");
    Checks.length("ends", ends.length, units.length(), "[units]");
  }

  /** Units that tokens or sentences stand for. */
  public static Passage of(TokenSequence units, List<? extends Annotation> annotations) {
    return new Passage(
        units,
        annotations.stream().mapToInt(Annotation::getBegin).toArray(),
        annotations.stream().mapToInt(Annotation::getEnd).toArray());
  }

  /** A sentence of tokens, of which no more than their words is read. */
  public static Passage ofWords(List<Token> tokens) {
    return of(TokenSequence.ofWords(tokens.stream().map(Token::getText).toList()), tokens);
  }

  /**
   * Returns this sentence with tokens that are divided as a corpus divides them. Parts have the
   * other columns of their token. If nothing is divided, the sentence stays as it is.
   *
   * @param profile of the corpus
   */
  public Passage divided(TokenProfile profile) {
    List<String> words = units.column(TokenSequence.WORD);
    List<String> parts = new ArrayList<>();
    List<Integer> tokenOfPart = new ArrayList<>();
    IntStream.Builder partBegins = IntStream.builder();
    IntStream.Builder partEnds = IntStream.builder();
    for (int t = 0; t < words.size(); t++) {
      String word = words.get(t);
      boolean isText = word.length() == ends[t] - begins[t];
      int[] wordEnds = isText ? TokenSplitter.split(word, profile) : new int[0];
      if (wordEnds.length <= 1) {
        wordEnds = new int[] {word.length()};
      }

      int start = 0;
      for (int end : wordEnds) {
        boolean isLast = end == word.length();
        parts.add(word.substring(start, end));
        tokenOfPart.add(t);
        partBegins.add(begins[t] + start);
        partEnds.add(isLast ? ends[t] : begins[t] + end);
        start = end;
      }
    }

    if (parts.size() == words.size()) {
      return this;
    }
    return new Passage(
        units.select(tokenOfPart).replace(TokenSequence.WORD, parts),
        partBegins.build().toArray(),
        partEnds.build().toArray());
  }

  public Passage slice(TokenSequence part, int from, int to) {
    return new Passage(
        part, Arrays.copyOfRange(begins, from, to), Arrays.copyOfRange(ends, from, to));
  }

  public int begin() {
    return begins[0];
  }

  public int end() {
    return end(0, units.length());
  }

  /** Where the last of some units ends; tokens may overlap. */
  public int end(int first, int behindLast) {
    return Arrays.stream(ends, first, behindLast).max().orElse(0);
  }
}
