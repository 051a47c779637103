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
  private static final int EACH = 50;

  /** Segments that are right with the probability that they claim, which is at least a half. */
  private static HeldOutSegments calibrated() {
    Random random = new Random(1);
    int count = BLOCKS * EACH;
    int[] gold = new int[BLOCKS];
    int[] candidates = new int[BLOCKS];
    Arrays.fill(candidates, EACH);
    float[] probability = new float[count];
    boolean[] right = new boolean[count];
    for (int c = 0; c < count; c++) {
      probability[c] = 0.5f + random.nextFloat() / 2;
      right[c] = random.nextFloat() < probability[c];
      gold[c / EACH] += right[c] ? 1 : 0;
    }
    int[] start = IntStream.range(0, count).map(c -> c % EACH).toArray();
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
  void aPromiseIsKeptOnAverage() {
    PromiseSplits kept = PromiseSplits.of(calibrated(), Promise.maxError(0.15), 100, 1);
    assertThat(kept.refused()).isZero();
    assertThat(kept.wrong()).isLessThan(0.15);
    assertThat(kept.written()).isBetween(0.1, 0.9);
    // All segments are either written or not, and every right one is a gold one.
    assertThat(kept.recall()).isBetween(kept.written(), 1.0);
    PromiseSplits confident =
        PromiseSplits.of(calibrated(), Promise.maxError(0.15).withConfidence(0.9), 100, 1);
    assertThat(confident.broken()).isLessThanOrEqualTo(10);
    assertThat(confident.written()).isLessThan(kept.written());
  }

  @Test
  void whatIsRefusedIsNotBroken() {
    PromiseSplits refused = PromiseSplits.of(calibrated(), Promise.maxError(0.001), 20, 1);
    assertThat(refused.refused()).isEqualTo(20);
    assertThat(refused.broken()).isZero();
    assertThat(refused.wrong()).isNaN();
    assertThat(refused.written()).isZero();
  }
}
