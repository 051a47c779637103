package org.gpchain.core.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.internal.core.math.SparseRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests features of weighted columns. A sentence with weighted cells represents a distribution over
 * plain sentences, in which the value of each cell is drawn independently. A feature of different
 * cells has its expected count as its value.
 */
class WeightedColumnsTest {
  /** Templates of every kind, each without repeated cells. */
  private static final String TEMPLATES =
      """
      U00:%x[0,word]
      U01:%x[0,pos]
      U02:%x[-1,pos]/%x[0,pos]
      U03:%x[-2,pos]/%x[-1,pos]/%x[1,pos]
      U04:%x[0,pos]/%x[0,state]
      U05:%x[1,state]/%x[-1,word]
      U06:%x[0,word]/%x[-1,word]
      U07:%x[0,pos]/%x[-1,pos]
      U:%x[-1,pos]
      U:%x[1,pos]
      U08:%x[-1,suffix1]/%x[-1,pos]/%x[0,state]
      U09
      """;

  private static final List<String> COLUMNS = List.of("word", "pos", "state");

  /**
   * Returns sentences of one to four tokens. Some cells are empty. Weights are multiples of 1/8, so
   * that their products are exact.
   */
  private static List<TokenSequence> random(long seed, int count) {
    Draws draws = new Draws(seed);
    return IntStream.range(0, count).mapToObj(i -> sentence(draws)).toList();
  }

  private static TokenSequence sentence(Draws draws) {
    int length = draws.between(1, 4);
    List<String> words =
        IntStream.range(0, length).mapToObj(t -> draws.oneOf("a", "b", "cab", "dab")).toList();
    List<List<WeightedValue>> tags = new ArrayList<>();
    List<List<WeightedValue>> states = new ArrayList<>();
    for (int t = 0; t < length; t++) {
      tags.add(cell(draws, "N", "V", "_B-1"));
      states.add(cell(draws, "1", "2"));
    }
    TokenSequence sentence = TokenSequence.ofWords(words).withWeighted("pos", tags);
    if (draws.chance(0.5)) {
      return sentence.withWeighted("state", states);
    }
    return sentence.with("state", words);
  }

  private static List<WeightedValue> cell(Draws draws, String... values) {
    List<WeightedValue> cell = new ArrayList<>();
    for (String value : values) {
      if (draws.chance(0.6)) {
        cell.add(new WeightedValue(value, draws.between(1, 8) / 8.0));
      }
    }
    return cell;
  }

  /**
   * Returns the features of a token and their values for each template. Expands the template with
   * every combination of values of the weighted cells that it uses.
   */
  private static List<Map<String, Double>> naive(TokenSequence sentence, int token) {
    List<Map<String, Double>> features = new ArrayList<>();
    for (String line : TEMPLATES.split("\n", -1)) {
      if (line.startsWith("U")) {
        Map<String, Double> lineFeatures = new TreeMap<>();
        expand(line, sentence, token, 1, lineFeatures);
        features.add(lineFeatures);
      }
    }
    return features;
  }

  /**
   * Replaces the first weighted cell of a line by each of its values and expands the remaining
   * cells recursively.
   */
  private static void expand(
      String line, TokenSequence sentence, int token, double weight, Map<String, Double> out) {
    for (String column : List.of("pos", "state")) {
      if (!sentence.isWeighted(column)) {
        continue;
      }
      for (int offset = -2; offset <= 2; offset++) {
        String cell = "%x[" + offset + "," + column + "]";
        int at = token + offset;
        if (line.contains(cell) && at >= 0 && at < sentence.length()) {
          for (WeightedValue value : sentence.cells(column).get(at)) {
            expand(
                line.replace(cell, "⟦" + value.value() + "⟧"),
                sentence,
                token,
                weight * value.weight(),
                out);
          }
          return;
        }
      }
    }

    List<String> strings = NaiveExpander.expand(line, sentence, token);
    if (!strings.isEmpty() && weight >= WeightedNumbers.LEAST) {
      out.merge(strings.get(0), weight, Double::sum);
    }
  }

  private static Vocabulary vocabulary(List<TokenSequence> corpus, int cutoff) {
    VocabularyBuilder builder = new VocabularyBuilder(TemplateSet.parse(TEMPLATES, COLUMNS));
    corpus.forEach(builder::add);
    return builder.freeze(cutoff);
  }

