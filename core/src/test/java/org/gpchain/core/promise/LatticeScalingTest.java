package org.gpchain.core.promise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.gpchain.core.Draws;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.decode.TaggerCase;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.BruteForce;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the calibrated distribution with an enumeration of the legal label sequences. */
public class LatticeScalingTest {
  private static final int SEEDS = 40;
  private static final int N_BEST = 6;

  private static LatticeScaling scaling(long seed) {
    Draws draws = new Draws(seed + 1000);
    return new LatticeScaling(draws.between(0.4, 2.0), draws.between(0.4, 2.0));
  }

  private static Tagger tagger(TaggerCase model, LatticeScaling scaling, DecodingOptions options) {
    return model.tagger(new Calibration(scaling, 0.1, HeldOutSegments.NONE), options);
  }

  private static DecodingOptions options(Decoding decoding, int samples) {
    return new DecodingOptions(decoding, samples, false, 3).withNBest(N_BEST);
  }

  @ParameterizedTest
  @EnumSource
  void predictionsFollowTheScaledDistribution(TagScheme scheme) {
    for (int seed = 0; seed < SEEDS; seed++) {
      TaggerCase model = TaggerCase.of(seed, scheme);
      TokenSequence sentence = TaggerCase.sentence(new Draws(seed), 1 + seed % 4);
      LatticeScaling scaling = scaling(seed);
      BruteForce oracle = model.enumerate(sentence, scaling).given(model::isLegal);
      for (Decoding decoding : Decoding.values()) {
        Prediction prediction = tagger(model, scaling, options(decoding, 0)).tag(sentence);
        assertClose("p(y_t)", TaggerCase.marginals(prediction), oracle.marginals(), ALGEBRA);
        assertSequenceAndSegments(model, prediction, oracle::probability);
        if (decoding == Decoding.VITERBI) {
          double best = oracle.paths().stream().mapToDouble(oracle::score).max().orElseThrow();
          int[] path = prediction.labels().stream().mapToInt(model.labels()::indexOf).toArray();
          assertClose("score", oracle.score(path), best, ALGEBRA);
        }
      }
    }
  }

  private static void assertSequenceAndSegments(
      TaggerCase model, Prediction prediction, ToDoubleFunction<Predicate<int[]>> oracle) {
    assertClose(
        "p(y)",
        prediction.sequenceProbability(),
        oracle.applyAsDouble(path -> model.names(path).equals(prediction.labels())),
        ALGEBRA);
    for (ScoredSpan scored : withAlternatives(prediction)) {
      double expected = oracle.applyAsDouble(path -> model.has(scored.span(), path));
      assertClose("p(" + scored.span() + ")", scored.probability(), expected, ALGEBRA);
    }
  }

