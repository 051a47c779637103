package org.gpchain.core.promise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gpchain.core.Draws;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.decode.TaggerCase;
import org.gpchain.core.promise.LossLevelsTest.Block;
import org.gpchain.core.promise.PromiseCheck.Level;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests taggers with a promise. */
class PromiseTest {
  private static final int SEEDS = 60;

  /** Returns a calibration on twelve blocks of candidates with calibrated probabilities. */
  private static Calibration calibration() {
    Draws draws = new Draws(5);
    return Calibration.of(
        LatticeScaling.LEGAL,
        LossLevelsTest.held(12, b -> Block.of(60, () -> draws.between(0.02, 1.0), draws::chance)));
  }

  private static Tagger tagger(TaggerCase model, Promise promise) {
    return model.tagger(calibration(), DecodingOptions.DEFAULT.withPromise(promise));
  }

  @ParameterizedTest
  @EnumSource(value = TagScheme.class, names = "TOKEN", mode = EnumSource.Mode.EXCLUDE)
  void maximumErrorLeavesOutImprobableSegments(TagScheme scheme) {
    Promise promise = Promise.maxError(0.3);
    double threshold = calibration().threshold(promise, 1);
    int leftOut = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      TaggerCase model = TaggerCase.of(seed, scheme);
      TokenSequence sentence = TaggerCase.sentence(new Draws(seed), 1 + seed % 8);
      List<ScoredSpan> all = tagger(model, null).tag(sentence).spans();
      Prediction prediction = tagger(model, promise).tag(sentence);
      assertThat(prediction.spans())
          .isEqualTo(all.stream().filter(scored -> scored.probability() >= threshold).toList());
      assertThat(model.codec().decode(prediction.labels()))
          .isEqualTo(prediction.spans().stream().map(ScoredSpan::span).toList());
      leftOut += all.size() - prediction.spans().size();
    }

    assertThat(leftOut).isPositive();
  }

  @ParameterizedTest
  @EnumSource(value = TagScheme.class, names = "TOKEN", mode = EnumSource.Mode.EXCLUDE)
  void minimumRecallWritesAllCandidates(TagScheme scheme) {
    Promise promise = Promise.minRecall(0.9);
    double threshold = calibration().threshold(promise, 1);
    int alternatives = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      TaggerCase model = TaggerCase.of(seed, scheme);
      TokenSequence sentence = TaggerCase.sentence(new Draws(seed), 1 + seed % 8);
      List<ScoredSpan> written = tagger(model, promise).tag(sentence).spans();
      HeldOutSentence heldOut = model.heldOut(sentence, new int[sentence.length()], List.of(), 0);
      double[] p = heldOut.probabilities(LatticeScaling.LEGAL, new Workspace());

      assertThat(
              written.stream()
                  .flatMap(s -> Stream.concat(Stream.of(s), s.alternatives().stream()))
                  .map(ScoredSpan::span)
                  .distinct())
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, p.length)
                  .filter(c -> p[c] >= threshold)
                  .mapToObj(heldOut.candidates()::get)
                  .toList());
      alternatives += written.stream().mapToInt(s -> s.alternatives().size()).sum();
    }

    assertThat(alternatives).isPositive();
  }

  /** The evidence of the held-out sentences is only known for the default decoding. */
  @Test
  void maximumErrorIsCheckedAgainstTheHeldOutSentences() {
    List<Integer> evidence = new ArrayList<>();
    for (int b = 0; b < 12; b++) {
      evidence.addAll(List.of(2000, 200_000 + b, 100, 20_000 + b, 70 - b % 7, 30 + b % 7));
    }

    long[] usual = {2000, 200_000, 100, 20_000, 67, 33};
    Calibration plain = calibration();
    Calibration withEvidence =
        new Calibration(plain.scaling(), plain.threshold(), plain.heldOut(), evidence);
    TaggerCase model = TaggerCase.of(1, TagScheme.IOB2);
    Promise promise = Promise.maxError(0.3);
    DecodingOptions options = DecodingOptions.DEFAULT.withPromise(promise);
    Tagger tagger = model.tagger(withEvidence, options);

    assertThat(tagger.promise()).hasValue(promise);
    assertThat(tagger.promiseCheck().orElseThrow().status(usual).level()).isEqualTo(Level.HOLDS);
    assertThat(tagger(model, promise).promiseCheck().orElseThrow().status(usual).level())
        .isEqualTo(Level.UNKNOWN);

    DecodingOptions recall = DecodingOptions.DEFAULT.withPromise(Promise.minRecall(0.9));
    assertThat(model.tagger(withEvidence, recall).promiseCheck()).isEmpty();

    Tagger other = model.tagger(withEvidence, options.withBeta(0.9));
    assertThat(other.promiseCheck().orElseThrow().status(usual).level()).isEqualTo(Level.UNKNOWN);
  }

  @Test
  void promiseNeedsDecodingOfSegmentsByTheMean() {
    Promise promise = Promise.maxError(0.1);
    for (Decoding decoding : new Decoding[] {Decoding.VITERBI, Decoding.MARGINAL}) {
      assertRefused(
          () -> new DecodingOptions(decoding, 0, false, 1).withPromise(promise),
          decoding.toString());
    }
    assertRefused(
        () -> new DecodingOptions(Decoding.SEGMENTS, 5, false, 1).withPromise(promise),
        "5 samples");
    assertFails(
        Promise.RefusedException.class,
        () ->
            TaggerCase.of(1, TagScheme.IOB2).tagger(DecodingOptions.DEFAULT.withPromise(promise)));
  }

  @Test
  void promiseNeedsLabelsForEverySegment() {
    TaggerCase model = TaggerCase.of(1, TagScheme.TOKEN);
    assertFails(
        Promise.RefusedException.class,
        () -> tagger(model, Promise.maxError(0.3)),
        "cannot represent every choice of segments");
  }

  @Test
  void promiseIsAboutErrorOrRecall() {
    assertThat(Promise.of(0, 0, 0)).isEmpty();
    assertThat(Promise.of(0.05, 0, 0.9)).hasValue(Promise.maxError(0.05).withConfidence(0.9));
    assertThat(Promise.of(0, 0.95, 0)).hasValue(Promise.minRecall(0.95));
    assertRefused(() -> Promise.of(0.05, 0.95, 0), "cannot be combined");
  }

  @Test
  void promiseIsKeptByASmallerErrorOrALargerRecall() {
    assertThat(Promise.maxError(0.05).isKeptBy(0.05)).isTrue();
    assertThat(Promise.maxError(0.05).isKeptBy(0.06)).isFalse();
    assertThat(Promise.minRecall(0.9).isKeptBy(0.9)).isTrue();
    assertThat(Promise.minRecall(0.9).isKeptBy(0.89)).isFalse();
  }

  @Test
  void sharesAreChecked() {
    for (double share : new double[] {0, 1, -0.1, Double.NaN}) {
      assertRefused(() -> Promise.maxError(share), "share");
    }
    for (double confidence : new double[] {1, -0.1, Double.NaN}) {
      assertRefused(() -> Promise.minRecall(0.5).withConfidence(confidence), "confidence");
    }
  }
}
