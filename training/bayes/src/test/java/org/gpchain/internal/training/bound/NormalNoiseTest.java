package org.gpchain.internal.training.bound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.internal.training.bound.JointEstimator.NormalNoise;
import org.junit.jupiter.api.Test;

class NormalNoiseTest {
  private static double[][] draw(boolean antithetic) {
    NormalNoise noise = new NormalNoise(RandomSource.XO_SHI_RO_256_PP.create(1L), antithetic);
    double[] sample = new double[4];
    double[][] draws = new double[4][];
    for (int s = 0; s < draws.length; s++) {
      sample[3] = 9;
      noise.next(sample, 3);
      assertThat(sample[3]).isEqualTo(9);
      draws[s] = Arrays.copyOf(sample, 3);
    }
    return draws;
  }

  private static double[] mirrored(double[] sample) {
    return Arrays.stream(sample).map(x -> -x).toArray();
  }

  @Test
  void everySecondSampleIsAMirrorImage() {
    double[][] pairs = draw(true);
    double[][] single = draw(false);
    assertThat(pairs[0]).isEqualTo(single[0]);
    assertThat(pairs[1]).isEqualTo(mirrored(single[0]));
    assertThat(pairs[2]).isEqualTo(single[1]);
    assertThat(pairs[3]).isEqualTo(mirrored(single[1]));
    assertThat(single[1]).isNotEqualTo(mirrored(single[0]));
  }
}
