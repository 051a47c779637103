package org.gpchain.core.predict;

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
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.Draws;
import org.gpchain.core.chain.BruteForce;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.features.SequenceEncoder;
import org.gpchain.core.math.SparseRows;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.posterior.LatentSamples;
import org.gpchain.core.predict.DecodingOptions.Decoding;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The calibrated distribution, against an enumeration of the legal label sequences. */
class LatticeScalingTest {
  private static final int SEEDS = 40;
  private static final int N_BEST = 6;

  private static LatticeScaling scaling(long seed) {
    Draws draws = new Draws(seed + 1000);
    return new LatticeScaling(draws.between(0.4, 2.0), draws.between(0.4, 2.0));
  }

  private static Tagger tagger(TaggerCase model, LatticeScaling scaling, DecodingOptions options) {
    return new Tagger(
        model.vocabulary(),
        model.posterior(),
        new LinearChain(model.labels().size()),
        model.labels(),
        model.scheme(),
        new Calibration(scaling, SegmentCalibration.NONE.withThreshold(0.1), HeldOutSegments.NONE),
        null,
        options);
  }

  private static DecodingOptions options(Decoding decoding, int samples) {
    return new DecodingOptions(decoding, samples, false, 3, N_BEST, 1);
  }

  private static boolean isLegal(TaggerCase model, int[] path) {
    return model.codec().illegalTransitions(model.names(path)) == 0;
  }

  private static BruteForce scaled(
      TaggerCase model, LatticeScaling scaling, TokenSequence sentence) {
    return new BruteForce(
        Arrays.stream(model.unaryMean(sentence)).map(f -> f * scaling.unary()).toArray(),
        Arrays.stream(model.posterior().pairwiseMean())
            .map(g -> g * scaling.transitions())
            .toArray(),
        sentence.length(),
        model.labels().size());
  }

  @ParameterizedTest
  @EnumSource
  void everythingIsReadOffTheLegalSequences(TagScheme scheme) {
    for (int seed = 0; seed < SEEDS; seed++) {
      TaggerCase model = TaggerCase.of(seed, scheme);
      TokenSequence sentence = TaggerCase.sentence(new Draws(seed), 1 + seed % 4);
      LatticeScaling scaling = scaling(seed);
      BruteForce oracle = scaled(model, scaling, sentence);
      double legal = oracle.probability(path -> isLegal(model, path));
      for (Decoding decoding : Decoding.values()) {
        Prediction prediction = tagger(model, scaling, options(decoding, 0)).tag(sentence);
        for (int t = 0; t < sentence.length(); t++) {
          for (int v = 0; v < model.labels().size(); v++) {
            int token = t;
            int label = v;
            double expected =
                oracle.probability(path -> isLegal(model, path) && path[token] == label) / legal;
            assertClose("p(y_t)", prediction.marginal(t, v), expected, ALGEBRA);
          }
        }
        double sequence =
            oracle.probability(path -> model.names(path).equals(prediction.labels())) / legal;
        assertClose("p(y)", prediction.sequenceProbability(), sequence, ALGEBRA);
        for (ScoredSpan scored : withAlternatives(prediction)) {
          double expected =
              oracle.probability(
                      path ->
                          isLegal(model, path)
                              && model.codec().decode(model.names(path)).contains(scored.span()))
                  / legal;
          assertClose("p(" + scored.span() + ")", scored.probability(), expected, ALGEBRA);
        }
      }
    }
  }

