package org.gpchain.core.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.Draws;
import org.gpchain.core.chain.BruteForce;
import org.gpchain.core.predict.DecodingOptions.Decoding;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Decoding for F1, against every set of segments that a sentence can have. */
class SegmentDecodingTest {
  private static final int SEEDS = 60;

  private static DecodingOptions options(Decoding decoding) {
    return new DecodingOptions(decoding, 0, false, 1);
  }

  private static Tagger tagger(
      TaggerCase model, SegmentCalibration calibration, Decoding decoding) {
    return model.tagger(Calibration.of(calibration), options(decoding));
  }

  /** The probability of each segment that a sentence can have. */
  private static Map<Span, Double> probabilities(TaggerCase model, TokenSequence sentence) {
    BruteForce oracle = model.enumerate(sentence);
    Map<Span, Double> probabilities = new LinkedHashMap<>();
    for (Span span : SegmentDecoderTest.all(sentence.length(), "X", "Y")) {
      List<String> labels = model.codec().encode(List.of(span), span.end());
      probabilities.put(span, oracle.probability(path -> model.has(span, path, labels)));
    }
    return probabilities;
  }

  /** All sets of segments that do not overlap, each in its order. */
  private static List<List<Span>> sets(Map<Span, Double> probabilities, int from, int length) {
    List<List<Span>> sets = new ArrayList<>();
    sets.add(List.of());
    for (Span first : probabilities.keySet()) {
      if (first.start() >= from) {
        for (List<Span> rest : sets(probabilities, first.end(), length)) {
          List<Span> set = new ArrayList<>(List.of(first));
          set.addAll(rest);
          sets.add(set);
        }
      }
    }
    return sets;
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TOKEN")
  void takesTheSetWithTheLargestSum(TagScheme scheme) {
    SegmentCalibration[] calibrations = {
      SegmentCalibration.NONE,
      new SegmentCalibration(0.7, 1.3, 0.25),
      new SegmentCalibration(-0.5, 0.6, 0.1),
      new SegmentCalibration(0, 1, 0.02)
    };
    int several = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      TaggerCase model = TaggerCase.of(seed, scheme);
      TokenSequence sentence = TaggerCase.sentence(new Draws(seed), 1 + seed % 4);
      SegmentCalibration calibration = calibrations[seed % calibrations.length];
      Map<Span, Double> probabilities = probabilities(model, sentence);
      double best = 0;
      for (List<Span> set : sets(probabilities, 0, sentence.length())) {
        best = Math.max(best, sum(set, probabilities, calibration));
      }
      Prediction prediction = tagger(model, calibration, Decoding.SEGMENTS).tag(sentence);
      List<Span> decoded = prediction.spans().stream().map(ScoredSpan::span).toList();
      assertClose("Σ p − τ", sum(decoded, probabilities, calibration), best, ALGEBRA);
      assertThat(model.codec().decode(prediction.labels())).isEqualTo(decoded);
      for (ScoredSpan scored : prediction.spans()) {
        double expected = calibration.of(probabilities.get(scored.span()));
        assertClose("p", scored.probability(), expected, ALGEBRA);
      }
      several += decoded.size() > 1 ? 1 : 0;
    }
    assertThat(several).isGreaterThan(5);
  }

  private static double sum(
      List<Span> set, Map<Span, Double> probabilities, SegmentCalibration calibration) {
    return set.stream()
        .mapToDouble(span -> calibration.of(probabilities.get(span)) - calibration.threshold())
        .sum();
  }

  /** Without the label O, or with labels of tokens, there is nothing to choose. */
  @ParameterizedTest
  @EnumSource
  void elsewhereIsViterbi(TagScheme scheme) {
    LabelSet everythingInside =
        LabelSet.of(
            TaggerCase.labelsOf(scheme).labels().stream()
                .filter(label -> !label.equals("O"))
                .toList());
    for (int seed = 0; seed < 20; seed++) {
      TaggerCase model = TaggerCase.of(seed, scheme, everythingInside, 1, 0);
      TokenSequence sentence = TaggerCase.sentence(new Draws(seed), 1 + seed % 5);
      assertThat(model.tagger(options(Decoding.SEGMENTS)).tag(sentence).labels())
          .isEqualTo(model.tagger(options(Decoding.VITERBI)).tag(sentence).labels());
    }
  }

  /** Calibration moves probabilities, and nothing else of a label sequence. */
  @Test
  void viterbiPathsKeepTheirLabels() {
    TaggerCase model = TaggerCase.of(3, TagScheme.IOB2);
    SegmentCalibration calibration = new SegmentCalibration(0.5, 1.5, 0.4);
    for (Decoding decoding : new Decoding[] {Decoding.VITERBI, Decoding.MARGINAL}) {
      Tagger calibrated = tagger(model, calibration, decoding);
      for (int length = 1; length < 8; length++) {
        TokenSequence sentence = TaggerCase.sentence(new Draws(length), length);
        Prediction with = calibrated.tag(sentence);
        Prediction without = model.tagger(options(decoding)).tag(sentence);
        assertThat(with.labels()).isEqualTo(without.labels());
        assertThat(with.logSequenceProbability()).isEqualTo(without.logSequenceProbability());
        for (int i = 0; i < with.spans().size(); i++) {
          assertThat(with.spans().get(i).probability())
              .isEqualTo(calibration.of(without.spans().get(i).probability()));
        }
      }
    }
  }
}
