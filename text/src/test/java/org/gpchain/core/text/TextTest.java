package org.gpchain.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests sentences, segments, label sets and span counts. */
class TextTest {
  private static final TokenSequence THREE = TokenSequence.ofWords(List.of("a", "b", "c"));

  @Test
  void columnsAreFoundByName() {
    TokenSequence sentence =
        TokenSequence.ofWords(List.of("a", "b")).with("pos", List.of("X", "Y"));
    assertThat(sentence.length()).isEqualTo(2);
    assertThat(sentence.columnNames()).containsExactly("word", "pos");
    assertThat(sentence.has("pos")).isTrue();
    assertThat(sentence.has("stem")).isFalse();
    assertThat(sentence.column("pos")).containsExactly("X", "Y");
    assertRefused(
        () -> sentence.column("stem"), "the sentence has no column 'stem'; it has [word, pos]");
  }

  @Test
  void sentencesCopyTheirColumns() {
    List<String> words = new ArrayList<>(List.of("a", "b"));
    TokenSequence sentence = TokenSequence.ofWords(words);
    words.set(0, "z");
    assertThat(sentence.column("word")).containsExactly("a", "b");
    assertFails(UnsupportedOperationException.class, () -> sentence.columns().get(0).set(0, "z"));
  }

  @Test
  void selectReturnsTokensInTheGivenOrder() {
    TokenSequence sentence =
        new TokenSequence(List.of("word"), List.of(List.of("a", "b")))
            .withWeighted("pos", List.of(List.of(new WeightedValue("X", 0.5)), List.of()));
    TokenSequence selected = sentence.select(List.of(1, 0, 0));
    assertThat(selected.column("word")).containsExactly("b", "a", "a");
    assertThat(selected.cells("pos"))
        .containsExactly(
            List.of(), List.of(new WeightedValue("X", 0.5)), List.of(new WeightedValue("X", 0.5)));
  }

  @Test
  void wordsAreNormalizedToComposedCharacters() {
    TokenSequence sentence =
        new TokenSequence(
            List.of("word", "note"), List.of(List.of("Cafe\u0301", "tea"), List.of("e\u0301", "")));
    assertThat(sentence.column("word")).containsExactly("Caf\u00e9", "tea");
    assertThat(sentence.column("note")).containsExactly("e\u0301", "");
    assertThat(sentence.replace("word", List.of("o\u0308l", "x")).column("word"))
        .containsExactly("\u00f6l", "x");
  }

  @Test
  void refusesColumnsThatDoNotFitEachOther() {
    TokenSequence sentence = TokenSequence.ofWords(List.of("a", "b"));
    assertRefused(() -> sentence.with("pos", List.of("X")), "pos has 1, word has 2");
    assertRefused(() -> sentence.with("word", List.of("X", "Y")), "given twice: word");
    assertRefused(() -> new TokenSequence(List.of(), List.of()));
    assertRefused(
        () -> new TokenSequence(List.of("a", "b"), List.of(List.of())), "[a, b] for 1 columns");
  }

  private static final List<List<WeightedValue>> TAGS =
      List.of(
          List.of(new WeightedValue("N", 0.25), new WeightedValue("V", 0.75)),
          List.of(),
          List.of(new WeightedValue("N", 0.5), new WeightedValue("V", 0.5)));

  @Test
  void weightedCellsMayHoldSeveralValues() {
    TokenSequence plain = THREE.with("case", List.of("1", "2", "3"));
    TokenSequence sentence = plain.withWeighted("pos", TAGS);

    assertThat(sentence.isWeighted("pos")).isTrue();
    assertThat(sentence.isWeighted("case")).isFalse();
    assertThat(sentence.isWeighted("stem")).isFalse();
    assertThat(sentence.cells("pos")).isEqualTo(TAGS);
    assertThat(sentence.column("pos")).containsExactly("V", TokenSequence.NOTHING, "N");
    assertThat(sentence.cells("case")).hasSize(3).contains(List.of(new WeightedValue("2", 1)));
    assertThat(sentence.with("stem", List.of("x", "y", "z")).cells("pos")).isEqualTo(TAGS);

    assertThat(plain.isWeighted("pos")).isFalse();
    assertThat(sentence)
        .isNotEqualTo(plain.with("pos", sentence.column("pos")))
        .isEqualTo(plain.withWeighted("pos", TAGS))
        .hasSameHashCodeAs(plain.withWeighted("pos", TAGS));
    assertRefused(() -> sentence.cells("stem"), "no column 'stem'");
  }

