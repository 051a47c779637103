package org.gpchain.core.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gpchain.core.Draws;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which segments are worth a look, against all that there are. */
class SegmentDecoderTest {
  /** Labels that a sentence's candidates may have, and how many more for each of its tokens. */
  private static final long BUDGET = 1_000_000;

  private static final int BUDGET_OF_TOKEN = 40;

  private static LabelSet labels(SpanCodec codec, String... types) {
    return codec.complete(
        LabelSet.of(
            Stream.concat(
                    Stream.of("O"),
                    Arrays.stream(types)
                        .map(type -> codec.encode(List.of(new Span(0, 1, type)), 1).get(0)))
                .toList()));
  }

  private static List<Span> propose(
      SpanCodec codec, LabelSet labels, double least, double[] marginals, int length) {
    SpanCandidates candidates =
        new SpanCandidates(new SpanProbability(codec, labels), SegmentCalibration.NONE, length);
    SegmentDecoder.of(codec, labels, least).propose(marginals, length, candidates);
    return candidates.notBelow(0).stream().map(candidate -> candidate.span).toList();
  }

  /** Whether each token has its label with the probability; the first one in any spelling. */
  private static boolean isProbable(
      SpanCodec codec, LabelSet labels, Span span, double[] marginals, double least) {
    int length = span.end() - span.start();
    List<String> alone = codec.encode(List.of(new Span(0, length, span.type())), length);
    for (int i = 0; i < length; i++) {
      int row = (span.start() + i) * labels.size();
      double p = marginals[row + labels.indexOf(alone.get(i))];
      if (i == 0 && codec.scheme() == TagScheme.IOB1) {
        p += marginals[row + labels.indexOf("B-" + span.type())];
      }
      if (p < least) {
        return false;
      }
    }
    return true;
  }

  static List<Span> all(int length, String... types) {
    List<Span> all = new ArrayList<>();
    for (int start = 0; start < length; start++) {
      for (int end = start + 1; end <= length; end++) {
        for (String type : types) {
          all.add(new Span(start, end, type));
        }
      }
    }
    return all;
  }

  /** Marginals of few values: many are exactly at the limit. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TOKEN")
  void proposesTheSegmentsAllOfWhoseTokensAreProbableEnough(TagScheme scheme) {
    SpanCodec codec = SpanCodec.of(scheme);
    LabelSet labels = labels(codec, "X", "Y");
    int proposed = 0;
    for (int seed = 0; seed < 300; seed++) {
      Draws draws = new Draws(seed);
      int length = draws.between(1, 7);
      double[] marginals = new double[length * labels.size()];
      Arrays.setAll(marginals, i -> draws.index(5) / 8.0);
      double least = draws.oneOf(0.125, 0.25, 0.375);
      List<Span> expected =
          all(length, "X", "Y").stream()
              .filter(span -> isProbable(codec, labels, span, marginals, least))
              .toList();
      assertThat(propose(codec, labels, least, marginals, length))
          .containsExactlyInAnyOrderElementsOf(expected);
      proposed += expected.size();
    }
    assertThat(proposed).isGreaterThan(1000);
  }

  /** As many as memory allows: all up to some length, and not all of twice that. */
  @ParameterizedTest
  @ValueSource(ints = {180, 700, 3000})
  void ofTooManySegmentsTheLongestAreLeftOut(int length) {
    SpanCodec codec = SpanCodec.of(TagScheme.IOB2);
    LabelSet labels = labels(codec, "X");
    double[] marginals = new double[length * labels.size()];
    Arrays.fill(marginals, 1.0 / labels.size());
    List<Span> spans = propose(codec, labels, 0.1, marginals, length);
    int longest = spans.stream().mapToInt(span -> span.end() - span.start()).max().orElseThrow();
    assertThat(longest).isLessThan(length);
    assertThat(spans).hasSize(count(length, longest)).doesNotHaveDuplicates();
    long budget = BUDGET + (long) BUDGET_OF_TOKEN * length;
    assertThat(size(length, longest)).isLessThanOrEqualTo(budget);
    assertThat(size(length, 2 * longest + 1)).isGreaterThan(budget);
  }