  /** All segments of all legal sequences that are probable enough, and no others. */
  @ParameterizedTest
  @EnumSource
  void candidatesAreAllThatAreProbableEnough(TagScheme scheme) {
    double least = 0.08;
    int found = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      TaggerCase model = TaggerCase.of(seed, scheme);
      TokenSequence sentence = TaggerCase.sentence(new Draws(seed), 1 + seed % 4);
      BruteForce oracle = scaled(model, scaling(seed), sentence);
      double legal = oracle.probability(path -> isLegal(model, path));
      Map<Span, Double> expected = new HashMap<>();
      for (int[] path : oracle.paths()) {
        if (isLegal(model, path)) {
          double p = oracle.probability(other -> Arrays.equals(other, path)) / legal;
          model.codec().decode(model.names(path)).forEach(s -> expected.merge(s, p, Double::sum));
        }
      }
      List<Span> all = List.copyOf(expected.keySet());
      Tagger tagger = tagger(model, scaling(seed), options(Decoding.SEGMENTS, 0));
      double[] probabilities = tagger.probabilities(sentence, all, new Workspace());
      for (int i = 0; i < probabilities.length; i++) {
        double p = expected.get(all.get(i));
        assertClose("p(" + all.get(i) + ")", probabilities[i], p, ALGEBRA);
      }
      expected.values().removeIf(p -> p < least);
      List<Span> candidates = tagger.candidates(sentence, least, new Workspace());
      if (scheme != TagScheme.TOKEN) {
        assertThat(candidates).containsExactlyInAnyOrderElementsOf(expected.keySet());
      }
      assertThat(candidates).isSortedAccordingTo(Comparator.comparingInt(Span::start));
      found += candidates.size();
      assertThat(
              tagger.probabilities(sentence, List.of(new Span(0, 1, "strange")), new Workspace()))
          .containsExactly(0);
    }
    assertThat(found > 50).isEqualTo(scheme != TagScheme.TOKEN);
  }

  private static List<ScoredSpan> withAlternatives(Prediction prediction) {
    List<ScoredSpan> all = new ArrayList<>(prediction.spans());
    prediction.spans().forEach(scored -> all.addAll(scored.alternatives()));
    return all;
  }

  /** Without calibration too, in the mean of each sample; the segments follow from it. */
  @ParameterizedTest
  @CsvSource({"IOB1, 0", "IOB2, 0", "IOBES, 0", "TOKEN, 0", "IOB2, 5", "IOBES, 5", "TOKEN, 5"})
  void withoutCalibrationIllegalSequencesHaveNoProbability(TagScheme scheme, int count) {
    double illegal = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      TaggerCase model = TaggerCase.of(seed, scheme);
      TokenSequence sentence = TaggerCase.sentence(new Draws(seed), 1 + seed % 4);
      List<BruteForce> oracles = oracles(model, sentence, count);
      Prediction prediction = model.uncalibrated(options(Decoding.SEGMENTS, count)).tag(sentence);
      for (int t = 0; t < sentence.length(); t++) {
        for (int v = 0; v < model.labels().size(); v++) {
          int token = t;
          int label = v;
          double expected = average(oracles, model, path -> path[token] == label);
          assertClose("p(y_t)", prediction.marginal(t, v), expected, ALGEBRA);
        }
      }
      double sequence =
          average(oracles, model, path -> model.names(path).equals(prediction.labels()));
      assertClose("p(y)", prediction.sequenceProbability(), sequence, ALGEBRA);
      for (ScoredSpan scored : withAlternatives(prediction)) {
        double expected =
            average(
                oracles,
                model,
                path -> model.codec().decode(model.names(path)).contains(scored.span()));
        assertClose("p(" + scored.span() + ")", scored.probability(), expected, ALGEBRA);
      }
      illegal += oracles.get(0).probability(path -> !isLegal(model, path));
    }
    assertThat(illegal > 1).isEqualTo(scheme != TagScheme.TOKEN);
  }

  /** All sequences under the mean, or under each of the samples that a tagger draws. */
  private static List<BruteForce> oracles(TaggerCase model, TokenSequence sentence, int count) {
    if (count == 0) {
      return List.of(model.enumerate(sentence));
    }
    DecodingOptions options = options(Decoding.SEGMENTS, count);
    LatentSamples samples =
        model
            .posterior()
            .latent(
                new SequenceEncoder(model.vocabulary()).encode(List.of(sentence)),
                0,
                sentence.length(),
                options.residual())
            .draw(RandomSource.XO_SHI_RO_256_PP.create(options.seed()), count);
    return IntStream.range(0, count).mapToObj(s -> model.enumerate(sentence, samples, s)).toList();
  }

  /** The mean probability of a condition, given that the sequence is legal. */
  private static double average(
      List<BruteForce> oracles, TaggerCase model, Predicate<int[]> condition) {
    return oracles.stream()
        .mapToDouble(
            oracle ->
                oracle.probability(path -> isLegal(model, path) && condition.test(path))
                    / oracle.probability(path -> isLegal(model, path)))
        .average()
        .orElseThrow();
  }

  @ParameterizedTest
  @EnumSource
  void viterbiFindsTheMostProbableSequence(TagScheme scheme) {
    for (int seed = 0; seed < SEEDS; seed++) {
      TaggerCase model = TaggerCase.of(seed, scheme);
      TokenSequence sentence = TaggerCase.sentence(new Draws(seed), 1 + seed % 4);
      BruteForce oracle = scaled(model, scaling(seed), sentence);
      double best =
          oracle.paths().stream()
              .filter(path -> isLegal(model, path))
              .mapToDouble(oracle::score)
              .max()
              .orElseThrow();
      Prediction prediction =
          tagger(model, scaling(seed), options(Decoding.VITERBI, 0)).tag(sentence);
      int[] path = prediction.labels().stream().mapToInt(model.labels()::indexOf).toArray();
      assertClose("score", oracle.score(path), best, ALGEBRA);
    }
  }

  /** Whatever the numbers are, no probability contradicts another one. */
  @ParameterizedTest
  @ValueSource(ints = {0, 5})
  void probabilitiesAgree(int samples) {
    int alternatives = 0;
    for (int seed = 0; seed < 200; seed++) {
      Draws draws = new Draws(seed);
      TagScheme scheme = draws.oneOf(TagScheme.values());
      TaggerCase model = TaggerCase.of(seed, scheme);
      TokenSequence sentence = TaggerCase.sentence(draws, draws.between(1, 12));
      Prediction prediction =
          tagger(model, scaling(seed), options(draws.oneOf(Decoding.values()), samples))
              .tag(sentence);
      Map<Span, Double> byIdentity = new HashMap<>();
      for (ScoredSpan scored : withAlternatives(prediction)) {
        Double other = byIdentity.put(scored.span(), scored.probability());
        assertThat(other == null || other == scored.probability()).isTrue();
        alternatives += scored.alternatives().size();
      }
      for (int t = 0; t < sentence.length(); t++) {
        double sum = 0;
        for (int v = 0; v < model.labels().size(); v++) {
          sum += prediction.marginal(t, v);
        }
        assertClose("Σ_v p(y_t = v)", sum, 1, ALGEBRA);
        int token = t;
        double exclusive =
            byIdentity.entrySet().stream()
                .filter(entry -> entry.getKey().start() <= token && token < entry.getKey().end())
                .mapToDouble(Map.Entry::getValue)
                .sum();
        assertThat(exclusive).isLessThanOrEqualTo(1 + ALGEBRA);
      }
      byIdentity.forEach((span, p) -> assertNotAboveItsTokens(model, prediction, span, p));
      prediction
          .spans()
          .forEach(
              scored ->
                  assertThat(prediction.sequenceProbability())
                      .isLessThanOrEqualTo(scored.probability() + ALGEBRA));
    }
    assertThat(alternatives).isGreaterThan(100);
  }

  private static void assertNotAboveItsTokens(
      TaggerCase model, Prediction prediction, Span span, double probability) {
    for (int t = span.start(); t < span.end(); t++) {
      double ofType = 0;
      for (int v = 0; v < model.labels().size(); v++) {
        String label = model.labels().label(v);
        boolean isOfType =
            model.codec().decode(List.of(label)).stream()
                .anyMatch(one -> one.type().equals(span.type()));
        ofType += isOfType ? prediction.marginal(t, v) : 0;
      }
      assertThat(probability).isLessThanOrEqualTo(ofType + ALGEBRA);
    }
  }

  /** The n best sequences are different ones, so that their probabilities cannot exceed one. */
  @ParameterizedTest
  @EnumSource
  void theBestSequencesAddUpToAtMostOne(TagScheme scheme) {
    for (int seed = 0; seed < SEEDS; seed++) {
      TaggerCase model = TaggerCase.of(seed, scheme);
      TokenSequence sentence = TaggerCase.sentence(new Draws(seed), 1 + seed % 4);
      LatticeScaling scaling = scaling(seed);
      BruteForce oracle = scaled(model, scaling, sentence);
      double legal = oracle.probability(path -> isLegal(model, path));
      double[] unary = model.unaryMean(sentence);
      scaling.scaleUnary(unary, unary.length);
      double[] pairwise = scaling.ofTransitions(model.posterior().pairwiseMean());
      LinearChain chain = new LinearChain(model.labels().size());
      var constraints = SchemeConstraints.of(model.codec(), model.labels());
      double sum = 0;
      for (int[] path : chain.bestPaths(unary, pairwise, sentence.length(), constraints, N_BEST)) {
        double p =
            Math.exp(
                new LegalInference(chain, constraints)
                    .lattice(unary, pairwise, sentence.length(), new Workspace())
                    .logProbability(path));
        double expected = oracle.probability(other -> Arrays.equals(other, path)) / legal;
        assertClose("p(y)", p, expected, ALGEBRA);
        sum += p;
      }
      assertThat(sum).isLessThanOrEqualTo(1 + ALGEBRA);
    }
  }

  /** The cost of a calibration, against the enumeration. */
  @ParameterizedTest
  @EnumSource
  void theLossIsThatOfTokensAndCandidates(TagScheme scheme) {
    int candidates = 0;
    Workspace shared = new Workspace();
    for (int seed = 0; seed < SEEDS; seed++) {
      TaggerCase model = TaggerCase.of(seed, scheme);
      TokenSequence sentence = TaggerCase.sentence(new Draws(seed), 1 + seed % 4);
      BruteForce raw = model.enumerate(sentence);
      List<int[]> legalPaths = raw.paths().stream().filter(path -> isLegal(model, path)).toList();
      int[] gold = legalPaths.get(seed % legalPaths.size());
      List<Span> spans = model.codec().decode(model.names(gold));
      SparseRows rows = new SequenceEncoder(model.vocabulary()).encode(List.of(sentence));
      HeldOutSentence heldOut =
          model
              .tagger(options(Decoding.VITERBI, 0))
              .heldOut(rows, 0, gold, null, spans, 4, new Workspace());
      LatticeScaling scaling = scaling(seed);
      BruteForce oracle = scaled(model, scaling, sentence);
      double legal = oracle.probability(path -> isLegal(model, path));
      double expected = 0;
      for (int t = 0; t < gold.length; t++) {
        int token = t;
        expected -=
            Math.log(
                oracle.probability(path -> isLegal(model, path) && path[token] == gold[token])
                    / legal);
      }
      double[] probabilities = heldOut.probabilities(scaling, new Workspace());
      for (int c = 0; c < probabilities.length; c++) {
        Span span = heldOut.candidates().get(c);
        double p =
            oracle.probability(
                    path ->
                        isLegal(model, path)
                            && model.codec().decode(model.names(path)).contains(span))
                / legal;
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
      // The last sentence was of another model, whose scaled transitions are not those of this one.
      assertThat(heldOut.loss(LatticeScaling.LEGAL, 2, shared))
          .isEqualTo(heldOut.loss(LatticeScaling.LEGAL, 2, new Workspace()));
      assertThat(heldOut.block()).isEqualTo(4);
      assertThat(heldOut.goldCount()).isEqualTo(spans.size());
    }
    assertThat(candidates > 100).isEqualTo(scheme != TagScheme.TOKEN);
  }

  /**
   * One scale for all scores keeps the order of sequences: {@code d log p(y) / d scale = s(y) − E
   * s}, never negative for the best one. Over- and under-confident distributions are both
   * distributions.
   */
  @ParameterizedTest
  @EnumSource
  void theMostProbableSequenceStaysSoAndGrowsWithTheScale(TagScheme scheme) {
    for (int seed = 0; seed < SEEDS; seed++) {
      TaggerCase model = TaggerCase.of(seed, scheme);
      TokenSequence sentence = TaggerCase.sentence(new Draws(seed), 1 + seed % 8);
      List<String> best = null;
      double before = 0;
      for (double scale : new double[] {1e-9, 0.3, 1, 2.5, 20, 1000}) {
        Prediction prediction =
            tagger(model, new LatticeScaling(scale, scale), options(Decoding.VITERBI, 0))
                .tag(sentence);
        best = best == null ? prediction.labels() : best;
        assertThat(prediction.labels()).isEqualTo(best);
        assertThat(prediction.sequenceProbability()).isBetween(before * (1 - ALGEBRA), 1 + ALGEBRA);
        before = prediction.sequenceProbability();
        for (int t = 0; t < sentence.length(); t++) {
          double sum = 0;
          for (int v = 0; v < model.labels().size(); v++) {
            assertThat(prediction.marginal(t, v)).isBetween(0.0, 1 + ALGEBRA);
            sum += prediction.marginal(t, v);
          }
          assertClose("Σ_v p(y_t = v)", sum, 1, ALGEBRA);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void scalesArePositive(double scale) {
    assertRefused(() -> new LatticeScaling(scale, 1), "unary");
    assertRefused(() -> new LatticeScaling(1, scale), "transitions");
  }
}
