package org.gpchain.internal.documents;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.gpchain.internal.core.tokens.TokenSplitter;

/**
 * A sequence that is labeled as a whole, with its place in the text: the tokens of a sentence, or
 * the sentences of a document.
 *
 * @param units tokens or sentences, with the columns that models read
 * @param begins offset of the first character of each unit, {@code [units]}; not copied
 * @param ends offset after the last character of each unit, {@code [units]}; not copied
 */
public record Passage(TokenSequence units, int[] begins, int[] ends) {
  /** Checks the lengths of the arrays. */
  public Passage {
    Checks.length("begins", begins.length, units.length(), "[units]");
    Checks.length("ends", ends.length, units.length(), "[units]");
  }

  /** Returns a passage of units at the offsets of annotations. */
  public static Passage of(TokenSequence units, List<? extends Annotation> annotations) {
    return new Passage(
        units,
        annotations.stream().mapToInt(Annotation::getBegin).toArray(),
        annotations.stream().mapToInt(Annotation::getEnd).toArray());
  }

  /** Returns a sentence with the words of tokens as its only column. */
  public static Passage ofWords(List<Token> tokens) {
    return of(TokenSequence.ofWords(tokens.stream().map(Token::getText).toList()), tokens);
  }

  /**
   * Returns this sentence with tokens divided as in a corpus. The parts of a token inherit its
   * other columns. If no token is divided, returns this sentence.
   *
   * @param profile tokenization of the corpus
   */
  public Passage divided(TokenProfile profile) {
    return divided((word, begin) -> TokenSplitter.split(word, profile));
  }

  /**
   * Returns this sentence with tokens divided at some offsets of the text. The parts of a token
   * inherit its other columns. If no token is divided, returns this sentence.
   *
   * @param offsets offsets inside and outside of tokens. No token is divided between the two code
   *     units of a character.
   */
  public Passage dividedAt(Set<Integer> offsets) {
    return divided((word, begin) -> partEnds(word, begin, offsets));
  }

  /** Returns the ends of the parts of a word that begins at an offset of the text. */
  private static int[] partEnds(String word, int begin, Set<Integer> offsets) {
    IntStream.Builder ends = IntStream.builder();
    for (int end = 1; end < word.length(); end++) {
      boolean isInCharacter = Character.isSurrogatePair(word.charAt(end - 1), word.charAt(end));
      if (offsets.contains(begin + end) && !isInCharacter) {
        ends.add(end);
      }
    }
    return ends.add(word.length()).build().toArray();
  }

  /** Divides words into parts. */
  private interface WordDivider {
    /**
     * Returns the ends of the parts of a word, in ascending order. The last is the length of the
     * word.
     *
     * @param begin offset of the word in the text
     */
    int[] partEnds(String word, int begin);
  }

  private Passage divided(WordDivider divider) {
    List<String> words = units.column(TokenSequence.WORD);
    List<String> parts = new ArrayList<>();
    List<Integer> tokenOfPart = new ArrayList<>();
    IntStream.Builder partBegins = IntStream.builder();
    IntStream.Builder partEnds = IntStream.builder();
    for (int t = 0; t < words.size(); t++) {
      String word = words.get(t);
      boolean isText = word.length() == ends[t] - begins[t];
      int[] wordEnds = {word.length()};
      if (isText) {
        int[] partEndsOfWord = divider.partEnds(word, begins[t]);
        if (partEndsOfWord.length > 1) {
          wordEnds = partEndsOfWord;
        }
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

  /**
   * Returns a part of this passage.
   *
   * @param part the units of the part, possibly with other columns
   * @param from index of its first unit in this passage
   * @param to index after its last unit in this passage
   */
  public Passage slice(TokenSequence part, int from, int to) {
    return new Passage(
        part, Arrays.copyOfRange(begins, from, to), Arrays.copyOfRange(ends, from, to));
  }

  /** Returns the offset of the first character of the first unit. */
  public int begin() {
    return begins[0];
  }

  /** Returns the offset after the last character of all units. */
  public int end() {
    return end(0, units.length());
  }

  /**
   * Returns the offset after the last character of some units. As tokens can overlap, this is the
   * maximum of their ends.
   *
   * @param from index of the first unit
   * @param to index after the last unit
   */
  public int end(int from, int to) {
    return Arrays.stream(ends, from, to).max().orElse(0);
  }
}
