package org.gpchain.core.promise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoublePredicate;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.StudentT;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares thresholds of promises with their definition, and tests them on simulated data. */
class LossLevelsTest {
  private static final double CONFIDENCE = 0.9;

  /** Number of simulated data sets. Shares of them are accurate to about ±0.04 (95 %). */
  private static final int DRAWS = 200;

  /** Number of candidates in each block of simulated data. */
  private static final int SEGMENTS = 100;

  /**
   * A sentence with candidates that do not overlap.
   *
   * @param p probability of each candidate
   * @param right whether each candidate is a gold segment
   * @param missed number of gold segments that are not among the candidates
   */
  record Block(double[] p, boolean[] right, int missed) {
    /** Returns a block of random candidates. */
    static Block of(int count, DoubleSupplier probability, DoublePredicate isRight) {
      Block block = new Block(new double[count], new boolean[count], 0);
      for (int i = 0; i < count; i++) {
        block.p[i] = probability.getAsDouble();
        block.right[i] = isRight.test(block.p[i]);
      }
      return block;
    }

    /** Returns the same candidates with additional gold segments. */
    Block missing(int segments) {
      return new Block(p, right, segments);
    }
  }

  /** Returns the held-out segments of blocks with one sentence each. */
  static HeldOutSegments held(int blockCount, IntFunction<Block> factory) {
    List<Block> blocks = IntStream.range(0, blockCount).mapToObj(factory).toList();
    int[] candidates = blocks.stream().mapToInt(block -> block.p.length).toArray();
    int[] gold = blocks.stream().mapToInt(Block::missed).toArray();
    int count = IntStream.of(candidates).sum();
    int[] start = new int[count];
    float[] probability = new float[count];
    boolean[] isRight = new boolean[count];
    for (int b = 0, c = 0; b < blockCount; b++) {
      for (int i = 0; i < candidates[b]; i++, c++) {
        start[c] = i;
        probability[c] = (float) blocks.get(b).p[i];
        isRight[c] = blocks.get(b).right[i];
        if (isRight[c]) {
          gold[b]++;
        }
      }
    }

    int[] end = IntStream.of(start).map(i -> i + 1).toArray();
    int[] block = IntStream.range(0, blockCount).map(b -> 3 * b + 1).toArray();
    return new HeldOutSegments(block, gold, candidates, start, end, probability, isRight);
  }

  /** Returns equal blocks whose candidates all have the same probability. */
  private static HeldOutSegments equal(int blocks, int wrong, int count, double p) {
    Block block = Block.of(count, () -> p, probability -> true).missing(wrong == count ? 1 : 0);
    Arrays.fill(block.right, 0, wrong, false);
    return held(blocks, b -> block);
  }

  /** Returns up to nine candidates in each of eight blocks, with few different probabilities. */
  private static HeldOutSegments small(Draws draws) {
    return held(
        8,
        b -> {
          int count = draws.between(b == 0 ? 1 : 0, 9);
          Block block = Block.of(count, () -> draws.between(1, 12) / 12.0, draws::chance);
          return block.missing(draws.chance(0.1) ? 1 : 0);
        });
  }

  /**
   * Returns simulated data with known losses. The probabilities are {@code p = 1 − u²/2} with u
   * uniform. A segment is wrong with probability {@code (1 − p) m}, where m is 0.4 or 1.6 in each
   * block with equal chances. As a result, the share {@code (1 − t)/3} of the segments with
   * probabilities of at least t ≥ 1/2 is wrong, and the share {@link #missed} of the right segments
   * has probabilities below t.
   */
  private static HeldOutSegments known(int blocks, long seed) {
    Draws draws = new Draws(seed);
    return held(
        blocks,
        b -> {
          double m = draws.chance(0.5) ? 0.4 : 1.6;
          return Block.of(
              SEGMENTS,
              () -> 1 - Math.pow(draws.between(0.0, 1.0), 2) / 2,
              p -> !draws.chance(m * (1 - p)));
        });
  }

  /** Returns the expected share of wrong segments at or above a threshold. */
  private static double wrong(double threshold) {
    return Math.min(0.5, 1 - threshold) / 3;
  }

  /** Returns the expected share of right segments below a threshold. */
  private static double missed(double threshold) {
    double c = Math.sqrt(2 * (1 - threshold));
    return (1 - c - (1 - c * c * c) / 6) / (5.0 / 6);
  }

