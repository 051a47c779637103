package org.gpchain.internal.server.annotations;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.internal.documents.Passage;

/**
 * Converts the sentences of a document to a sequence in which each sentence is one unit. The words
 * and word pairs of a sentence (in lower case) are the cell of a weighted column. A chain over the
 * sequence learns which words go with which label, and which labels follow each other.
 */
public final class Sentences {
  private static final String WORDS = "words";
  private static final String PAIRS = "pairs";
  private static final String LENGTH = "length";

  /**
   * Maximum number of words of a sentence that are used. If a segmenter fails, a whole page can be
   * one sentence.
   */
  private static final int MAX_WORDS = 300;

  private Sentences() {}

  /** Returns templates for the words of a sentence and its neighbors, word pairs and the length. */
  static TemplateSet templates() {
    return TemplateSet.parse(
        """
        U:words:%x[0,words]
        U:pairs:%x[0,pairs]
        U:words-1:%x[-1,words]
        U:words+1:%x[1,words]
        U:length:%x[0,length]
        B
        """,
        List.of(TokenSequence.WORD, WORDS, PAIRS, LENGTH));
  }

  /**
   * Returns the sentences of a document as one passage, each sentence at its offsets in the text.
   */
  public static Passage of(List<Passage> sentences) {
    return new Passage(
        units(sentences.stream().map(Passage::units).toList()),
        sentences.stream().mapToInt(Passage::begin).toArray(),
        sentences.stream().mapToInt(Passage::end).toArray());
  }

  /**
   * Returns the sentences of a document as one sequence.
   *
   * @param sentences sentences with the column {@code word}
   */
  public static TokenSequence units(List<TokenSequence> sentences) {
    List<String> firsts = new ArrayList<>();
    List<String> lengths = new ArrayList<>();
    List<List<WeightedValue>> words = new ArrayList<>();
    List<List<WeightedValue>> pairs = new ArrayList<>();

    for (TokenSequence sentence : sentences) {

      List<String> lower = new ArrayList<>();
      for (String word : sentence.column(TokenSequence.WORD)) {
        if (lower.size() == MAX_WORDS) {
          break;
        }
        lower.add(word.toLowerCase(Locale.ROOT));
      }
      List<String> sentencePairs = new ArrayList<>();
      for (int t = 1; t < lower.size(); t++) {
        sentencePairs.add(lower.get(t - 1) + " " + lower.get(t));
      }

      firsts.add(lower.get(0));
      // The length is rounded to a power of two: its number of binary digits.
      lengths.add(Integer.toString(32 - Integer.numberOfLeadingZeros(sentence.length())));
      words.add(distinct(lower));
      pairs.add(distinct(sentencePairs));
    }

    return TokenSequence.ofWords(firsts)
        .with(LENGTH, lengths)
        .withWeighted(WORDS, words)
        .withWeighted(PAIRS, pairs);
  }

  /** Returns the distinct values in alphabetical order, each with weight 1. */
  private static List<WeightedValue> distinct(List<String> values) {
    return new TreeSet<>(values).stream().map(value -> new WeightedValue(value, 1)).toList();
  }
}
