package org.gpchain.internal.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.corpora.ColumnFormat;
import org.gpchain.internal.corpora.ColumnReader;
import org.gpchain.internal.corpora.Corpus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SegmentScoresTest {
  private static final List<String> LABELS =
      List.of("O", "B", "I", "B-X", "I-X", "B-Y", "I-Y", "B-X-Y", "I-X-Y", "B-", "I-");

  private static SegmentScores scores(
      TagScheme scheme, List<List<String>> gold, List<List<String>> predicted) {
    SpanCodec codec = SpanCodec.of(scheme);
    SegmentScores scores = new SegmentScores(Span::type);
    for (int s = 0; s < gold.size(); s++) {
      scores.add(codec.decode(gold.get(s)), codec.decode(predicted.get(s)));
    }
    return scores;
  }

  private static ConllevalOracle oracle(List<List<String>> gold, List<List<String>> predicted) {
    ConllevalOracle oracle = new ConllevalOracle();
    for (int s = 0; s < gold.size(); s++) {
      oracle.add(gold.get(s), predicted.get(s));
    }
    return oracle;
  }

  private static void assertAgree(SegmentScores scores, ConllevalOracle oracle) {
    assertThat(scores.byKind().keySet()).isEqualTo(oracle.counts().keySet());
    scores
        .byKind()
        .forEach(
            (type, score) ->
                assertThat(new long[] {score.gold(), score.predicted(), score.correct()})
                    .as("gold, predicted, correct of '%s'", type)
                    .isEqualTo(oracle.counts().get(type)));
  }

  /** Returns labels with runs, so that there are long chunks and correct chunks, too. */
  private static List<String> randomLabels(Random random, int length, int labelCount) {
    List<String> labels = new ArrayList<>();
    for (int t = 0; t < length; t++) {
      boolean repeat = t > 0 && random.nextInt(3) == 0;
      labels.add(repeat ? labels.get(t - 1) : LABELS.get(random.nextInt(labelCount)));
    }
    return labels;
  }

  /** Returns gold labels with a few changes. */
  private static List<String> nearly(Random random, List<String> gold, int labelCount) {
    return gold.stream()
        .map(label -> random.nextInt(5) == 0 ? LABELS.get(random.nextInt(labelCount)) : label)
        .toList();
  }

  @ParameterizedTest
  @EnumSource(names = {"IOB1", "IOB2"})
  void agreesWithConllevalOnRandomLabels(TagScheme scheme) {
    Random random = new Random(20260);
    for (int round = 0; round < 4_000; round++) {
      int labelCount = 2 + random.nextInt(LABELS.size() - 1);
      List<List<String>> gold = new ArrayList<>();
      List<List<String>> predicted = new ArrayList<>();
      for (int s = 0; s <= random.nextInt(3); s++) {
        gold.add(randomLabels(random, 1 + random.nextInt(8), labelCount));
        predicted.add(
            random.nextBoolean()
                ? nearly(random, gold.get(s), labelCount)
                : randomLabels(random, gold.get(s).size(), labelCount));
      }
      assertAgree(scores(scheme, gold, predicted), oracle(gold, predicted));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void agreesWithConllevalThroughTheReader(int seed, @TempDir Path directory) throws IOException {
    Random random = new Random(seed);
    List<List<String>> gold = new ArrayList<>();
    List<List<String>> predicted = new ArrayList<>();
    StringBuilder content = new StringBuilder();
    // Odd seeds have few labels, all with types, so that other schemes are detected.
    int labelCount = seed % 2 == 0 ? LABELS.size() : 5;
    for (int s = 0; s < 200; s++) {
      // The reader rejects a hyphen without a type.
      gold.add(
          randomLabels(random, 1 + random.nextInt(12), labelCount).stream()
              .map(label -> label.endsWith("-") ? label.substring(0, 1) : label)
              .toList());
      predicted.add(nearly(random, gold.get(s), labelCount));
      gold.get(s).forEach(label -> content.append("w\t").append(label).append('\n'));
      content.append('\n');
    }
    Path file = Files.writeString(directory.resolve("gold.txt"), content);
    Corpus corpus = ColumnReader.of(ColumnFormat.conll2002()).read(file);
    List<List<String>> read =
        corpus.sentences().stream().map(s -> s.labels(TagScheme.IOB2)).toList();

    assertThat(corpus.repairedLabels()).isPositive();
    assertAgree(scores(TagScheme.IOB2, read, predicted), oracle(gold, predicted));
  }

  /** Compares with counts computed by hand from the rules of the shared tasks. */
  @ParameterizedTest(name = "{0} | {1}")
  @CsvSource({
    // gold, predicted, number of gold, predicted and correct chunks
    "B-X I-X O, B-X I-X O, 1, 1, 1",
    "I-X I-X O, B-X I-X O, 1, 1, 1", // IOB1 and IOB2 mean the same chunk
    "I-X B-X, B-X B-X, 2, 2, 2", // adjacent chunks of one type
    "I-X I-X, B-X B-X, 1, 2, 0",
    "B-X I-Y, B-X B-Y, 2, 2, 2", // an illegal I starts a chunk where the type changes
    "O I-X I-X, O B-X I-X, 1, 1, 1", // and after O
    "B-X I-X I-X, B-X I-X O, 1, 1, 0", // a wrong end
    "B-X I-X, B-Y I-Y, 1, 1, 0", // a wrong type
    "B I O B, B I O B, 2, 2, 2", // no types
    "B I-X, B B-X, 2, 2, 2", // a type begins where there was none
    "B-X-Y I-X-Y, B-X-Y I-X-Y, 1, 1, 1", // a hyphen in a type
    "B-X-Y I-X, B-X-Y B-X, 2, 2, 2",
    "O O, O O, 0, 0, 0",
    "O O, B-X O, 0, 1, 0",
    "B-X O, O O, 1, 0, 0",
  })
  void countsByHand(String gold, String predicted, int golds, int predictions, int corrects) {
    List<List<String>> goldLabels = List.of(List.of(gold.split(" ")));
    List<List<String>> predictedLabels = List.of(List.of(predicted.split(" ")));

    SpanCounts score = scores(TagScheme.IOB2, goldLabels, predictedLabels).overall();
    assertThat(List.of(score.gold(), score.predicted(), score.correct()))
        .containsExactly(golds, predictions, corrects);
    assertAgree(
        scores(TagScheme.IOB2, goldLabels, predictedLabels), oracle(goldLabels, predictedLabels));
  }

  @Test
  void endsAChunkAtASentenceBorder() {
    List<List<String>> gold = List.of(List.of("O", "B-X"), List.of("I-X", "O"));

    SpanCounts score = scores(TagScheme.IOB2, gold, gold).overall();
    assertThat(score.gold()).isEqualTo(2);
    assertThat(score.correct()).isEqualTo(2);
  }

  @Test
  void returnsZeroRatiosWithoutSegments() {
    SpanCounts score = new SegmentScores(Span::type).overall();

    assertThat(score).isEqualTo(SpanCounts.NONE);
    assertThat(List.of(score.precision(), score.recall(), score.f1())).containsOnly(0.0);
  }

  @Test
  void matchesMetricsComputedByHand() {
    SegmentScores scores =
        scores(
            TagScheme.IOB2,
            List.of(List.of("B-X", "O", "B-X", "O", "B-Y", "B-Y")),
            List.of(List.of("B-X", "B-X", "B-X", "B-Y", "O", "B-Y")));

    assertThat(scores.overall().precision()).isEqualTo(3 / 5.0);
    assertThat(scores.overall().recall()).isEqualTo(3 / 4.0);
    assertThat(scores.overall().f1()).isCloseTo(2 * 0.6 * 0.75 / (0.6 + 0.75), within(1e-15));
    assertThat(scores.byKind().get("X")).isEqualTo(new SpanCounts(2, 3, 2));
    assertThat(scores.byKind().get("X").f1()).isCloseTo(0.8, within(1e-15));
    assertThat(scores.byKind().get("Y")).isEqualTo(new SpanCounts(2, 2, 1));
  }
}
