package org.gpchain.core.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.promise.HeldOutSegments;
import org.gpchain.core.promise.LatticeScaling;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.BruteForce;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.segments.SpanCandidates;
import org.gpchain.internal.core.segments.SpanProbability;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the decoding of segments and their candidates with an enumeration of all segments. */
class SegmentDecodingTest {
  private static final int SEEDS = 60;

  private static DecodingOptions options(Decoding decoding) {
    return new DecodingOptions(decoding, 0, false, 1);
  }

  /** Returns the probability of each possible segment of a sentence. */
  private static Map<Span, Double> probabilities(TaggerCase model, TokenSequence sentence) {
    BruteForce oracle = model.enumerateLegal(sentence);
    Map<Span, Double> probabilities = new LinkedHashMap<>();
    for (Span span : allSpans(sentence.length(), "X", "Y")) {
      List<String> labels = model.codec().encode(List.of(span), span.end());
      probabilities.put(span, oracle.probability(path -> model.has(span, path, labels)));
    }
    return probabilities;
  }

  /** Returns all sets of segments without overlaps, each set in order. */
  private static List<List<Span>> sets(Map<Span, Double> probabilities, int from, int length) {
    List<List<Span>> sets = new ArrayList<>();
    sets.add(List.of());
    for (Span first : probabilities.keySet()) {
      if (first.start() >= from) {
        for (List<Span> following : sets(probabilities, first.end(), length)) {
          List<Span> set = new ArrayList<>(List.of(first));
          set.addAll(following);
          sets.add(set);
        }
      }
    }
    return sets;
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TOKEN")
  void decodedSetHasTheLargestSum(TagScheme scheme) {
    double[] thresholds = {Calibration.DEFAULT_THRESHOLD, 0.25, 0.1, 0.02};
    int several = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      TaggerCase model = TaggerCase.of(seed, scheme);
      TokenSequence sentence = TaggerCase.sentence(new Draws(seed), 1 + seed % 4);
      double threshold = thresholds[seed % thresholds.length];
      Map<Span, Double> probabilities = probabilities(model, sentence);

      double best = 0;
      for (List<Span> set : sets(probabilities, 0, sentence.length())) {
        best = Math.max(best, sum(set, probabilities, threshold));
      }

      Calibration calibration =
          new Calibration(LatticeScaling.LEGAL, threshold, HeldOutSegments.NONE);
      Prediction prediction = model.tagger(calibration, options(Decoding.SEGMENTS)).tag(sentence);
      List<Span> decoded = prediction.spans().stream().map(ScoredSpan::span).toList();
      assertClose("Σ p − τ", sum(decoded, probabilities, threshold), best, ALGEBRA);
      assertThat(model.codec().decode(prediction.labels())).isEqualTo(decoded);
      for (ScoredSpan scored : prediction.spans()) {
        assertClose("p", scored.probability(), probabilities.get(scored.span()), ALGEBRA);
      }
      if (decoded.size() > 1) {
        several++;
      }
    }
    assertThat(several).isGreaterThan(5);
  }

  private static double sum(List<Span> set, Map<Span, Double> probabilities, double threshold) {
    return set.stream().mapToDouble(span -> probabilities.get(span) - threshold).sum();
  }

  /** Segments cannot be chosen one by one without the label O, or in the scheme TOKEN. */
  @ParameterizedTest
  @EnumSource
  void otherModelsUseViterbiDecoding(TagScheme scheme) {
    List<String> labels = new ArrayList<>(TaggerCase.labelsOf(scheme).labels());
    labels.remove("O");
    for (int seed = 0; seed < 20; seed++) {
      TaggerCase model = TaggerCase.of(seed, scheme, LabelSet.of(labels), 1, 0);
      TokenSequence sentence = TaggerCase.sentence(new Draws(seed), 1 + seed % 5);
      assertThat(model.tagger(options(Decoding.SEGMENTS)).tag(sentence).labels())
          .isEqualTo(model.tagger(options(Decoding.VITERBI)).tag(sentence).labels());
    }
  }

  /** Maximum size of the candidates of a sentence (labels), apart from {@link #BUDGET_OF_TOKEN}. */
  private static final long BUDGET = 1_000_000;

  /** Additional size of the candidates for each token of a sentence (labels). */
  private static final int BUDGET_OF_TOKEN = 40;

  private static LabelSet labels(SpanCodec codec, String... types) {
    List<String> labels = new ArrayList<>(List.of("O"));
    for (String type : types) {
      labels.addAll(codec.encode(List.of(new Span(0, 1, type)), 1));
    }
    return codec.complete(LabelSet.of(labels));
  }

  private static List<Span> propose(
      SpanCodec codec, LabelSet labels, double least, double[] marginals, int length) {
    SpanCandidates candidates =
        new SpanCandidates(new SpanProbability(codec, labels), length, List.of());
    SegmentDecoder.of(codec, labels, least).propose(marginals, length, candidates);
    return candidates.notBelow(0).stream().map(candidate -> candidate.span).toList();
  }

  /** Returns the proposed segments of tokens whose labels all have the same probability. */
  private static List<Span> proposeOfEqual(
      TagScheme scheme, double probability, double least, int length, String... types) {
    SpanCodec codec = SpanCodec.of(scheme);
    LabelSet labels = labels(codec, types);
    double[] marginals = new double[length * labels.size()];
    Arrays.fill(marginals, probability);
    return propose(codec, labels, least, marginals, length);
  }