  private static LossLevels errors(HeldOutSegments all) {
    return LossLevels.ofErrors(all, all.decoded(0));
  }

  /** Returns the number of lost segments and the number of counted segments of each block. */
  private static long[][] losses(HeldOutSegments all, boolean errors, double threshold) {
    long[][] losses = new long[all.sentenceCount()][2];
    for (int b = 0, c = 0; b < losses.length; b++) {
      int written = 0;
      int writtenAndRight = 0;
      for (int i = 0; i < all.candidates()[b]; i++, c++) {
        if (all.probability()[c] >= threshold) {
          written++;
          if (all.right()[c]) {
            writtenAndRight++;
          }
        }
      }

      if (errors) {
        losses[b][0] = written - writtenAndRight;
        losses[b][1] = written;
      } else {
        losses[b][0] = all.gold()[b] - writtenAndRight;
        losses[b][1] = all.gold()[b];
      }
    }
    return losses;
  }

  /** Returns whether a promise on average is kept, even if one more block had the worst loss. */
  private static boolean isKept(long[][] losses, double share) {
    long lost = Arrays.stream(losses).mapToLong(of -> of[0]).sum();
    long counted = Arrays.stream(losses).mapToLong(of -> of[1]).sum();
    long worst = Arrays.stream(losses).mapToLong(of -> of[0]).max().orElse(0);
    return lost + 1 + worst <= share * counted;
  }

  /** Returns the possible thresholds: probabilities of candidates, or of right candidates. */
  private static DoubleStream thresholds(HeldOutSegments all, boolean errors) {
    return IntStream.range(0, all.probability().length)
        .filter(c -> errors || all.right()[c])
        .mapToDouble(c -> all.probability()[c]);
  }

  /** Returns the loosest threshold on average, by its definition. */
  private static OptionalDouble loosest(HeldOutSegments all, boolean errors, double share) {
    DoubleStream kept = thresholds(all, errors).filter(t -> isKept(losses(all, errors, t), share));
    return errors ? kept.min() : kept.max();
  }

