package org.gpchain.core.promise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.gpchain.core.Draws;
import org.gpchain.core.promise.PromiseCheck.Level;
import org.gpchain.core.promise.PromiseCheck.Status;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.internal.core.math.StudentT;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromiseCheckTest {
  private static final List<String> TYPES = List.of("LOC", "ORG", "PER");
  private static final int BLOCKS = 20;

  /** Returns random evidence: tokens, entropy, segments, doubt, and segments of each type. */
  private static long[] text(Draws draws, double entropy, double doubt, double... shares) {
    long tokens = draws.between(1500, 2500);
    long segments = Math.round(tokens * draws.between(0.08, 0.12));
    long[] ofType = new long[TYPES.size()];
    for (int i = 0; i < segments; i++) {
      double u = draws.between(0.0, 1.0);
      int type = 2;
      if (u < shares[0]) {
        type = 0;
      } else if (u < shares[0] + shares[1]) {
        type = 1;
      }
      ofType[type]++;
    }

    double spread = draws.between(0.8, 1.2);
    return LongStream.concat(
            LongStream.of(
                tokens,
                Math.round(1000 * entropy * tokens * spread),
                segments,
                Math.round(1000 * doubt * segments * spread)),
            Arrays.stream(ofType))
        .toArray();
  }

  private static long[] usual(Draws draws) {
    return text(draws, 0.1, 0.2, 0.3, 0.2);
  }

  private static PromiseCheck check(Draws draws) {
    return new PromiseCheck(
        TYPES,
        IntStream.range(0, BLOCKS)
            .mapToObj(b -> usual(draws))
            .flatMapToLong(Arrays::stream)
            .mapToObj(Math::toIntExact)
            .toList(),
        false);
  }

  @Test
  void promisesRarelyFailTheCheckForTextsOfTheSameKind() {
    int doubted = 0;
    for (int seed = 0; seed < 400; seed++) {
      Draws draws = new Draws(seed);
      PromiseCheck check = check(draws);
      long[] text = null;
      for (int more = draws.between(1, 9); more > 0; more--) {
        text = PromiseCheck.sum(text, usual(draws));
      }
      Status status = check.status(text);
      if (status.level() != Level.HOLDS) {
        doubted++;
      }
      assertThat(status.reason().isEmpty()).isEqualTo(status.level() == Level.HOLDS);
    }

    assertThat(doubted).isBetween(1, 20);
  }

  @ParameterizedTest
  @CsvSource({
    "0.2, 0.2, 0.3, 0.2, entropy of a token",
    "0.1, 0.4, 0.3, 0.2, uncertainty of a segment",
    "0.1, 0.2, 0.7, 0.1, share of LOC",
    "0.1, 0.2, 0.02, 0.1, share of",
  })
  void promiseIsWithdrawnForTextsOfAnotherKind(
      double entropy, double doubt, double loc, double org, String reason) {
    for (int seed = 0; seed < 20; seed++) {
      Draws draws = new Draws(seed);
      Status status = check(draws).status(text(draws, entropy, doubt, loc, org));
      assertThat(status.level()).isEqualTo(Level.WITHDRAWN);
      assertThat(status.toString())
          .startsWith("the error guarantee does not hold for this text: " + reason)
          .contains("in the calibration data");
    }
  }

  /** Compares with the formula in the Javadoc of {@link PromiseCheck}. */
  @Test
  void levelsFollowFromTheFormula() {
    int[] counts = new int[Level.values().length];
    for (int seed = 0; seed < 600; seed++) {
      Draws draws = new Draws(seed);
      List<long[]> blocks = new ArrayList<>();
      for (int b = draws.between(2, 7); b >= 0; b--) {
        blocks.add(usual(draws));
      }

      long[] text = null;
      for (int more = draws.between(1, 6); more > 0; more--) {
        text = PromiseCheck.sum(text, text(draws, draws.between(0.08, 0.2), 0.2, 0.33, 0.2));
      }

      List<Double> pValues = new ArrayList<>();
      pValues.add(difference(blocks, text, 1, 0, false));
      pValues.add(difference(blocks, text, 2, 0, true));
      pValues.add(difference(blocks, text, 3, 2, false));
      for (int type = 4; type < 7; type++) {
        pValues.add(difference(blocks, text, type, 2, true));
      }
      Collections.sort(pValues);
      double combined = 1;
      for (int i = 0; i < 6; i++) {
        combined = Math.min(combined, 6 * pValues.get(i) / (i + 1));
      }

      Level expected = level(combined);
      PromiseCheck check =
          new PromiseCheck(
              TYPES,
              blocks.stream().flatMapToLong(Arrays::stream).mapToObj(Math::toIntExact).toList(),
              false);
      Status status = check.status(text);

      assertThat(status.level()).isEqualTo(expected);
      assertThat(status.isWithdrawn()).isEqualTo(expected == Level.WITHDRAWN);

      counts[expected.ordinal()]++;
    }

    assertThat(counts[Level.HOLDS.ordinal()]).isGreaterThan(50);
    assertThat(counts[Level.DOUBTFUL.ordinal()]).isGreaterThan(50);
    assertThat(counts[Level.WITHDRAWN.ordinal()]).isGreaterThan(20);
  }

  private static Level level(double pValue) {
    if (pValue > 0.05) {
      return Level.HOLDS;
    }
    if (pValue > 0.001) {
      return Level.DOUBTFUL;
    }
    return Level.WITHDRAWN;
  }

  /** Returns the p-value of the ratio of two numbers in a text, compared with that in blocks. */
  private static double difference(
      List<long[]> blocks, long[] text, int part, int whole, boolean isShare) {
    double n = blocks.stream().mapToDouble(block -> block[whole]).sum();
    double ratio = blocks.stream().mapToDouble(block -> block[part]).sum() / n;
    double squares =
        blocks.stream().mapToDouble(b -> Math.pow(b[part] - b[whole] * ratio, 2)).sum();
    double variance = blocks.size() / (blocks.size() - 1.0) * squares / n;
    if (isShare) {
      variance = Math.max(variance, ratio * (1 - ratio));
    }
    double ofText = variance * text[whole] * (1 + text[whole] / n);
    double t = Math.abs(text[part] - text[whole] * ratio) / Math.sqrt(Math.max(1, ofText));
    return 1 - StudentT.central(t, blocks.size() - 1);
  }

  @Test
  void levelIsUnknownForShortTextsAndOldModels() {
    PromiseCheck check = check(new Draws(1));
    assertThat(check.status(null).level()).isEqualTo(Level.UNKNOWN);
    long[] few = {100, 90_000, 49, 48_000, 49, 0, 0};
    assertThat(check.status(few).toString()).contains("unknown", "fewer than 50 segments");
    few[2] = 50;
    assertThat(check.status(few).level()).isEqualTo(Level.WITHDRAWN);
    assertThat(PromiseCheck.withoutEvidence(TYPES).status(few).toString())
        .contains("does not describe the calibration data");
  }

  /** A type with few held-out segments only affects the shares of other types. */
  @Test
  void rareTypeDoesNotWithdrawAPromise() {
    List<Integer> blocks = new ArrayList<>();
    for (int b = 0; b < BLOCKS; b++) {
      blocks.addAll(List.of(2000, 200_000 + b, 100, 20_000 + b, 70 - b % 7, 30 + b % 7, 0));
    }
    blocks.set(6, 1);
    PromiseCheck check = new PromiseCheck(TYPES, blocks, false);
    assertThat(check.status(new long[] {2000, 200_000, 100, 20_000, 66, 32, 2}).level())
        .isEqualTo(Level.HOLDS);
    assertThat(check.status(new long[] {2000, 200_000, 100, 20_000, 10, 10, 80}).level())
        .isEqualTo(Level.WITHDRAWN);
  }

  @Test
  void evidenceIsSummedUpInAnyOrder() {
    ScoredSpan person = new ScoredSpan(new Span(0, 2, "PER"), 0.75);
    double[] marginals = {0.5, 0.5, 1, 0};
    long[] first = PromiseCheck.evidence(TYPES, marginals, List.of(person), 2, Double.NaN);
    assertThat(first).containsExactly(2, 693, 1, 250, 0, 0, 1);
    long[] second = PromiseCheck.evidence(TYPES, new double[] {1, 0}, List.of(), 1, Double.NaN);
    assertThat(PromiseCheck.sum(first, second))
        .isEqualTo(PromiseCheck.sum(second, first))
        .containsExactly(3, 693, 1, 250, 0, 0, 1);
    assertThat(PromiseCheck.evidence(TYPES, marginals, List.of(person), 2, 1.25))
        .containsExactly(2, 693, 1, 250, 0, 0, 1, 2500);
    assertThat(PromiseCheck.sum(null, first))
        .isSameAs(PromiseCheck.sum(first, null))
        .isSameAs(first);
  }

  private static final long[] USUAL = {2000, 200_000, 100, 20_000, 60, 30, 10, 2_000_000};

  private static long[] withNovelty(long novelty) {
    long[] evidence = USUAL.clone();
    evidence[7] = novelty;
    return evidence;
  }

  /** Returns a calibration with evidence of as many numbers per block. */
  private static Calibration calibration(int width) {
    int[] block = IntStream.range(0, BLOCKS).toArray();
    int[] none = new int[0];
    HeldOutSegments heldOut =
        new HeldOutSegments(
            block, new int[BLOCKS], new int[BLOCKS], none, none, new float[0], new boolean[0]);
    List<Integer> evidence = new ArrayList<>();
    for (int b = 0; b < BLOCKS; b++) {
      long[] ofBlock = withNovelty(2_000_000 + 50_000 * (b % 3 - 1));
      for (int i = 0; i < width; i++) {
        evidence.add(Math.toIntExact(ofBlock[i] + (i == 1 || i == 3 ? b : 0)));
      }
    }
    return new Calibration(LatticeScaling.LEGAL, 0.3, heldOut, evidence);
  }

  @Test
  void noveltyIsCompared() {
    PromiseCheck check = PromiseCheck.of(TYPES, calibration(8));
    assertThat(check.status(withNovelty(2_050_000)).level()).isEqualTo(Level.HOLDS);
    Status status = check.status(withNovelty(3_000_000));
    assertThat(status.level()).isEqualTo(Level.WITHDRAWN);
    assertThat(status.reason())
        .isEqualTo("novelty of a token: 1.500, but 0.999 in the calibration data");
  }

  @Test
  void textThatIsLessNovelThanTheHeldOutSentencesIsNotDoubtful() {
    PromiseCheck check = PromiseCheck.of(TYPES, calibration(8));
    assertThat(check.status(withNovelty(1_000_000)).level()).isEqualTo(Level.HOLDS);
  }

  @Test
  void noveltyNeedsTokensButNoSegments() {
    PromiseCheck check = PromiseCheck.of(TYPES, calibration(8));
    long[] novel = {500, 50_000, 0, 0, 0, 0, 0, 1_000_000};
    assertThat(check.status(novel).level()).isEqualTo(Level.WITHDRAWN);
    long[] usual = {500, 50_000, 0, 0, 0, 0, 0, 500_000};
    assertThat(check.status(usual).level()).isEqualTo(Level.UNKNOWN);
    novel[0] = 499;
    assertThat(check.status(novel).level()).isEqualTo(Level.UNKNOWN);
  }

  /** A model file without the novelty of the held-out blocks, or a text without novelty. */
  @Test
  void noveltyIsOnlyComparedIfItIsKnown() {
    PromiseCheck old = PromiseCheck.of(TYPES, calibration(7));
    assertThat(old.status(withNovelty(3_000_000)).level()).isEqualTo(Level.HOLDS);
    assertThat(old.status(Arrays.copyOf(USUAL, 7)).level()).isEqualTo(Level.HOLDS);
    PromiseCheck check = PromiseCheck.of(TYPES, calibration(8));
    assertThat(check.status(Arrays.copyOf(USUAL, 7)).level()).isEqualTo(Level.HOLDS);
  }
}
