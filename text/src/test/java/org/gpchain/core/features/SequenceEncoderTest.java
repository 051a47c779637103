package org.gpchain.core.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.math.SparseRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@link SequenceEncoder} against the feature strings of {@link NaiveExpander}. */
class SequenceEncoderTest {
  private static List<Integer> row(SparseRows rows, int token) {
    List<Integer> features = new ArrayList<>();
    for (int i = rows.start(token); i < rows.start(token + 1); i++) {
      features.add(rows.column(i));
    }
    return features;
  }

  /** Returns the feature strings of each token of a corpus. */
  private static List<List<String>> strings(List<TokenSequence> corpus) {
    List<List<String>> strings = new ArrayList<>();
    for (TokenSequence sentence : corpus) {
      for (int t = 0; t < sentence.length(); t++) {
        strings.add(NaiveExpander.expand(FeatureCorpus.TEMPLATES, sentence, t));
      }
    }
    return strings;
  }

  private static Map<String, Integer> counts(List<List<String>> strings) {
    Map<String, Integer> counts = new HashMap<>();
    strings.forEach(token -> token.forEach(feature -> counts.merge(feature, 1, Integer::sum)));
    return counts;
  }

  /**
   * Returns the feature number of each string. Fails if a string has several numbers, or a number
   * several strings.
   *
   * @param known strings that must have a number; all others must have none
   */
  private static Map<String, Integer> numbers(
      SparseRows rows, List<List<String>> strings, Map<String, Integer> known) {
    Map<String, Integer> numberOf = new HashMap<>();
    Map<Integer, String> stringOf = new HashMap<>();

    assertThat(rows.rowCount()).isEqualTo(strings.size());
    for (int token = 0; token < strings.size(); token++) {
      List<String> expected = strings.get(token).stream().filter(known::containsKey).toList();
      List<Integer> actual = row(rows, token);
      assertThat(actual).as("features of token %d: %s", token, expected).hasSameSizeAs(expected);
      for (int i = 0; i < expected.size(); i++) {
        Integer number = numberOf.putIfAbsent(expected.get(i), actual.get(i));
        String string = stringOf.putIfAbsent(actual.get(i), expected.get(i));
        assertThat(number).isIn(null, actual.get(i));
        assertThat(string).isIn(null, expected.get(i));
      }
    }

    return numberOf;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void featuresCorrespondToFeatureStrings(int cutoff) {
    for (int seed = 0; seed < 5; seed++) {
      List<TokenSequence> corpus = FeatureCorpus.random(seed, 40);
      Vocabulary vocabulary = FeatureCorpus.vocabulary(FeatureCorpus.TEMPLATES, corpus, cutoff);
      List<List<String>> strings = strings(corpus);
      Map<String, Integer> kept = counts(strings);
      kept.values().removeIf(count -> count < cutoff);
      SparseRows rows = new SequenceEncoder(vocabulary).encode(corpus);
      assertThat(rows.columnCount()).isEqualTo(vocabulary.featureCount()).isEqualTo(kept.size());
      assertThat(numbers(rows, strings, kept)).hasSameSizeAs(kept);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void unseenFeaturesAreIgnored(int cutoff) {
    for (int seed = 0; seed < 5; seed++) {
      List<TokenSequence> training = FeatureCorpus.random(seed, 20);
      List<TokenSequence> other = FeatureCorpus.random(seed + 1000, 40);
      Vocabulary vocabulary = FeatureCorpus.vocabulary(FeatureCorpus.TEMPLATES, training, cutoff);
      int featuresBefore = vocabulary.featureCount();
      int symbolsBefore = vocabulary.symbols().size();

      SequenceEncoder encoder = new SequenceEncoder(vocabulary);
      Map<String, Integer> kept = counts(strings(training));
      kept.values().removeIf(count -> count < cutoff);
      Map<String, Integer> learned = numbers(encoder.encode(training), strings(training), kept);
      Map<String, Integer> seen = numbers(encoder.encode(other), strings(other), kept);

      assertThat(learned).containsAllEntriesOf(seen);
      assertThat(strings(other)).anyMatch(token -> !kept.keySet().containsAll(token));
      assertThat(vocabulary.featureCount()).isEqualTo(featuresBefore);
      assertThat(vocabulary.symbols()).hasSize(symbolsBefore);
    }
  }

  @Test
  void sentencesAreEncodedAsInACorpus() {
    List<TokenSequence> corpus = FeatureCorpus.random(5, 60);
    SequenceEncoder encoder =
        new SequenceEncoder(FeatureCorpus.vocabulary(FeatureCorpus.TEMPLATES, corpus, 2));
    SequenceEncoder narrow = new SequenceEncoder(FeatureCorpus.vocabulary("U:%x[0,0]", corpus, 1));
    SparseRows corpusRows = encoder.encode(corpus);

    int first = 0;
    for (TokenSequence sentence : corpus) {
      // An encoder with fewer features must not change results of the other one.
      narrow.encode(List.of(sentence));
      SparseRows rows = encoder.encode(List.of(sentence));
      assertThat(rows.rowCount()).isEqualTo(sentence.length());
      assertThat(rows.isWeighted()).isFalse();
      for (int t = 0; t < sentence.length(); t++) {
        assertThat(row(rows, t)).isEqualTo(row(corpusRows, first + t));
      }
      first += sentence.length();
    }
  }

  /** The sentence has more words, and longer words, than the cache of an encoder holds. */
  @Test
  void wordsAreEncodedAlikeWithAndWithoutTheCache() {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      words.add("word" + i);
      words.add("the");
      words.add("x".repeat(70) + i % 5);
    }

    TokenSequence sentence = TokenSequence.ofWords(words);
    Vocabulary vocabulary =
        FeatureCorpus.vocabulary("U:%x[0,0]\nU1:%x[0,suffix3]", List.of(sentence), 1);
    SparseRows rows = new SequenceEncoder(vocabulary).encode(List.of(sentence, sentence));
    List<String> values = new ArrayList<>(vocabulary.singleCellValues(0));
    values.addAll(vocabulary.singleCellValues(1));
    for (int t = 0; t < rows.rowCount(); t++) {
      String word = words.get(t % words.size());
      assertThat(row(rows, t).stream().map(values::get).toList())
          .isEqualTo(List.of(word, word.substring(word.length() - 3)));
    }
  }

  /** The vocabulary has symbols for all words, but only one of them is a feature by itself. */
  @Test
  void wordsThatOccurOnlyInPairsAreNotFeaturesThemselves() {
    List<String> words = List.of("a", "b", "c", "d", "e", "f", "g");
    Vocabulary vocabulary =
        Vocabulary.of(
            TemplateSet.parse("U0:%x[0,0]\nU1:%x[0,0]/%x[1,0]", List.of("word")),
            words,
            List.of(new int[] {0}, new int[] {1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0}));
    SequenceEncoder encoder = new SequenceEncoder(vocabulary);
    SparseRows rows = encoder.encode(List.of(TokenSequence.ofWords(words)));
    assertThat(row(rows, 0)).containsExactly(0);
    for (int t = 1; t < words.size(); t++) {
      assertThat(row(rows, t)).isEmpty();
      TokenSequence pair = TokenSequence.ofWords(List.of(words.get(t), "a"));
      assertThat(row(encoder.encode(List.of(pair)), 0)).containsExactly(t);
    }
  }

  @Test
  void tokensWithoutFeaturesHaveEmptyRows() {
    List<TokenSequence> corpus = List.of(TokenSequence.ofWords(List.of("a", "b", "a")));
    SequenceEncoder encoder =
        new SequenceEncoder(FeatureCorpus.vocabulary("U:%x[0,word]", corpus, 2));
    SparseRows rows =
        encoder.encode(
            List.of(
                TokenSequence.ofWords(List.of("b", "a")),
                TokenSequence.ofWords(List.of()),
                TokenSequence.ofWords(List.of("c", "c"))));

    assertThat(rows.rowCount()).isEqualTo(4);
    assertThat(row(rows, 0)).isEmpty();
    assertThat(row(rows, 1)).containsExactly(0);
    assertThat(row(rows, 2)).isEmpty();
    assertThat(row(rows, 3)).isEmpty();
    assertThat(encoder.encode(List.of()).rowCount()).isZero();
  }

  @Test
  void templatesWithTheSameSkeletonMayRepeatAFeature() {
    List<TokenSequence> corpus = List.of(TokenSequence.ofWords(List.of("a", "a", "b")));
    Vocabulary vocabulary = FeatureCorpus.vocabulary("U:%x[0,0]\nU:%x[1,0]", corpus, 1);
    SparseRows rows = new SequenceEncoder(vocabulary).encode(corpus);
    assertThat(vocabulary.groupCount()).isEqualTo(1);
    assertThat(row(rows, 0)).hasSize(2).containsOnly(row(rows, 1).get(0));
  }

  @Test
  void errorNamesAMissingColumn() {
    List<TokenSequence> corpus = FeatureCorpus.random(1, 3);
    SequenceEncoder encoder =
        new SequenceEncoder(FeatureCorpus.vocabulary("U:%x[0,pos]", corpus, 1));
    assertRefused(
        () -> encoder.encode(List.of(TokenSequence.ofWords(List.of("a")))), "no column 'pos'");
  }

  /**
   * Returns the values of a template's cells for each token, or null for a token to which the
   * template does not apply.
   */
  private static List<List<String>> values(String template, String... words) {
    TokenSequence sentence = TokenSequence.ofWords(List.of(words));
    Vocabulary vocabulary = FeatureCorpus.vocabulary(template, List.of(sentence), 1);
    SparseRows rows = new SequenceEncoder(vocabulary).encode(List.of(sentence));
    int[] tuples = vocabulary.tuples().get(0);
    int arity = vocabulary.templates().unigrams().get(0).cells().size();
    List<List<String>> values = new ArrayList<>();
    for (int t = 0; t < words.length; t++) {
      if (rows.start(t + 1) == rows.start(t)) {
        values.add(null);
        continue;
      }
      int first = rows.column(rows.start(t)) * arity;
      List<String> cells = new ArrayList<>();
      for (int i = first; i < first + arity; i++) {
        cells.add(vocabulary.symbols().get(tuples[i]));
      }
      values.add(cells);
    }

    return values;
  }

  @Test
  void boundarySymbolsAreThoseOfCrfPlusPlus() {
    assertThat(values("U:%x[-2,0]/%x[-1,0]/%x[0,0]/%x[1,0]/%x[2,0]", "a", "b", "c"))
        .containsExactly(
            List.of("_B-2", "_B-1", "a", "b", "c"),
            List.of("_B-1", "a", "b", "c", "_B+1"),
            List.of("a", "b", "c", "_B+1", "_B+2"));
  }

  @Test
  void boundarySymbolsCountTokensOutsideTheSentence() {
    assertThat(values("U:%x[5,0]", "a", "b")).containsExactly(List.of("_B+4"), List.of("_B+5"));
    assertThat(values("U:%x[-5,0]", "a", "b")).containsExactly(List.of("_B-5"), List.of("_B-4"));
  }

  @Test
  void derivedColumnsHaveBoundarySymbols() {
    assertThat(values("U:%x[-1,prefix3]/%x[1,lower]", "abc", "DE", "x"))
        .containsExactly(List.of("_B-1", "de"), List.of("abc", "x"), null);
  }

  @Test
  void templatesWithAnEmptyCellDoNotApply() {
    assertThat(values("U:%x[0,digits]", "a", "1b")).containsExactly(null, List.of("0b"));
    assertThat(values("U:%x[0,0]/%x[0,prefix2]", "a", "ab"))
        .containsExactly(null, List.of("ab", "ab"));
  }

  @Test
  void columnOfTheSentenceHidesADerivedColumn() {
    TokenSequence sentence = TokenSequence.ofWords(List.of("AB")).with("lower", List.of("given"));
    VocabularyBuilder builder =
        new VocabularyBuilder(TemplateSet.parse("U:%x[0,lower]", sentence.columnNames()));
    builder.add(sentence);
    assertThat(builder.freeze(1).symbols()).containsExactly("given");
  }
}