  /** Returns the threshold 0 if all candidates may be written. */
  private static OptionalDouble orZero(HeldOutSegments all, OptionalDouble threshold) {
    return threshold.equals(thresholds(all, true).min()) ? OptionalDouble.of(0) : threshold;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.1, 0.2, 0.4, 0.8})
  void thresholdOnAverageFollowsTheDefinition(double share) {
    for (int seed = 0; seed < 100; seed++) {
      HeldOutSegments all = small(new Draws(seed));
      assertThat(LossLevels.ofMisses(all).loosest(share, 0)).isEqualTo(loosest(all, false, share));
      assertThat(errors(all).loosest(share, 0)).isEqualTo(orZero(all, loosest(all, true, share)));
    }
  }

  /**
   * Returns {@code exp(−K (kl(a, m) + kl(α, m)))} with {@code m = (a + α) / 2}; 1 unless a is below
   * α.
   */
  private static double twoTexts(double lost, double counted, double share) {
    double a = lost / counted;
    double m = (a + share) / 2;
    return a < share ? Math.exp(-counted * (divergence(a, m) + divergence(share, m))) : 1;
  }

  private static double divergence(double p, double q) {
    double heads = p > 0 ? p * Math.log(p / q) : 0;
    return heads + (1 - p) * Math.log((1 - p) / (1 - q));
  }

  /** Returns the larger one of both p-values, from the differences {@code W_i − αK_i} of blocks. */
  private static double pValue(long[][] losses, double share) {
    double[] excess = Arrays.stream(losses).mapToDouble(of -> of[0] - share * of[1]).toArray();
    double n = excess.length;
    double mean = Arrays.stream(excess).sum() / n;
    if (mean >= 0) {
      return 1;
    }
    double variance = Arrays.stream(excess).map(x -> (x - mean) * (x - mean)).sum() / (n - 1);
    double twice =
        1 - StudentT.central(-mean / Math.sqrt(variance / n + variance / n), excess.length - 1);
    double lost = Arrays.stream(losses).mapToLong(of -> of[0]).sum();
    double counted = Arrays.stream(losses).mapToLong(of -> of[1]).sum();
    return Math.max(twice, twoTexts(lost, counted, share));
  }

  /**
   * Returns the loosest threshold with confidence, by its definition. The sequence of tests starts
   * at the threshold with the smallest p-value according to the probabilities alone. It ends at the
   * first threshold whose hypothesis is not rejected.
   */
  private static OptionalDouble confident(HeldOutSegments all, boolean errors, double share) {
    int order = errors ? -1 : 1;
    double[] thresholds =
        thresholds(all, errors).map(t -> order * t).distinct().sorted().map(Math::abs).toArray();
    int next = errors ? easiest(all, thresholds, share) : 0;
    OptionalDouble last = OptionalDouble.empty();
    while (next < thresholds.length
        && pValue(losses(all, errors, thresholds[next]), share) <= 1 - CONFIDENCE) {
      last = OptionalDouble.of(thresholds[next++]);
    }

    OptionalDouble average = loosest(all, errors, share);
    if (last.isEmpty() || average.isEmpty()) {
      return OptionalDouble.empty();
    }

    if (errors) {
      return OptionalDouble.of(Math.max(last.getAsDouble(), average.getAsDouble()));
    }

    return OptionalDouble.of(Math.min(last.getAsDouble(), average.getAsDouble()));
  }

  private static int easiest(HeldOutSegments all, double[] thresholds, double share) {
    int easiest = 0;
    double minimum = 1;
    for (int i = 0; i < thresholds.length; i++) {
      double expected = 0;
      double counted = 0;
      for (float p : all.probability()) {
        if (p >= thresholds[i]) {
          expected += 1 - p;
          counted++;
        }
      }

      double pValue = twoTexts(expected, counted, share);
      if (pValue < minimum) {
        easiest = i;
        minimum = pValue;
      }
    }
    return easiest;
  }

  /** Returns blocks of different sizes and kinds, whose probabilities are not well calibrated. */
  private static HeldOutSegments uneven(Draws draws) {
    int blocks = draws.between(5, 12);
    double kind = draws.oneOf(0.0, 0.5, 1.0);
    return held(
        blocks,
        b -> {
          int count = draws.between(10, 90);
          double harder = kind * draws.between(0.0, 3.0);
          return Block.of(
                  count,
                  () -> draws.between(draws.oneOf(1, 15, 19), 20) / 20.0,
                  p -> !draws.chance((1 - p) * (1 + harder) / 2))
              .missing(draws.between(0, 2));
        });
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.1, 0.2, 0.3, 0.5})
  void thresholdWithConfidenceFollowsTheDefinition(double share) {
    int promised = 0;
    for (int seed = 0; seed < 80; seed++) {
      HeldOutSegments all = uneven(new Draws(seed));
      assertThat(LossLevels.ofMisses(all).loosest(share, CONFIDENCE))
          .isEqualTo(confident(all, false, share));
      OptionalDouble expected = confident(all, true, share);
      assertThat(errors(all).loosest(share, CONFIDENCE)).isEqualTo(orZero(all, expected));
      if (expected.isPresent()) {
        promised++;
      }
    }
    assertThat(promised).isBetween(5, 80);
  }

  /** Returns the true loss for each data set; 0 if nothing can be promised. */
  private static double[] truths(
      List<LossLevels> draws, double share, double confidence, DoubleUnaryOperator truth) {
    return draws.stream()
        .map(levels -> levels.loosest(share, confidence))
        .mapToDouble(t -> t.isPresent() ? truth.applyAsDouble(t.getAsDouble()) : 0)
        .toArray();
  }

  private static void assertKept(List<LossLevels> draws, DoubleUnaryOperator truth) {
    for (double share : new double[] {0.02, 0.05, 0.1}) {
      double mean = Arrays.stream(truths(draws, share, 0, truth)).average().orElseThrow();
      assertThat(mean).isLessThan(share);
      double[] confident = truths(draws, share, CONFIDENCE, truth);
      double broken = Arrays.stream(confident).filter(lost -> lost > share).count();
      assertThat(broken / draws.size()).isLessThanOrEqualTo(1 - CONFIDENCE);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 40})
  void promisesAreKept(int blocks) {
    List<HeldOutSegments> draws =
        IntStream.range(0, DRAWS).mapToObj(seed -> known(blocks, seed)).toList();
    assertKept(draws.stream().map(LossLevelsTest::errors).toList(), LossLevelsTest::wrong);
    assertKept(draws.stream().map(LossLevels::ofMisses).toList(), LossLevelsTest::missed);
  }

  @Test
  void thresholdOfALargeCorpusIsAlmostOptimal() {
    double t = errors(known(400, 1)).loosest(0.05, CONFIDENCE).orElseThrow();
    assertClose("threshold", t, 0.85, 0.03);
  }

  @Test
  void promisesNeedEnoughRightSegments() {
    // One more error would be a share of 1/100.
    assertThat(errors(equal(10, 0, 10, 1)).loosest(0.01, 0)).hasValue(0);
    assertThat(errors(equal(10, 0, 10, 1)).loosest(0.0099, 0)).isEmpty();
    // exp(−100 (kl(0, α/2) + kl(α, α/2))) is 0.099 for 3.3 %, and 0.106 for 3.2 %.
    assertThat(errors(equal(10, 0, 10, 1)).loosest(0.033, CONFIDENCE)).hasValue(0);
    assertThat(errors(equal(10, 0, 10, 1)).loosest(0.032, CONFIDENCE)).isEmpty();
  }

  @Test
  void nothingIsPromisedIfAllSegmentsAreWrong() {
    for (double p : new double[] {0, 0.5, 1}) {
      assertThat(errors(equal(10, 10, 10, p)).loosest(0.99, 0)).isEmpty();
      assertThat(LossLevels.ofMisses(equal(10, 10, 10, p)).loosest(0.99, 0)).isEmpty();
    }
  }

  @Test
  void candidatesWithEqualProbabilitiesAreWrittenTogether() {
    LossLevels levels = errors(equal(10, 5, 100, 0.5));
    assertThat(levels.loosest(0.056, 0)).hasValue(0);
    assertThat(levels.loosest(0.055, 0)).isEmpty();
    LossLevels misses = LossLevels.ofMisses(equal(10, 5, 100, 0.5));
    assertThat(misses.loosest(0.5, CONFIDENCE)).hasValue(0.5);
  }

  @Test
  void withoutCandidatesNothingIsPromised() {
    HeldOutSegments none = held(6, b -> Block.of(0, () -> 0, p -> true));
    assertThat(errors(none).loosest(0.5, 0)).isEmpty();
    assertThat(LossLevels.ofMisses(none).loosest(0.5, 0)).isEmpty();
    assertThat(errors(HeldOutSegments.NONE).loosest(0.5, 0)).isEmpty();
  }

  private static Calibration calibrated(HeldOutSegments all) {
    return Calibration.of(LatticeScaling.LEGAL, all);
  }

  @Test
  void messagesNameThePossiblePromise() {
    assertFails(
        Promise.RefusedException.class,
        () -> Calibration.NONE.threshold(Promise.maxError(0.05), 1),
        "has no held-out segments");
    assertRefused(
        () -> calibrated(equal(4, 1, 100, 0.9)).threshold(Promise.minRecall(0.5), 1),
        "4 blocks",
        "at least 5");
    assertRefused(
        () -> calibrated(equal(10, 1, 25, 0.9)).threshold(Promise.maxError(0.5), 1),
        "calibrated on 240",
        "at least 250");

    Calibration calibration = calibrated(equal(10, 5, 100, 0.9));
    assertThatThrownBy(() -> calibration.threshold(Promise.maxError(0.02), 1))
        .hasMessageContaining("cannot guarantee an error rate of at most 2 %, on average")
        .hasMessageEndingWith("it can guarantee an error rate of at most 6 %, on average");
    assertThat(calibration.threshold(Promise.maxError(0.06), 1)).isZero();

    Promise confident = Promise.minRecall(0.9999).withConfidence(CONFIDENCE);
    assertThatThrownBy(() -> calibration.threshold(confident, 1))
        .hasMessageContaining("a recall of at least 99.99 %, with confidence 90 %")
        .hasMessageEndingWith("a recall of at least 99.5 %, with confidence 90 %");
    assertThatThrownBy(
            () -> calibrated(equal(250, 10, 10, 0.5)).threshold(Promise.maxError(0.5), 1))
        .hasMessageEndingWith("it can guarantee nothing");
  }
}
