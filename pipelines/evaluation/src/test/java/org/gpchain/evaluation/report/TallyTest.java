package org.gpchain.evaluation.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.gpchain.evaluation.report.Tally.Counts;
import org.junit.jupiter.api.Test;

class TallyTest {
  private static Counts counts(double... probabilities) {
    Tally tally = new Tally();
    for (double p : probabilities) {
      tally.add(p, false);
    }
    return tally.counts();
  }

  /** Probability of each number of events, by all 2^n outcomes. */
  private static double[] bruteForce(double[] p) {
    double[] mass = new double[p.length + 1];
    for (int outcome = 0; outcome < 1 << p.length; outcome++) {
      double probability = 1;
      for (int i = 0; i < p.length; i++) {
        probability *= (outcome >> i & 1) == 1 ? p[i] : 1 - p[i];
      }
      mass[Integer.bitCount(outcome)] += probability;
    }
    return mass;
  }

  @Test
  void theIntervalIsThatOfAllOutcomes() {
    Random random = new Random(7);
    for (int round = 0; round < 300; round++) {
      double sharpness = 1 + round % 6;
      double[] p = random.doubles(1 + round % 11).map(u -> Math.pow(u, sharpness)).toArray();
      double[] mass = bruteForce(p);
      int low = 0;
      for (double below = mass[0]; below <= 0.025; below += mass[low]) {
        low++;
      }
      int high = p.length;
      for (double above = mass[high]; above <= 0.025; above += mass[high]) {
        high--;
      }
      assertThat(counts(p)).extracting(Counts::low, Counts::high).containsExactly(low, high);
    }
  }

  @Test
  void byHand() {
    // P(0) = 0.01, P(1) = 0.18, P(2) = 0.81
    assertThat(counts(0.9, 0.9)).extracting(Counts::low, Counts::high).containsExactly(1, 2);
    assertThat(counts(0.02)).extracting(Counts::low, Counts::high).containsExactly(0, 0);
    assertThat(counts(0.03)).extracting(Counts::low, Counts::high).containsExactly(0, 1);
  }

  @Test
  void whatIsCertainHasNoChance() {
    assertThat(counts(1, 0, 1, 1 + 1e-12, -1e-12))
        .extracting(Counts::low, Counts::high, Counts::expected)
        .containsExactly(3, 3, 3.0);
  }

  /** The normal approximation with a correction for continuity is good to one in thousands. */
  @Test
  void manyEventsAreNearlyNormal() {
    Tally tally = new Tally();
    double variance = 0;
    for (int i = 0; i < 100_000; i++) {
      double p = (i % 100 + 0.5) / 100;
      variance += p * (1 - p);
      tally.add(p, i % 2 == 0);
    }
    Counts counts = tally.counts();

    assertThat(counts.count()).isEqualTo(100_000);
    assertThat(counts.happened()).isEqualTo(50_000);
    assertThat(counts.expected()).isCloseTo(50_000, within(1e-6));
    double half = 1.959964 * Math.sqrt(variance);
    assertThat((double) counts.low()).isCloseTo(50_000 - half, within(1.0));
    assertThat((double) counts.high()).isCloseTo(50_000 + half, within(1.0));
    assertThat(counts.isWithinChance()).isTrue();
  }
}
