package org.gpchain.core.promise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.gpchain.core.Draws;
import org.gpchain.core.decode.TaggerCase;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares decoding thresholds with an enumeration of all choices of segments. */
class HeldOutSegmentsTest {
  /** Returns up to eleven random candidates in three sentences. */
  private static HeldOutSegments random(long seed) {
    Draws draws = new Draws(seed);
    int[] candidates = {draws.index(5), draws.index(4), 1 + draws.index(4)};
    int count = Arrays.stream(candidates).sum();
    int[] start = new int[count];
    int[] end = new int[count];
    float[] probability = new float[count];
    boolean[] right = new boolean[count];
    for (int s = 0, c = 0; s < candidates.length; s++) {
      int[] starts = draws.indices(candidates[s], 4);
      Arrays.sort(starts);
      for (int first : starts) {
        start[c] = first;
        end[c] = first + draws.between(1, 3);
        probability[c] = (float) draws.between(0.0, 1.0);
        right[c] = draws.chance(0.5);
        c++;
      }
    }

    int[] gold = {1 + draws.index(3), draws.index(3), draws.index(3)};
    return new HeldOutSegments(new int[3], gold, candidates, start, end, probability, right);
  }

  private static boolean overlap(HeldOutSegments segments, int[] sentence, int a, int b) {
    return sentence[a] == sentence[b]
        && segments.start()[a] < segments.end()[b]
        && segments.start()[b] < segments.end()[a];
  }

  /** Returns the sentence of each candidate. */
  private static int[] sentences(HeldOutSegments segments) {
    int[] sentence = new int[segments.start().length];
    for (int s = 0, c = 0; s < segments.sentenceCount(); s++) {
      for (int i = 0; i < segments.candidates()[s]; i++) {
        sentence[c++] = s;
      }
    }
    return sentence;
  }