  @Test
  void plainAndWeightedColumnsCanBeSliced() {
    TokenSequence sentence = THREE.withWeighted("pos", TAGS).with("case", List.of("1", "2", "3"));
    TokenSequence slice = sentence.slice(1, 3);
    assertThat(slice.column("word")).containsExactly("b", "c");
    assertThat(slice.column("case")).containsExactly("2", "3");
    assertThat(slice.cells("pos")).isEqualTo(TAGS.subList(1, 3));
    assertThat(slice.column("pos")).containsExactly(TokenSequence.NOTHING, "N");
    assertThat(sentence.slice(0, 3)).isEqualTo(sentence);
    assertThat(sentence.slice(2, 2).length()).isZero();
    assertFails(IndexOutOfBoundsException.class, () -> sentence.slice(1, 4));
  }

  @Test
  void weightedColumnsCanBeReplaced() {
    TokenSequence sentence = THREE.withWeighted("pos", TAGS).with("case", List.of("1", "2", "3"));
    TokenSequence replaced = sentence.replace("pos", List.of("x", "y", "z"));
    assertThat(replaced.isWeighted("pos")).isFalse();
    assertThat(replaced.columnNames()).containsExactly("word", "pos", "case");
    assertThat(replaced.replaceWeighted("pos", TAGS)).isEqualTo(sentence);
    assertThat(sentence.replace("case", List.of("x", "y", "z")).cells("pos")).isEqualTo(TAGS);
    assertThat(sentence.replace("stem", List.of("x", "y", "z")))
        .isEqualTo(sentence.with("stem", List.of("x", "y", "z")));
    assertRefused(() -> sentence.replace("stem", List.of()), "stem has 0, word has 3");
  }

  @Test
  void weightedColumnsAreCopied() {
    List<WeightedValue> cell = new ArrayList<>(TAGS.get(0));
    List<List<WeightedValue>> cells = new ArrayList<>(List.of(cell));
    TokenSequence sentence = TokenSequence.ofWords(List.of("a")).withWeighted("pos", cells);
    cell.clear();
    cells.clear();
    assertThat(sentence.cells("pos")).isEqualTo(TAGS.subList(0, 1));
    assertFails(UnsupportedOperationException.class, () -> sentence.cells("pos").get(0).clear());
  }

