package org.gpchain.experiments.promises;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.gpchain.core.promise.HeldOutSegments;
import org.gpchain.core.promise.Promise;
import org.junit.jupiter.api.Test;

class PromiseSplitsTest {
  private static final int BLOCKS = 20;
  private static final int SEGMENTS_PER_BLOCK = 50;

  /** Returns segments with calibrated probabilities of at least a half. */
  private static HeldOutSegments calibrated() {
    Random random = new Random(1);
    int count = BLOCKS * SEGMENTS_PER_BLOCK;
    int[] gold = new int[BLOCKS];
    int[] candidates = new int[BLOCKS];
    Arrays.fill(candidates, SEGMENTS_PER_BLOCK);
    float[] probability = new float[count];
    boolean[] right = new boolean[count];
    for (int c = 0; c < count; c++) {
      probability[c] = 0.5f + random.nextFloat() / 2;
      right[c] = random.nextFloat() < probability[c];
      if (right[c]) {
        gold[c / SEGMENTS_PER_BLOCK]++;
      }
    }

    int[] start = IntStream.range(0, count).map(c -> c % SEGMENTS_PER_BLOCK).toArray();
    return new HeldOutSegments(
        IntStream.range(0, BLOCKS).toArray(),
        gold,
        candidates,
        start,
        IntStream.of(start).map(s -> s + 1).toArray(),
        probability,
        right);
  }

  @Test
  void guaranteesHoldOnAverage() {
    PromiseSplits kept = PromiseSplits.of(calibrated(), Promise.maxError(0.15), 100, 1);
    assertThat(kept.refused()).isZero();
    assertThat(kept.wrong()).isLessThan(0.15);
    assertThat(kept.written()).isBetween(0.1, 0.9);
    // Every correct segment is a gold segment, and correct segments are more probable.
    assertThat(kept.recall()).isBetween(kept.written(), 1.0);
    PromiseSplits confident =
        PromiseSplits.of(calibrated(), Promise.maxError(0.15).withConfidence(0.9), 100, 1);
    assertThat(confident.broken()).isLessThanOrEqualTo(10);
    assertThat(confident.written()).isLessThan(kept.written());
  }

  @Test
  void refusedGuaranteesAreNotBroken() {
    PromiseSplits refused = PromiseSplits.of(calibrated(), Promise.maxError(0.001), 20, 1);
    assertThat(refused.refused()).isEqualTo(20);
    assertThat(refused.broken()).isZero();
    assertThat(refused.wrong()).isNaN();
    assertThat(refused.written()).isZero();
  }
}