  /** Returns the largest expected F_β of all choices without overlaps. */
  private static double best(HeldOutSegments segments, double beta) {
    int count = segments.start().length;
    int[] sentence = sentences(segments);
    double square = beta * beta;
    double gold = Arrays.stream(segments.gold()).sum();
    double best = 0;
    for (int set = 0; set < 1 << count; set++) {
      double sum = 0;
      boolean possible = true;
      for (int a = 0; a < count; a++) {
        boolean chosen = (set >> a & 1) == 1;
        if (chosen) {
          sum += segments.probability()[a];
        }
        for (int b = 0; chosen && b < a; b++) {
          possible &= (set >> b & 1) == 0 || !overlap(segments, sentence, a, b);
        }
      }

      if (possible) {
        best = Math.max(best, (1 + square) * sum / (Integer.bitCount(set) + square * gold));
      }
    }

    return best;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.25, 0.5, 1, 2, 4})
  void thresholdMaximizesTheExpectedF(double beta) {
    for (int seed = 0; seed < 60; seed++) {
      HeldOutSegments segments = random(seed);
      double expected = best(segments, beta) / (1 + beta * beta);
      assertClose("λ", segments.threshold(beta).orElseThrow(), Math.max(0.01, expected), ROUNDING);
    }
  }

  @Test
  void withoutSegmentsThereIsNoThreshold() {
    assertThat(HeldOutSegments.NONE.threshold(1)).isEmpty();
    int[] zero = {0};
    int[] one = {1};
    HeldOutSegments withoutGold =
        new HeldOutSegments(zero, zero, one, zero, one, new float[] {0.5f}, new boolean[1]);
    assertThat(withoutGold.threshold(1)).isEmpty();
  }

  @Test
  void goldSegmentsWithUnknownLabelsCount() {
    TaggerCase model = TaggerCase.of(2, TagScheme.IOB2);
    int[] labels = {model.labels().indexOf("B-X"), model.labels().indexOf("B-never")};
    List<Span> gold = List.of(new Span(0, 1, "X"), new Span(1, 2, "never"));
    HeldOutSentence sentence = model.heldOut(TaggerCase.sentence(new Draws(1), 2), labels, gold, 0);
    HeldOutSegments segments = HeldOutSegments.of(List.of(sentence), new LatticeScaling(1, 1));
    assertThat(labels[1]).isNegative();
    assertThat(segments.gold()).containsExactly(2);
  }

  @Test
  void candidatesAreCollectedFromSentences() {
    TaggerCase model = TaggerCase.of(2, TagScheme.IOB2);
    LatticeScaling scaling = new LatticeScaling(0.5, 2);
    List<HeldOutSentence> sentences = new ArrayList<>();
    for (int s = 0; s < 4; s++) {
      TokenSequence sentence = TaggerCase.sentence(new Draws(s), s + 1);
      Span gold = new Span(0, 1, "X");
      int[] labels = new int[s + 1];
      Arrays.fill(labels, model.labels().indexOf("O"));
      labels[0] = model.labels().indexOf("B-X");
      sentences.add(model.heldOut(sentence, labels, List.of(gold), 7 + s / 2));
    }

    HeldOutSegments segments = HeldOutSegments.of(sentences, scaling);
    assertThat(segments.block()).containsExactly(7, 7, 8, 8);
    assertThat(segments.gold()).containsExactly(1, 1, 1, 1);
    assertThat(segments.candidates())
        .isEqualTo(sentences.stream().mapToInt(s -> s.candidates().size()).toArray());

    List<Span> spans = sentences.stream().flatMap(s -> s.candidates().stream()).toList();
    double[] p =
        sentences.stream()
            .flatMapToDouble(s -> Arrays.stream(s.probabilities(scaling, new Workspace())))
            .toArray();
    int right = 0;

    assertThat(segments.start()).hasSize(p.length);
    for (int c = 0; c < p.length; c++) {
      assertThat(new Span(segments.start()[c], segments.end()[c], spans.get(c).type()))
          .isEqualTo(spans.get(c));
      assertThat(segments.probability()[c]).isEqualTo((float) p[c]);
      assertThat(segments.right()[c]).isEqualTo(spans.get(c).equals(new Span(0, 1, "X")));
      if (segments.right()[c]) {
        right++;
      }
    }

    assertThat(right).isPositive();
    assertThat(HeldOutSegments.of(List.of(), scaling)).isSameAs(HeldOutSegments.NONE);
  }

  @Test
  void blocksCanBeSelected() {
    int[] block = {4, 2, 4};
    for (int seed = 0; seed < 30; seed++) {
      HeldOutSegments oneBlock = random(seed);
      HeldOutSegments segments =
          new HeldOutSegments(
              block,
              oneBlock.gold(),
              oneBlock.candidates(),
              oneBlock.start(),
              oneBlock.end(),
              oneBlock.probability(),
              oneBlock.right());

      assertThat(segments.ofBlocks(b -> true)).isEqualTo(segments).isNotEqualTo(oneBlock);
      assertThat(segments.ofBlocks(b -> b > 4)).isEqualTo(HeldOutSegments.NONE);

      int first = segments.candidates()[0];
      int second = first + segments.candidates()[1];

      assertThat(segments.ofBlocks(b -> b == 2))
          .isEqualTo(
              new HeldOutSegments(
                  new int[] {2},
                  new int[] {segments.gold()[1]},
                  new int[] {second - first},
                  Arrays.copyOfRange(segments.start(), first, second),
                  Arrays.copyOfRange(segments.end(), first, second),
                  Arrays.copyOfRange(segments.probability(), first, second),
                  Arrays.copyOfRange(segments.right(), first, second)));
      HeldOutSegments others = segments.ofBlocks(b -> b != 2);

      assertThat(others.block()).containsExactly(4, 4);
      assertThat(others.start().length + second - first).isEqualTo(segments.start().length);
    }
  }

  /**
   * The first seven values are lengths of block, gold, candidates, start, end, probability, right.
   */
  @ParameterizedTest
  @CsvSource({
    "2, 2, 2, 2, 2, 2, 2, ",
    "2, 1, 2, 2, 2, 2, 2, gold",
    "2, 2, 1, 2, 2, 2, 2, candidates",
    "2, 2, 2, 1, 2, 2, 2, start",
    "2, 2, 2, 2, 3, 2, 2, end",
    "2, 2, 2, 2, 2, 1, 2, probability",
    "2, 2, 2, 2, 2, 2, 3, right"
  })
  void lengthsOfArraysAreChecked(
      int s, int g, int c, int from, int to, int p, int r, String wrong) {
    int[] ends = new int[to];
    Arrays.fill(ends, 1);
    int[] counts = new int[c];
    Arrays.fill(counts, 1);
    ThrowingCallable make =
        () ->
            new HeldOutSegments(
                new int[s], new int[g], counts, new int[from], ends, new float[p], new boolean[r]);
    if (wrong == null) {
      assertThatCode(make).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(make).hasMessageStartingWith(wrong);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 1, 1, 2, 1, true",
    "0, 1, 1, 0, 1, 0, true",
    "1, 2, 1, 0, 1, 1, false",
    "0, 0, 1, 1, 2, 1, false",
    "0, 1, 1.01, 1, 2, 1, false",
    "0, 1, -0.01, 1, 2, 1, false",
    "0, 1, NaN, 1, 2, 1, false"
  })
  void candidatesAreChecked(
      int from, int to, float probability, int next, int end, float other, boolean isValid) {
    ThrowingCallable make =
        () ->
            new HeldOutSegments(
                new int[1],
                new int[1],
                new int[] {2},
                new int[] {from, next},
                new int[] {to, end},
                new float[] {probability, other},
                new boolean[2]);
    if (isValid) {
      assertThatCode(make).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(make).hasMessageContaining("not before the last one of its sentence");
    }
  }
}