  @Test
  void refusesInvalidWeightedColumns() {
    assertRefused(() -> THREE.withWeighted("pos", TAGS.subList(0, 2)), "pos has 2, word has 3");
    assertRefused(() -> THREE.replaceWeighted("word", TAGS), "'word' has one value in each cell");
    WeightedValue half = new WeightedValue("N", 0.5);
    assertThatThrownBy(
            () -> THREE.withWeighted("pos", List.of(List.of(), List.of(half, half), List.of())))
        .hasMessage("token 1 has the value 'N' twice in column pos");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.1, 1.001, Double.NaN})
  void refusesWeightsThatAreNotPositiveOrAboveOne(double weight) {
    assertRefused(() -> new WeightedValue("N", weight), "'N' must be in (0, 1], was " + weight);
  }

  @Test
  void labelsAreNumberedInOrderOfFirstAppearance() {
    LabelSet labels = LabelSet.of(List.of("O", "B", "O", "I"));
    assertThat(labels.size()).isEqualTo(3);
    assertThat(labels.labels()).containsExactly("O", "B", "I");
    assertThat(labels.indexOf("I")).isEqualTo(2);
    assertThat(labels.indexOf("X")).isEqualTo(-1);
    assertThat(labels.label(1)).isEqualTo("B");
    assertThat(labels).hasToString("[O, B, I]");
    assertRefused(() -> LabelSet.of(List.of()));
  }

  @Test
  void labelSetsAreEqualIfTheyHaveTheSameOrder() {
    LabelSet labels = LabelSet.of(List.of("O", "B"));
    assertThat(labels).isEqualTo(LabelSet.of(List.of("O", "B", "B")));
    assertThat(labels).hasSameHashCodeAs(LabelSet.of(List.of("O", "B")));
    assertThat(labels).isNotEqualTo(LabelSet.of(List.of("B", "O")));
  }

  private static final TokenSequence FOUR = TokenSequence.ofWords(List.of("a", "b", "c", "d"));
  private static final Span FIRST = new Span(0, 2, "X-Y");
  private static final Span NEXT = new Span(2, 3, "X-Y");

  @Test
  void segmentsAreCopied() {
    List<Span> spans = new ArrayList<>(List.of(FIRST, NEXT));
    LabeledSequence sentence = new LabeledSequence(FOUR, spans);
    spans.clear();
    assertThat(sentence.spans()).containsExactly(FIRST, NEXT);
    assertThat(sentence.length()).isEqualTo(4);
    assertFails(UnsupportedOperationException.class, () -> sentence.spans().clear());
  }

  @Test
  void refusesSegmentsOutOfOrderOrOutsideTheSentence() {
    for (List<Span> wrong :
        List.of(List.of(NEXT, FIRST), List.of(FIRST, FIRST), List.of(FIRST, new Span(1, 3, "")))) {
      assertRefused(() -> new LabeledSequence(FOUR, wrong), "in order");
    }
    assertRefused(() -> new LabeledSequence(FOUR, List.of(new Span(3, 5, "X"))), "of 4 tokens");
  }

  @ParameterizedTest
  @CsvSource({
    "IOB1, I-X-Y I-X-Y B-X-Y O",
    "IOB2, B-X-Y I-X-Y B-X-Y O",
    "IOBES, B-X-Y E-X-Y S-X-Y O",
    "IOB2, O O O O",
    "TOKEN, NN O B-NN X"
  })
  void labelsAreDecodedAndEncodedByTheScheme(TagScheme scheme, String written) {
    List<String> labels = List.of(written.split(" "));
    LabeledSequence sentence = LabeledSequence.ofLabels(FOUR, labels, scheme);
    assertThat(sentence.spans()).isEqualTo(SpanCodec.of(scheme).decode(labels));
    assertThat(sentence.labels(scheme)).isEqualTo(labels);
  }

  @Test
  void refusesAnotherNumberOfLabelsThanTokens() {
    List<String> labels = List.of("O");
    assertRefused(
        () -> LabeledSequence.ofLabels(FOUR, labels, TagScheme.IOB2), "4 tokens had 1 labels");
  }

  @Test
  void withTokensKeepsSegments() {
    LabeledSequence sentence = new LabeledSequence(FOUR, List.of(FIRST));
    TokenSequence tagged = FOUR.with("pos", List.of("A", "B", "C", "D"));
    assertThat(sentence.withTokens(tagged)).isEqualTo(new LabeledSequence(tagged, List.of(FIRST)));
    assertRefused(() -> sentence.withTokens(FOUR.slice(0, 3)), "of 4 tokens was to have 3");
  }

  private static List<WeightedValue> possible(double... probabilities) {
    return PosTags.possible(
        List.of("DT", "NN", "VB", "JJ").subList(0, probabilities.length), i -> probabilities[i]);
  }

  @Test
  void tagsWithTheThresholdProbabilityArePossible() {
    assertThat(possible(0.03, 0.6, 0.0299, 0.3401))
        .containsExactly(
            new WeightedValue("DT", 0.03),
            new WeightedValue("NN", 0.6),
            new WeightedValue("JJ", 0.3401));
    assertThat(possible(0, 0, 1, 0)).containsExactly(new WeightedValue("VB", 1));
  }

  @Test
  void probabilitiesAboveOneByRoundingBecomeOne() {
    assertThat(possible(1e-17, 1 + 1e-12)).containsExactly(new WeightedValue("NN", 1));
  }

  @Test
  void mostProbableTagIsPossibleBelowTheThreshold() {
    assertThat(possible(0.01, 0.02, 0.02, 0)).containsExactly(new WeightedValue("NN", 0.02));
    List<String> many = IntStream.range(0, 50).mapToObj(i -> "T" + i).toList();
    assertThat(PosTags.possible(many, Collections.nCopies(50, 0.02)::get))
        .containsExactly(new WeightedValue("T0", 0.02));
  }

  @Test
  void segmentsAreCorrectIfBordersAndTypeAgree() {
    SpanCounts counts =
        SpanCounts.of(
                List.of(new Span(0, 2, "A"), new Span(3, 4, "B"), new Span(5, 7, "A")),
                List.of(
                    new Span(0, 2, "A"),
                    new Span(3, 4, "A"),
                    new Span(5, 6, "A"),
                    new Span(6, 7, "A")))
            .plus(SpanCounts.of(List.of(new Span(0, 1, "A")), List.of(new Span(0, 1, "A"))))
            .plus(new SpanCounts(0, 1, 0))
            .plus(new SpanCounts(5, 4, 3));

    assertThat(counts.gold()).isEqualTo(9);
    assertThat(counts.predicted()).isEqualTo(10);
    assertThat(counts.correct()).isEqualTo(5);
    assertClose("precision", counts.precision(), 0.5, ROUNDING);
    assertClose("recall", counts.recall(), 5 / 9.0, ROUNDING);
    assertClose("F1", counts.f1(), 10 / 19.0, ROUNDING);
  }

  @Test
  void measuresAreZeroWithoutCorrectSegments() {
    SpanCounts counts = SpanCounts.NONE;
    List<Span> spans = List.of(new Span(0, 1, "A"));
    for (List<Span> gold : List.of(List.<Span>of(), spans)) {
      counts = counts.plus(SpanCounts.of(gold, List.of()));
      assertThat(List.of(counts.precision(), counts.recall(), counts.f1())).containsOnly(0.0);
    }
    counts = counts.plus(SpanCounts.of(List.of(), spans));
    assertThat(List.of(counts.precision(), counts.recall(), counts.f1())).containsOnly(0.0);
  }
}
