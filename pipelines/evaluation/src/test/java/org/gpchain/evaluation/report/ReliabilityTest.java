package org.gpchain.evaluation.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.gpchain.evaluation.report.Tally.Counts;
import org.junit.jupiter.api.Test;

class ReliabilityTest {
  @Test
  void binsByHand() {
    Reliability reliability = new Reliability();
    reliability.add(0.95, true);
    reliability.add(1, true);
    reliability.add(0.98, false);
    reliability.add(0.5, true);
    reliability.add(0.5, false);

    assertThat(reliability.bins()).containsOnlyKeys(7, 14);
    assertThat(reliability.bins().get(7)).isEqualTo(new Counts(2, 1, 1, 0, 2));
    Counts last = reliability.bins().get(14);
    assertThat(last.count()).isEqualTo(3);
    assertThat(last.happened()).isEqualTo(2);
    assertThat(last.share(last.expected())).isCloseTo(2.93 / 3, within(1e-12));
    // One of 0.95 and 0.98 is wrong with 6.8 %, both with 0.1 %.
    assertThat(last.low()).isEqualTo(2);
    assertThat(last.high()).isEqualTo(3);
    assertThat(last.isWithinChance()).isTrue();
  }

  @Test
  void theCalibrationErrorIsTheSumOfTheBins() {
    Reliability reliability = new Reliability();
    Random random = new Random(3);
    for (int i = 0; i < 1_000; i++) {
      double p = random.nextDouble();
      reliability.add(p, random.nextDouble() < p * p);
    }
    double sum =
        reliability.bins().values().stream()
            .mapToDouble(bin -> Math.abs(bin.happened() - bin.expected()))
            .sum();
    assertThat(reliability.calibration().error()).isCloseTo(sum / 1_000, within(1e-12));
  }

  /**
   * The interval is exact: points of right probabilities lie in it in at least 95 % of the cases.
   */
  @Test
  void rightProbabilitiesStayInTheBand() {
    Random random = new Random(11);
    int inside = 0;
    for (int round = 0; round < 2_000; round++) {
      Reliability reliability = new Reliability();
      for (int i = 0; i < 40; i++) {
        double p = 0.6 + 0.06 * random.nextDouble();
        reliability.add(p, random.nextDouble() < p);
      }
      inside += reliability.bins().get(9).isWithinChance() ? 1 : 0;
    }
    // Three standard errors below 95 %.
    assertThat(inside / 2_000.0).isGreaterThan(0.95 - 3 * Math.sqrt(0.95 * 0.05 / 2_000));
  }
}
