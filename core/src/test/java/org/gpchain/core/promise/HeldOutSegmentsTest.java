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

/** The threshold of decoding, against every choice of segments. */
class HeldOutSegmentsTest {
  /** Up to eleven candidates in three sentences. */
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

  private static boolean overlap(HeldOutSegments all, int[] sentence, int a, int b) {
    return sentence[a] == sentence[b]
        && all.start()[a] < all.end()[b]
        && all.start()[b] < all.end()[a];
  }

  private static int[] sentences(HeldOutSegments all) {
    int[] sentence = new int[all.start().length];
    for (int s = 0, c = 0; s < all.sentenceCount(); s++) {
      for (int i = 0; i < all.candidates()[s]; i++) {
        sentence[c++] = s;
      }
    }
    return sentence;
  }

  /** The largest expected F_β of the choices without overlaps. */
  private static double best(HeldOutSegments all, double beta) {
    int count = all.start().length;
    int[] sentence = sentences(all);
    double square = beta * beta;
    double gold = Arrays.stream(all.gold()).sum();
    double best = 0;
    for (int set = 0; set < 1 << count; set++) {
      double sum = 0;
      boolean possible = true;
      for (int a = 0; a < count; a++) {
        boolean chosen = (set >> a & 1) == 1;
        sum += chosen ? all.probability()[a] : 0;
        for (int b = 0; chosen && b < a; b++) {
          possible &= (set >> b & 1) == 0 || !overlap(all, sentence, a, b);
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
  void theThresholdIsThatOfTheLargestExpectedF(double beta) {
    for (int seed = 0; seed < 60; seed++) {
      HeldOutSegments all = random(seed);
      double expected = best(all, beta) / (1 + beta * beta);
      assertClose("λ", all.threshold(beta).orElseThrow(), Math.max(0.01, expected), ROUNDING);
    }
  }

  @Test
  void withoutSegmentsThereIsNoThreshold() {
    assertThat(HeldOutSegments.NONE.threshold(1)).isEmpty();
    int[] none = {0};
    int[] one = {1};
    HeldOutSegments withoutGold =
        new HeldOutSegments(none, none, one, none, one, new float[] {0.5f}, new boolean[1]);
    assertThat(withoutGold.threshold(1)).isEmpty();
  }

  /** A label of which the model has never heard is known all the same. */
  @Test
  void sentencesWithLabelsThatTheModelDoesNotHaveCount() {
    TaggerCase model = TaggerCase.of(2, TagScheme.IOB2);
    int[] labels = {model.labels().indexOf("B-X"), model.labels().indexOf("B-never")};
    List<Span> gold = List.of(new Span(0, 1, "X"), new Span(1, 2, "never"));
    HeldOutSentence sentence = model.heldOut(TaggerCase.sentence(new Draws(1), 2), labels, gold, 0);
    HeldOutSegments all = HeldOutSegments.of(List.of(sentence), new LatticeScaling(1, 1));
    assertThat(labels[1]).isNegative();
    assertThat(all.gold()).containsExactly(2);
  }

  /** What sentences say of their candidates, one after the other. */
  @Test
  void areTheCandidatesOfSentences() {
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
    HeldOutSegments all = HeldOutSegments.of(sentences, scaling);
    assertThat(all.block()).containsExactly(7, 7, 8, 8);
    assertThat(all.gold()).containsExactly(1, 1, 1, 1);
    assertThat(all.candidates())
        .isEqualTo(sentences.stream().mapToInt(s -> s.candidates().size()).toArray());
    List<Span> spans = sentences.stream().flatMap(s -> s.candidates().stream()).toList();
    double[] p =
        sentences.stream()
            .flatMapToDouble(s -> Arrays.stream(s.probabilities(scaling, new Workspace())))
            .toArray();
    int right = 0;
    assertThat(all.start()).hasSize(p.length);
    for (int c = 0; c < p.length; c++) {
      assertThat(new Span(all.start()[c], all.end()[c], spans.get(c).type()))
          .isEqualTo(spans.get(c));
      assertThat(all.probability()[c]).isEqualTo((float) p[c]);
      assertThat(all.right()[c]).isEqualTo(spans.get(c).equals(new Span(0, 1, "X")));
      right += all.right()[c] ? 1 : 0;
    }
    assertThat(right).isPositive();
    assertThat(HeldOutSegments.of(List.of(), scaling)).isSameAs(HeldOutSegments.NONE);
  }

  @Test
  void blocksCanBeTakenApart() {
    int[] block = {4, 2, 4};
    for (int seed = 0; seed < 30; seed++) {
      HeldOutSegments one = random(seed);
      HeldOutSegments all =
          new HeldOutSegments(
              block,
              one.gold(),
              one.candidates(),
              one.start(),
              one.end(),
              one.probability(),
              one.right());
      assertThat(all.ofBlocks(b -> true)).isEqualTo(all).isNotEqualTo(one);
      assertThat(all.ofBlocks(b -> b > 4)).isEqualTo(HeldOutSegments.NONE);
      int first = all.candidates()[0];
      int second = first + all.candidates()[1];
      assertThat(all.ofBlocks(b -> b == 2))
          .isEqualTo(
              new HeldOutSegments(
                  new int[] {2},
                  new int[] {all.gold()[1]},
                  new int[] {second - first},
                  Arrays.copyOfRange(all.start(), first, second),
                  Arrays.copyOfRange(all.end(), first, second),
                  Arrays.copyOfRange(all.probability(), first, second),
                  Arrays.copyOfRange(all.right(), first, second)));
      HeldOutSegments others = all.ofBlocks(b -> b != 2);
      assertThat(others.block()).containsExactly(4, 4);
      assertThat(others.start().length + second - first).isEqualTo(all.start().length);
    }
  }

  /** Lengths of block, gold, candidates, start, end, probability and right. */
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
  void arraysFitTogether(int s, int g, int c, int from, int to, int p, int r, String wrong) {
    int[] ends = new int[to];
    Arrays.fill(ends, 1);
    int[] each = new int[c];
    Arrays.fill(each, 1);
    ThrowingCallable make =
        () ->
            new HeldOutSegments(
                new int[s], new int[g], each, new int[from], ends, new float[p], new boolean[r]);
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
  void candidatesAreSegmentsInOrder(
      int from, int to, float probability, int next, int end, float other, boolean sound) {
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
    if (sound) {
      assertThatCode(make).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(make).hasMessageContaining("not before the last one of its sentence");
    }
  }
}
