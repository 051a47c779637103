package org.gpchain.core.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SeedsTest {
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  /** The JDK's SplittableRandom ends in the same finaliser, after it has added the golden ratio. */
  @Test
  void isTheFinaliserOfSplitMix() {
    for (long seed = -2; seed < 3; seed++) {
      for (long number : new long[] {0, 1, -1, 77, Long.MAX_VALUE}) {
        long state = seed * GOLDEN_RATIO + number - GOLDEN_RATIO;
        assertThat(Seeds.mix(seed, number)).isEqualTo(new SplittableRandom(state).nextLong());
      }
    }
  }

  @Test
  void neighboursAreFarApart() {
    long[] seeds = LongStream.range(0, 1000).map(n -> Seeds.mix(1, n)).toArray();
    for (int i = 1; i < seeds.length; i++) {
      assertThat(Long.bitCount(seeds[i] ^ seeds[i - 1])).isBetween(10, 54);
    }
  }
}
