package org.gpchain.core.features;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.math.SparseRows;

/**
 * Random sentences. Their words share prefixes and shapes, and some have characters that take two
 * UTF-16 characters.
 */
final class FeatureCorpus {
  static final List<String> COLUMNS = List.of("word", "pos");

  /** Templates of every kind. */
  static final String TEMPLATES =
      """
      # words, tags and derived columns
      U00:%x[-2,0]
      U01:%x[0,word]
      U02:%x[2,1]
      U05:%x[-1,0]/%x[0,0]
      U06:%x[0,0]/%x[1,pos]/%x[-3,pos]
      U07:%x[-1,1]%x[0,1]%x[1,1]%x[2,1]
      # three templates of one skeleton
      U:%x[-1,0]
      U:%x[1,0]
      U:%x[0,1]
      U08:%x[0,lower]
      U09:%x[0,shape]/%x[1,shape]
      U10:%x[-1,prefix2]
      U11:%x[0,suffix3]/%x[0,pos]
      U12:%x[0,digits]
      # the same cells in another order and at another place, and one cell twice
      U13:%x[0,0]/%x[-1,0]
      U14:%x[1,0]/%x[2,0]
      U15:%x[2,pos]/%x[-2,pos]/%x[1,0]
      U16:%x[0,pos]/%x[0,pos]
      U99

      B
      """;

  private static final String[] PIECES = {
    "a", "b", "A", "I", "İ", "ß", "1", "٣", "-", "/", "%", "\uD83D\uDE00", "\uD835\uDC00", "é", " "
  };

  private FeatureCorpus() {}

  static List<TokenSequence> random(long seed, int sentences) {
    Draws draws = new Draws(seed);
    List<TokenSequence> corpus = new ArrayList<>();
    for (int s = 0; s < sentences; s++) {
      corpus.add(sentence(draws, draws.between(1, 7)));
    }
    return corpus;
  }

  private static TokenSequence sentence(Draws draws, int length) {
    List<String> words = IntStream.range(0, length).mapToObj(t -> word(draws)).toList();
    List<String> tags =
        IntStream.range(0, length).mapToObj(t -> draws.oneOf("NN", "DT", "VB", "_B-1")).toList();
    return TokenSequence.ofWords(words).with("pos", tags);
  }

  private static String word(Draws draws) {
    StringBuilder word = new StringBuilder();
    int pieces = draws.chance(0.5) ? draws.between(0, 1) : draws.between(2, 5);
    for (int i = 0; i < pieces; i++) {
      word.append(draws.oneOf(PIECES));
    }
    return word.toString();
  }

  /** Returns the features of all rows, with −1 before the features of each row. */
  static List<Integer> entries(SparseRows rows) {
    List<Integer> entries = new ArrayList<>();
    for (int r = 0; r < rows.rowCount(); r++) {
      entries.add(-1);
      for (int i = rows.start(r); i < rows.start(r + 1); i++) {
        entries.add(rows.column(i));
      }
    }
    return entries;
  }

  static Vocabulary vocabulary(String templates, List<TokenSequence> corpus, int cutoff) {
    VocabularyBuilder builder = new VocabularyBuilder(TemplateSet.parse(templates, COLUMNS));
    corpus.forEach(builder::add);
    return builder.freeze(cutoff);
  }
}