  /** Candidates are all segments of legal sequences that are probable enough. */
  @ParameterizedTest
  @EnumSource
  void candidatesAreProbableEnough(TagScheme scheme) {
    double minProbability = 0.08;
    int candidateCount = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      TaggerCase model = TaggerCase.of(seed, scheme);
      TokenSequence sentence = TaggerCase.sentence(new Draws(seed), 1 + seed % 4);
      BruteForce oracle = model.enumerate(sentence, scaling(seed)).given(model::isLegal);
      Map<Span, Double> expected = new HashMap<>();
      for (int[] path : oracle.paths()) {
        double p = oracle.probability(other -> Arrays.equals(other, path));
        for (Span span : model.codec().decode(model.names(path))) {
          expected.merge(span, p, Double::sum);
        }
      }
      expected.values().removeIf(p -> p == 0);

      List<Span> possible = List.copyOf(expected.keySet());
      Tagger tagger = tagger(model, scaling(seed), options(Decoding.SEGMENTS, 0));
      double[] probabilities = tagger.probabilities(sentence, possible, new Workspace());
      for (int i = 0; i < probabilities.length; i++) {
        double p = expected.get(possible.get(i));
        assertClose("p(" + possible.get(i) + ")", probabilities[i], p, ALGEBRA);
      }

      expected.values().removeIf(p -> p < minProbability);
      List<ScoredSpan> scored = tagger.candidates(sentence, minProbability, new Workspace());
      List<Span> candidates = scored.stream().map(ScoredSpan::span).toList();
      assertThat(scored.stream().mapToDouble(ScoredSpan::probability).toArray())
          .isEqualTo(tagger.probabilities(sentence, candidates, new Workspace()));
      if (scheme != TagScheme.TOKEN) {
        assertThat(candidates).containsExactlyInAnyOrderElementsOf(expected.keySet());
      }
      assertThat(candidates).isSortedAccordingTo(Comparator.comparingInt(Span::start));
      candidateCount += candidates.size();
      assertThat(
              tagger.probabilities(sentence, List.of(new Span(0, 1, "strange")), new Workspace()))
          .containsExactly(0);
    }
    assertThat(candidateCount > 50).isEqualTo(scheme != TagScheme.TOKEN);
  }

  /** Returns the segments of a prediction, followed by their alternatives. */
  public static List<ScoredSpan> withAlternatives(Prediction prediction) {
    List<ScoredSpan> spans = new ArrayList<>(prediction.spans());
    for (ScoredSpan scored : prediction.spans()) {
      spans.addAll(scored.alternatives());
    }
    return spans;
  }

  private static void assertDistributions(Prediction prediction) {
    for (int t = 0; t < prediction.length(); t++) {
      double sum = 0;
      for (int v = 0; v < prediction.labelSet().size(); v++) {
        assertThat(prediction.marginal(t, v)).isBetween(0.0, 1 + ALGEBRA);
        sum += prediction.marginal(t, v);
      }
      assertClose("Σ_v p(y_t = v)", sum, 1, ALGEBRA);
    }
  }

  @ParameterizedTest
  @EnumSource
  void lossIsTheSumOverTokensAndCandidates(TagScheme scheme) {
    int candidates = 0;
    Workspace shared = new Workspace();
    for (int seed = 0; seed < SEEDS; seed++) {
      TaggerCase model = TaggerCase.of(seed, scheme);
      TokenSequence sentence = TaggerCase.sentence(new Draws(seed), 1 + seed % 4);
      BruteForce raw = model.enumerate(sentence);
      List<int[]> legalPaths = raw.paths().stream().filter(model::isLegal).toList();
      int[] gold = legalPaths.get(seed % legalPaths.size());
      List<Span> spans = model.codec().decode(model.names(gold));
      HeldOutSentence heldOut = model.heldOut(sentence, gold, spans, 4);
      LatticeScaling scaling = scaling(seed);
      BruteForce oracle = model.enumerate(sentence, scaling).given(model::isLegal);

      double[] marginals = oracle.marginals();
      double expected = 0;
      for (int t = 0; t < gold.length; t++) {
        expected -= Math.log(marginals[t * model.labels().size() + gold[t]]);
      }

      double[] probabilities = heldOut.probabilities(scaling, new Workspace());
      for (int c = 0; c < probabilities.length; c++) {
        Span span = heldOut.candidates().get(c);
        double p = oracle.probability(path -> model.has(span, path));
        assertClose("p(" + span + ")", probabilities[c], p, ALGEBRA);
        expected -= 2 * Math.log(spans.contains(span) ? p : 1 - p);
        candidates++;
      }

      assertClose("loss", heldOut.loss(scaling, 2, new Workspace()), expected, ALGEBRA);
      assertClose(
          "loss of segments",
          heldOut.segmentLoss(scaling, shared),
          heldOut.loss(scaling, 1, new Workspace()) - heldOut.loss(scaling, 0, new Workspace()),
          ALGEBRA);
      // The shared workspace still contains the scaled transitions of the last model.
      assertThat(heldOut.loss(LatticeScaling.LEGAL, 2, shared))
          .isEqualTo(heldOut.loss(LatticeScaling.LEGAL, 2, new Workspace()));
      assertThat(heldOut.block()).isEqualTo(4);
      assertThat(heldOut.goldCount()).isEqualTo(spans.size());
    }
    assertThat(candidates > 100).isEqualTo(scheme != TagScheme.TOKEN);
  }

  /**
   * A common scale of all scores does not change the order of the sequences. The derivative {@code
   * d log p(y) / d scale = s(y) − E s} is never negative for the most probable sequence.
   */
  @ParameterizedTest
  @EnumSource
  void probabilityOfTheBestSequenceGrowsWithTheScale(TagScheme scheme) {
    for (int seed = 0; seed < SEEDS; seed++) {
      TaggerCase model = TaggerCase.of(seed, scheme);
      TokenSequence sentence = TaggerCase.sentence(new Draws(seed), 1 + seed % 8);
      List<String> best = null;
      double before = 0;
      for (double scale : new double[] {1e-9, 0.3, 1, 2.5, 20, 1000}) {
        Prediction prediction =
            tagger(model, new LatticeScaling(scale, scale), options(Decoding.VITERBI, 0))
                .tag(sentence);
        if (best == null) {
          best = prediction.labels();
        }
        assertThat(prediction.labels()).isEqualTo(best);
        assertThat(prediction.sequenceProbability()).isBetween(before * (1 - ALGEBRA), 1 + ALGEBRA);
        before = prediction.sequenceProbability();
        assertDistributions(prediction);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void scalesMustBePositive(double scale) {
    assertRefused(() -> new LatticeScaling(scale, 1), "unary");
    assertRefused(() -> new LatticeScaling(1, scale), "transitions");
  }
}
