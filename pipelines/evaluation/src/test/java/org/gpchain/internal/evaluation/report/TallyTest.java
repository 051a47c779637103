package org.gpchain.internal.evaluation.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.gpchain.core.text.Span;
import org.gpchain.internal.evaluation.report.EvaluationReport.JudgedSegment;
import org.gpchain.internal.evaluation.report.Figures.Reliability;
import org.gpchain.internal.evaluation.report.Figures.Risk;
import org.gpchain.internal.evaluation.report.Tally.Counts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TallyTest {
  private static Counts counts(double... probabilities) {
    Tally tally = new Tally();
    for (double p : probabilities) {
      tally.add(p, false);
    }
    return tally.counts();
  }

  /** Returns the probability of each number of events, computed from all 2^n outcomes. */
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
  void intervalMatchesTheEnumerationOfAllOutcomes() {
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

  // In the first case, P(0), P(1) and P(2) are 0.01, 0.18 and 0.81.
  @ParameterizedTest
  @CsvSource({
    "0.9 0.9, 1, 2, 1.8",
    "0.02, 0, 0, 0.02",
    "0.03, 0, 1, 0.03",
    "1 0 1 1.000000000001 -0.000000000001, 3, 3, 3"
  })
  void matchesValuesComputedByHand(String probabilities, int low, int high, double expected) {
    double[] p = Arrays.stream(probabilities.split(" ")).mapToDouble(Double::valueOf).toArray();
    assertThat(counts(p)).isEqualTo(new Counts(p.length, 0, expected, low, high));
  }

  /** The normal approximation with continuity correction is accurate to one in thousands. */
  @Test
  void manyEventsAreApproximatelyNormal() {
    Tally tally = new Tally();
    double variance = 0;
    for (int i = 0; i < 100_000; i++) {
      double p = (i % 100 + 0.5) / 100;
      variance += p * (1 - p);
      tally.add(p, i % 2 == 0);
    }
    Counts counts = tally.counts();

    assertThat(counts).returns(100_000, Counts::count).returns(50_000, Counts::happened);
    assertThat(counts.expected()).isCloseTo(50_000, within(1e-6));
    double half = 1.959964 * Math.sqrt(variance);
    assertThat((double) counts.low()).isCloseTo(50_000 - half, within(1.0));
    assertThat((double) counts.high()).isCloseTo(50_000 + half, within(1.0));
    assertThat(counts.isWithinChance()).isTrue();
  }

  @Test
  void reliabilityBinsMatchValuesComputedByHand() {
    Reliability reliability = new Reliability();
    reliability.add(0.95, true);
    reliability.add(1, true);
    reliability.add(0.98, false);
    reliability.add(0.5, true);
    reliability.add(0.5, false);

    assertThat(reliability.bins()).containsOnlyKeys(7, 14);
    assertThat(reliability.bins().get(7)).isEqualTo(new Counts(2, 1, 1, 0, 2));
    Counts last = reliability.bins().get(14);
    // With probabilities 0.95 and 0.98, one is wrong with 6.8 %, and both with 0.1 %.
    assertThat(last).isEqualTo(new Counts(3, 2, last.expected(), 2, 3));
    assertThat(last.share(last.expected())).isCloseTo(2.93 / 3, within(1e-12));
    assertThat(last.isWithinChance()).isTrue();
  }

  @Test
  void calibrationErrorIsTheSumOverBins() {
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
    assertThat(reliability.calibration.error()).isCloseTo(sum / 1_000, within(1e-12));
  }

  private static final Span SPAN = new Span(0, 1, "X");

  private static JudgedSegment segment(double probability, boolean isRight) {
    return new JudgedSegment(0, SPAN, probability, isRight ? List.of(SPAN) : List.of());
  }

  private static final List<JudgedSegment> SEGMENTS =
      List.of(
          segment(0.5, false),
          segment(0.9, true),
          segment(0.8, false),
          segment(0.8, true),
          segment(0.99, true));

  @Test
  void curveHasAPointForEachThreshold() {
    List<Risk> curve = Figures.curve(SEGMENTS, 0);

    assertThat(curve).extracting(Risk::threshold).containsExactly(0.99, 0.9, 0.8, 0.5);
    assertThat(curve).extracting(point -> point.wrong().count()).containsExactly(1, 2, 4, 5);
    assertThat(curve).extracting(point -> point.wrong().happened()).containsExactly(0, 0, 1, 2);
    double[] claimed = {0.01, 0.11, 0.51, 1.01};
    for (int i = 0; i < claimed.length; i++) {
      assertThat(curve.get(i).wrong().expected()).isCloseTo(claimed[i], within(1e-12));
    }
    // Of four events: P(1 or more) = 43 %, P(2 or more) = 8 %, P(3 or more) = 0.4 %.
    assertThat(curve).extracting(point -> point.wrong().high()).containsExactly(0, 1, 2, 3);
    assertThat(curve).extracting(point -> point.wrong().low()).containsOnly(0);
  }

  @Test
  void curveOmitsPointsButNotTheLast() {
    assertThat(Figures.curve(SEGMENTS, 3)).extracting(Risk::threshold).containsExactly(0.8, 0.5);
    assertThat(Figures.curve(SEGMENTS, 9)).hasSize(1);
    assertThat(Figures.curve(List.of(), 0)).as("nothing predicted").isEmpty();
  }
}