  private static Map<String, Double> counts(List<TokenSequence> corpus) {
    Map<String, Double> counts = new HashMap<>();
    for (TokenSequence sentence : corpus) {
      for (int t = 0; t < sentence.length(); t++) {
        naive(sentence, t)
            .forEach(line -> line.forEach((name, value) -> counts.merge(name, value, Double::sum)));
      }
    }
    return counts;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void valuesAreProductsOfWeights(int cutoff) {
    for (int seed = 0; seed < 8; seed++) {
      List<TokenSequence> corpus = random(seed, 25);
      Vocabulary vocabulary = vocabulary(corpus, cutoff);
      Map<String, Double> kept = counts(corpus);
      kept.values().removeIf(count -> count < cutoff - 0.9);
      assertThat(vocabulary.featureCount()).isEqualTo(kept.size());
      SparseRows rows = new SequenceEncoder(vocabulary).encode(corpus);
      assertThat(rows.isWeighted()).isTrue();
      compare(rows, corpus, numbers(vocabulary, kept));
      List<TokenSequence> other = random(seed + 100, 25);
      compare(new SequenceEncoder(vocabulary).encode(other), other, numbers(vocabulary, kept));
    }
  }

  private static void compare(
      SparseRows rows, List<TokenSequence> corpus, Map<String, Integer> numbers) {
    int row = 0;
    for (TokenSequence sentence : corpus) {
      for (int t = 0; t < sentence.length(); t++) {
        double[] expected = new double[rows.columnCount()];
        for (Map<String, Double> line : naive(sentence, t)) {
          line.keySet().retainAll(numbers.keySet());
          line.forEach((name, value) -> expected[numbers.get(name)] += value);
        }
        double[] actual = new double[rows.columnCount()];
        for (int i = rows.start(row); i < rows.start(row + 1); i++) {
          actual[rows.column(i)] += rows.value(i);
        }
        assertClose("features of a token", actual, expected, 1e-6);
        row++;
      }
    }

    assertThat(rows.rowCount()).isEqualTo(row);
  }

  /** Returns the number of each feature string, built from the symbols of the vocabulary. */
  private static Map<String, Integer> numbers(Vocabulary vocabulary, Map<String, Double> kept) {
    Map<String, Integer> numbers = new HashMap<>();
    for (int g = 0; g < vocabulary.groupCount(); g++) {
      FeatureTemplate line = vocabulary.groupTemplates(g).get(0);
      int arity = line.cells().size();
      int[] tuples = vocabulary.tuples().get(g);
      for (int f = 0; f < vocabulary.groupStart(g + 1) - vocabulary.groupStart(g); f++) {
        StringBuilder name = new StringBuilder(line.literals().get(0));
        for (int i = 0; i < arity; i++) {
          name.append('⟦').append(vocabulary.symbols().get(tuples[f * arity + i])).append('⟧');
          name.append(line.literals().get(i + 1));
        }
        numbers.put(name.toString(), vocabulary.groupStart(g) + f);
      }
    }

    assertThat(numbers.keySet()).isEqualTo(kept.keySet());
    return numbers;
  }

  @Test
  void cellsWithOneValueOfWeightOneAreEncodedLikePlainCells() {
    for (int seed = 0; seed < 4; seed++) {
      List<TokenSequence> plain = FeatureCorpus.random(seed, 30);
      List<TokenSequence> weighted = plain.stream().map(WeightedColumnsTest::weighted).toList();
      Vocabulary expected = FeatureCorpus.vocabulary(FeatureCorpus.TEMPLATES, plain, 2);
      Vocabulary actual = FeatureCorpus.vocabulary(FeatureCorpus.TEMPLATES, weighted, 2);
      assertThat(actual.symbols()).isEqualTo(expected.symbols());
      assertThat(actual.tuples()).usingRecursiveComparison().isEqualTo(expected.tuples());
      SparseRows rows = new SequenceEncoder(expected).encode(plain);
      SparseRows same = new SequenceEncoder(actual).encode(weighted);
      assertThat(rows.isWeighted()).isFalse();
      assertOnes(same, rows);
    }
  }

  /** Fails unless the matrices have the same entries, all with the value 1. */
  private static void assertOnes(SparseRows weighted, SparseRows plain) {
    assertThat(weighted.isWeighted()).isTrue();
    assertThat(FeatureCorpus.entries(weighted)).isEqualTo(FeatureCorpus.entries(plain));
    for (int i = 0; i < weighted.entryCount(); i++) {
      assertThat(weighted.value(i)).isOne();
    }
  }

  private static TokenSequence weighted(TokenSequence plain) {
    return plain.replaceWeighted("pos", plain.cells("pos"));
  }

  @Test
  void plainAndWeightedSentencesCanBeMixed() {
    List<TokenSequence> plain = FeatureCorpus.random(3, 12);
    List<TokenSequence> mixed = new ArrayList<>();
    for (int n = 0; n < plain.size(); n++) {
      mixed.add(n % 3 == 1 ? weighted(plain.get(n)) : plain.get(n));
    }
    SequenceEncoder encoder =
        new SequenceEncoder(FeatureCorpus.vocabulary(FeatureCorpus.TEMPLATES, plain, 1));
    SparseRows mixedRows = encoder.encode(mixed);

    assertOnes(mixedRows, encoder.encode(plain));

    int first = 0;
    for (TokenSequence sentence : mixed) {
      SparseRows rows = encoder.encode(List.of(sentence));
      assertThat(!rows.isWeighted())
          .isEqualTo(sentence.columnNames().stream().noneMatch(sentence::isWeighted));
      for (int t = 0; t < sentence.length(); t++) {
        int row = first + t;
        assertThat(rows.start(t + 1) - rows.start(t))
            .isEqualTo(mixedRows.start(row + 1) - mixedRows.start(row));
        for (int i = rows.start(t); i < rows.start(t + 1); i++) {
          assertThat(rows.column(i)).isEqualTo(mixedRows.column(mixedRows.start(first) + i));
        }
      }
      first += sentence.length();
    }
  }

  @Test
  void weightedColumnsThatNoTemplateUsesAreIgnored() {
    TokenSequence sentence =
        TokenSequence.ofWords(List.of("a"))
            .withWeighted("pos", List.of(List.of(new WeightedValue("N", 0.5))));
    Vocabulary words = FeatureCorpus.vocabulary("U:%x[0,word]", List.of(sentence), 1);
    SparseRows rows = new SequenceEncoder(words).encode(List.of(sentence));
    assertThat(rows.isWeighted()).isFalse();
    assertThat(rows.entryCount()).isOne();
  }

  /** Returns a sentence of one token with the given tags. */
  private static TokenSequence tags(WeightedValue... cell) {
    return TokenSequence.ofWords(List.of("a")).withWeighted("pos", List.of(List.of(cell)));
  }

  @Test
  void emptyCellsAndUnseenValuesHaveNoFeatures() {
    WeightedValue noun = new WeightedValue("N", 0.5);
    SequenceEncoder encoder =
        new SequenceEncoder(
            FeatureCorpus.vocabulary(
                "U:%x[0,pos]\nU1:%x[-1,pos]/%x[0,pos]", List.of(tags(noun)), 1));
    assertThat(encoder.encode(List.of(tags())).entryCount()).isZero();
    assertThat(encoder.encode(List.of(tags(new WeightedValue("X", 1)))).entryCount()).isZero();
    SparseRows rows = encoder.encode(List.of(tags(new WeightedValue("X", 0.75), noun)));
    assertThat(rows.entryCount()).isEqualTo(2);
    assertClose("first", rows.value(0), 0.5, ROUNDING);
    assertClose("with the border", rows.value(1), 0.5, ROUNDING);
  }

  /** Products below 1/100 are dropped, and features whose values sum to less than 1/10. */
  @Test
  void smallValuesAreDropped() {
    TokenSequence sentence =
        tags(
            new WeightedValue("N", 0.9), new WeightedValue("V", 0.1), new WeightedValue("X", 0.09));
    String twice = "U:%x[0,pos]\nU1:%x[0,pos]/%x[0,pos]";
    Vocabulary ofOneSentence = FeatureCorpus.vocabulary(twice, List.of(sentence), 1);
    assertThat(ofOneSentence.featureCount()).isEqualTo(2 + 1);

    Vocabulary vocabulary = FeatureCorpus.vocabulary(twice, Collections.nCopies(20, sentence), 1);
    assertThat(vocabulary.featureCount()).isEqualTo(3 + 6);
    SparseRows rows = new SequenceEncoder(vocabulary).encode(List.of(sentence));
    assertThat(rows.entryCount()).isEqualTo(3 + 6);
  }

  /** The products 1/100 · 1 and 1/50 · 1/2 are kept. */
  @Test
  void theSmallestValueIsAHundredth() {
    TokenSequence sentence =
        tags(
            new WeightedValue("N", 0.5),
            new WeightedValue("V", 0.02),
            new WeightedValue("X", 0.01),
            new WeightedValue("Y", Math.nextDown(0.01)));
    Vocabulary vocabulary =
        FeatureCorpus.vocabulary(
            "U:%x[0,pos]\nU1:%x[0,pos]/%x[0,pos]", Collections.nCopies(40, sentence), 1);

    assertThat(vocabulary.symbols()).doesNotContain("Y");

    SparseRows rows = new SequenceEncoder(vocabulary).encode(List.of(sentence));
    // The entries are N, V and X, and the pairs NN, NV and VN.
    assertThat(rows.entryCount()).isEqualTo(3 + 3);
    assertThat(IntStream.range(0, rows.entryCount()).mapToDouble(rows::value).min())
        .hasValue(0.01f);
  }

  /** The long sentence has more values than the initial capacity of the encoder's arrays. */
  @Test
  void tokensOfALongSentenceAreEncodedLikeThoseOfAShortSentence() {
    List<WeightedValue> cell =
        List.of(
            new WeightedValue("N", 0.5), new WeightedValue("V", 0.25), new WeightedValue("X", 0.2));
    int length = 300;
    TokenSequence sentence =
        TokenSequence.ofWords(Collections.nCopies(length, "a"))
            .withWeighted("pos", Collections.nCopies(length, cell));
    SequenceEncoder encoder =
        new SequenceEncoder(
            FeatureCorpus.vocabulary("U:%x[0,pos]\nU1:%x[0,pos]/%x[0,word]", List.of(sentence), 1));
    SparseRows rows = encoder.encode(List.of(sentence));
    SparseRows token = encoder.encode(List.of(tags(cell.toArray(WeightedValue[]::new))));

    assertThat(token.entryCount()).isEqualTo(6);
    assertThat(rows.entryCount()).isEqualTo(6 * length);

    for (int i = 0; i < rows.entryCount(); i++) {
      assertThat(rows.column(i)).isEqualTo(token.column(i % 6));
      assertThat(rows.value(i)).isEqualTo(token.value(i % 6));
    }
  }
}