  private static int count(int length, int longest) {
    return IntStream.rangeClosed(1, longest).map(n -> length - n + 1).sum();
  }

  /** The labels of all of them, and sixteen more for each. */
  private static long size(int length, int longest) {
    return IntStream.rangeClosed(1, Math.min(length, longest))
        .mapToLong(n -> (length - n + 1) * (16L + n))
        .sum();
  }

  @Test
  void segmentsOfOneTokenAreNeverLeftOut() {
    SpanCodec codec = SpanCodec.of(TagScheme.IOB2);
    String[] types = IntStream.range(0, 20).mapToObj(i -> "T" + i).toArray(String[]::new);
    LabelSet labels = labels(codec, types);
    int length = 4000;
    double[] marginals = new double[length * labels.size()];
    Arrays.fill(marginals, 1);
    assertThat(propose(codec, labels, 0.5, marginals, length))
        .hasSize(20 * length)
        .allMatch(span -> span.end() == span.start() + 1);
  }

  @Test
  void aShortSentenceHasAllOfThem() {
    SpanCodec codec = SpanCodec.of(TagScheme.IOBES);
    LabelSet labels = labels(codec, "X", "Y");
    double[] marginals = new double[50 * labels.size()];
    Arrays.fill(marginals, 0.1);
    assertThat(propose(codec, labels, 0.1, marginals, 50))
        .containsExactlyInAnyOrderElementsOf(all(50, "X", "Y"));
  }

  /** In IOB1 the second one of two adjacent segments of a type begins with B. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TOKEN")
  void writesSegmentsAsTheCodecDoes(TagScheme scheme) {
    SpanCodec codec = SpanCodec.of(scheme);
    LabelSet labels = labels(codec, "X", "Y");
    SegmentDecoder decoder = SegmentDecoder.of(codec, labels, 0.5);
    for (int seed = 0; seed < 100; seed++) {
      Draws draws = new Draws(seed);
      List<Span> spans = new ArrayList<>();
      for (int t = draws.index(2); t < 10; t += draws.index(2)) {
        int end = draws.between(t + 1, Math.min(10, t + 3));
        spans.add(new Span(t, end, draws.oneOf("X", "Y")));
        t = end;
      }
      int[] expected = codec.encode(spans, 10).stream().mapToInt(labels::indexOf).toArray();
      assertThat(decoder.path(spans, 10)).isEqualTo(expected);
    }
  }

  private static final Span X = new Span(0, 1, "X");

  private static final Span Y = new Span(0, 1, "Y");

  /** One token, which begins X with probability 1/2 and Y with 1/4. */
  private static SpanCandidates candidates() {
    LabelSet labels = LabelSet.of(List.of("B-X", "B-Y", "O"));
    Lattice lattice =
        new LinearChain(3)
            .lattice(new double[] {Math.log(2), 0, 0}, new double[9], 1, new Workspace());
    SpanCandidates candidates =
        new SpanCandidates(
            new SpanProbability(SpanCodec.of(TagScheme.IOB2), labels), SegmentCalibration.NONE, 1);
    candidates.add(X, new int[] {0});
    candidates.add(Y, new int[] {1});
    candidates.add(X, new int[] {0});
    candidates.weigh(lattice, 1);
    return candidates;
  }

  private static double probability(Span span) {
    return candidates().scored(List.of(span), 2).get(0).probability();
  }

  @Test
  void whatIsJustProbableEnoughIsKept() {
    double x = probability(X);
    double y = probability(Y);
    assertThat(x).isCloseTo(0.5, within(1e-12));
    assertThat(candidates().notBelow(y)).hasSize(2);
    assertThat(candidates().notBelow(Math.nextUp(y))).hasSize(1);
    assertThat(candidates().best(p -> p, x)).containsExactly(X);
    assertThat(candidates().best(p -> p, Math.nextUp(x))).isEmpty();
    assertThat(candidates().scored(List.of(X), y).get(0).alternatives())
        .containsExactly(new ScoredSpan(Y, y));
    assertThat(candidates().scored(List.of(X), Math.nextUp(y)).get(0).alternatives()).isEmpty();
  }
}
