package org.gpchain.core.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.gpchain.core.Draws;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.chain.BruteForce;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares alternatives with an enumeration of the legal label sequences. */
class AlternativesTest {
  private static final int SEEDS = 25;

  /** Minimum probability of an alternative. */
  private static final double MIN_PROBABILITY = 1e-3;

  private static DecodingOptions options(Decoding decoding, int samples, int nBest) {
    return new DecodingOptions(decoding, samples, false, 5).withNBest(nBest);
  }

  private static List<int[]> best(
      TaggerCase model, BruteForce oracle, ToDoubleFunction<int[]> value, int count) {
    return oracle.paths().stream()
        .filter(model::isLegal)
        .sorted(Comparator.comparingDouble(value).reversed())
        .limit(count)
        .toList();
  }

  private static double probability(TaggerCase model, BruteForce oracle, Span span) {
    List<String> labels = model.codec().encode(List.of(span), span.end());
    return oracle.probability(path -> model.has(span, path, labels));
  }

  @ParameterizedTest
  @EnumSource
  void alternativesComeFromTheBestSequences(TagScheme scheme) {
    int alternatives = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      TaggerCase model = TaggerCase.of(seed, scheme);
      TokenSequence sentence = TaggerCase.sentence(new Draws(seed), 1 + seed % 4);
      BruteForce oracle = model.enumerateLegal(sentence);
      int nBest = 2 + seed % 6;
      Prediction prediction = model.tagger(options(Decoding.VITERBI, 0, nBest)).tag(sentence);

      Set<Span> others = new LinkedHashSet<>();
      for (int[] path : best(model, oracle, oracle::score, nBest)) {
        others.addAll(model.codec().decode(model.names(path)));
      }
      for (ScoredSpan scored : prediction.spans()) {
        others.remove(scored.span());
      }

      for (ScoredSpan scored : prediction.spans()) {
        assertThat(scored.alternatives())
            .extracting(ScoredSpan::span)
            .containsExactlyInAnyOrderElementsOf(
                others.stream().filter(scored.span()::overlaps).toList());
        assertThat(scored.alternatives())
            .isSortedAccordingTo(Comparator.comparingDouble(ScoredSpan::probability).reversed())
            .allMatch(other -> other.alternatives().isEmpty());
        for (ScoredSpan other : scored.alternatives()) {
          double expected = probability(model, oracle, other.span());
          assertClose("p(" + other.span() + ")", other.probability(), expected, ALGEBRA);
          alternatives++;
        }
      }
    }
    assertThat(alternatives).isGreaterThan(20);
  }

  /** Alternatives may be too improbable to be chosen themselves. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TOKEN")
  void alternativesOfSegmentsAreTheMostProbableOnes(TagScheme scheme) {
    int improbable = 0;
    int leftOut = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      TaggerCase model = TaggerCase.of(seed, scheme);
      TokenSequence sentence = TaggerCase.sentence(new Draws(seed), 2 + seed % 3);
      BruteForce oracle = model.enumerateLegal(sentence);
      Set<Span> possible = new HashSet<>();
      for (int[] path : best(model, oracle, path -> 0, Integer.MAX_VALUE)) {
        possible.addAll(model.codec().decode(model.names(path)));
      }
      int nBest = 2 + seed % 2;
      Prediction prediction = model.tagger(options(Decoding.SEGMENTS, 0, nBest)).tag(sentence);
      for (ScoredSpan scored : prediction.spans()) {
        double[] rivals =
            possible.stream()
                .filter(span -> !span.equals(scored.span()) && span.overlaps(scored.span()))
                .mapToDouble(span -> -probability(model, oracle, span))
                .filter(negative -> -negative >= MIN_PROBABILITY)
                .sorted()
                .toArray();
        List<ScoredSpan> alternatives = scored.alternatives();
        assertThat(alternatives).hasSize(Math.min(nBest - 1, rivals.length));
        assertThat(alternatives)
            .extracting(ScoredSpan::span)
            .isSubsetOf(possible)
            .doesNotHaveDuplicates();

        for (int i = 0; i < alternatives.size(); i++) {
          ScoredSpan alternative = alternatives.get(i);
          assertThat(alternative.span().overlaps(scored.span())).isTrue();
          assertClose("alternative " + i, alternative.probability(), -rivals[i], ALGEBRA);
          double expected = probability(model, oracle, alternative.span());
          assertClose("p", alternative.probability(), expected, ALGEBRA);
          if (alternative.probability() < 0.1) {
            improbable++;
          }
        }
        if (rivals.length > alternatives.size()) {
          leftOut++;
        }
      }
    }
    assertThat(improbable).isPositive();
    assertThat(leftOut).isPositive();
  }

  @ParameterizedTest
  @EnumSource
  void alternativesDoNotChangeThePrediction(TagScheme scheme) {
    for (int seed = 0; seed < SEEDS; seed++) {
      TaggerCase model = TaggerCase.of(seed, scheme);
      TokenSequence sentence = TaggerCase.sentence(new Draws(seed), seed % 9);
      for (Decoding decoding : Decoding.values()) {
        for (int samples : new int[] {0, 4}) {
          Prediction without = model.tagger(options(decoding, samples, 1)).tag(sentence);
          Prediction with = model.tagger(options(decoding, samples, 10)).tag(sentence);
          assertThat(without.spans()).allMatch(scored -> scored.alternatives().isEmpty());
          assertThat(with.labels()).isEqualTo(without.labels());
          assertThat(with.logSequenceProbability()).isEqualTo(without.logSequenceProbability());
          List<ScoredSpan> spans =
              with.spans().stream().map(s -> new ScoredSpan(s.span(), s.probability())).toList();
          assertThat(spans).isEqualTo(without.spans());
        }
      }
    }
  }
}