  /**
   * Returns whether the labels of a segment are probable enough. In the scheme IOB1, the first
   * token may have either of two labels.
   */
  private static boolean isProbable(
      SpanCodec codec, LabelSet labels, Span span, double[] marginals, double least) {
    int length = span.end() - span.start();
    List<String> expected = codec.encode(List.of(new Span(0, length, span.type())), length);
    for (int i = 0; i < length; i++) {
      int row = (span.start() + i) * labels.size();
      double p = marginals[row + labels.indexOf(expected.get(i))];
      if (i == 0 && codec.scheme() == TagScheme.IOB1) {
        p += marginals[row + labels.indexOf("B-" + span.type())];
      }
      if (p < least) {
        return false;
      }
    }
    return true;
  }

  private static List<Span> allSpans(int length, String... types) {
    List<Span> spans = new ArrayList<>();
    for (int start = 0; start < length; start++) {
      for (int end = start + 1; end <= length; end++) {
        for (String type : types) {
          spans.add(new Span(start, end, type));
        }
      }
    }
    return spans;
  }

  /** The marginals have few different values, so that many are exactly at the limit. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TOKEN")
  void segmentsAreProposedIfAllTheirTokensAreProbableEnough(TagScheme scheme) {
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
          allSpans(length, "X", "Y").stream()
              .filter(span -> isProbable(codec, labels, span, marginals, least))
              .toList();

      assertThat(propose(codec, labels, least, marginals, length))
          .containsExactlyInAnyOrderElementsOf(expected);
      proposed += expected.size();
    }

    assertThat(proposed).isGreaterThan(1000);
  }

  /** The budget allows all segments up to a length, but not all segments of twice that length. */
  @ParameterizedTest
  @ValueSource(ints = {180, 700, 3000})
  void longestOfTooManySegmentsAreLeftOut(int length) {
    List<Span> spans = proposeOfEqual(TagScheme.IOB2, 1.0 / 3, 0.1, length, "X");
    int longest = spans.stream().mapToInt(span -> span.end() - span.start()).max().orElseThrow();
    assertThat(longest).isLessThan(length);
    assertThat(spans).hasSize(count(length, longest)).doesNotHaveDuplicates();
    long budget = BUDGET + (long) BUDGET_OF_TOKEN * length;
    assertThat(size(length, longest)).isLessThanOrEqualTo(budget);
    assertThat(size(length, 2 * longest + 1)).isGreaterThan(budget);
  }

  /** Returns the number of all segments up to a length. */
  private static int count(int length, int longest) {
    return IntStream.rangeClosed(1, longest).map(n -> length - n + 1).sum();
  }

  /**
   * Returns the size of all segments up to a length: their labels, and 16 more for each segment.
   */
  private static long size(int length, int longest) {
    return IntStream.rangeClosed(1, Math.min(length, longest))
        .mapToLong(n -> (length - n + 1) * (16L + n))
        .sum();
  }

  @Test
  void segmentsOfOneTokenAreNeverLeftOut() {
    String[] types = IntStream.range(0, 20).mapToObj(i -> "T" + i).toArray(String[]::new);
    assertThat(proposeOfEqual(TagScheme.IOB2, 1, 0.5, 4000, types))
        .hasSize(20 * 4000)
        .allMatch(span -> span.end() == span.start() + 1);
  }

  @Test
  void shortSentenceHasAllSegments() {
    assertThat(proposeOfEqual(TagScheme.IOBES, 0.1, 0.1, 50, "X", "Y"))
        .containsExactlyInAnyOrderElementsOf(allSpans(50, "X", "Y"));
  }

  /** In IOB1, the second of two adjacent segments of the same type begins with B. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TOKEN")
  void pathHasTheLabelsOfTheCodec(TagScheme scheme) {
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

  /**
   * Returns the candidates of a token that is X with probability 1/2 and Y with probability 1/4.
   */
  private static SpanCandidates candidates() {
    LabelSet labels = LabelSet.of(List.of("B-X", "B-Y", "O"));
    Lattice lattice =
        new LinearChain(3)
            .lattice(new double[] {Math.log(2), 0, 0}, new double[9], 1, new Workspace());
    SpanCandidates candidates =
        new SpanCandidates(new SpanProbability(SpanCodec.of(TagScheme.IOB2), labels), 1, List.of());
    candidates.add(X, new int[] {0});
    candidates.add(Y, new int[] {1});
    candidates.add(X, new int[] {0});
    candidates.weigh(lattice, 1);
    return candidates;
  }

  private static double probability(Span span) {
    return candidates().scored(List.of(span), 2, 9).get(0).probability();
  }

  @Test
  void candidatesExactlyAtALimitAreKept() {
    double x = probability(X);
    double y = probability(Y);
    assertThat(x).isCloseTo(0.5, within(1e-12));
    assertThat(candidates().notBelow(y)).hasSize(2);
    assertThat(candidates().notBelow(Math.nextUp(y))).hasSize(1);
    assertThat(candidates().best(p -> p, x)).containsExactly(X);
    assertThat(candidates().best(p -> p, Math.nextUp(x))).isEmpty();
    assertThat(candidates().scored(List.of(X), y, 9).get(0).alternatives())
        .containsExactly(new ScoredSpan(Y, y));
    assertThat(candidates().scored(List.of(X), Math.nextUp(y), 9).get(0).alternatives()).isEmpty();
  }
}
