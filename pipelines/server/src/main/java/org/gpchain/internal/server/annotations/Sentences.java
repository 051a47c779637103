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
 * Sentences as units that get labels: a cell of a weighted column holds all that a sentence says,
 * its words and pairs of words in lower case, so that a chain over the sentences of a document
 * learns what each is about, and what follows on what.
 */
public final class Sentences {
  private static final String WORDS = "words";
  private static final String PAIRS = "pairs";
  private static final String LENGTH = "length";

  /** Words of a sentence that count: a page may have been taken for one. */
  private static final int MAX_WORDS = 300;

  private Sentences() {}

  /** The features of a sentence: what it says, what those beside it say, and how long it is. */
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

  /** The sentences of a document as units, each where its tokens are. */
  public static Passage of(List<Passage> sentences) {
    return new Passage(
        units(sentences.stream().map(Passage::units).toList()),
        sentences.stream().mapToInt(Passage::begin).toArray(),
        sentences.stream().mapToInt(Passage::end).toArray());
  }

  /**
   * The sentences of a document, as a sequence.
   *
   * @param sentences with the column {@code word}
   */
  public static TokenSequence units(List<TokenSequence> sentences) {
    List<String> firsts = new ArrayList<>();
    List<String> lengths = new ArrayList<>();
    List<List<WeightedValue>> words = new ArrayList<>();
    List<List<WeightedValue>> pairs = new ArrayList<>();
    for (TokenSequence sentence : sentences) {
      List<String> lower =
          sentence.column(TokenSequence.WORD).stream()
              .limit(MAX_WORDS)
              .map(word -> word.toLowerCase(Locale.ROOT))
              .toList();
      firsts.add(lower.get(0));
      lengths.add(Integer.toString(32 - Integer.numberOfLeadingZeros(sentence.length())));
      words.add(distinct(lower));
      List<String> both = new ArrayList<>();
      for (int t = 1; t < lower.size(); t++) {
        both.add(lower.get(t - 1) + " " + lower.get(t));
      }
      pairs.add(distinct(both));
    }
    return TokenSequence.ofWords(firsts)
        .with(LENGTH, lengths)
        .withWeighted(WORDS, words)
        .withWeighted(PAIRS, pairs);
  }

  private static List<WeightedValue> distinct(List<String> values) {
    return new TreeSet<>(values).stream().map(value -> new WeightedValue(value, 1)).toList();
  }
}
