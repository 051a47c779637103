package org.gpchain.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.gpchain.core.text.SpanCounts;
import org.junit.jupiter.api.Test;

class CoverageTest {
  private static SpanCounts counts(int gold, int predicted, int correct) {
    SpanCounts counts = new SpanCounts();
    counts.add(gold, predicted, correct);
    return counts;
  }

  @Test
  void theLeastCertainSentencesAreWithheld() {
    Coverage coverage = new Coverage();
    coverage.add(0.9, 4, counts(3, 3, 0));
    coverage.add(0.1, 4, counts(2, 2, 2));
    coverage.add(0.5, 2, counts(2, 2, 1));
    assertThat(coverage.f1At(1)).isCloseTo(2.0 * 3 / 14, within(1e-12));
    assertThat(coverage.f1At(0.6)).isCloseTo(0.75, within(1e-12));
    assertThat(coverage.f1At(0.59)).isEqualTo(1);
    assertThat(coverage.f1At(0.4)).isEqualTo(1);
    assertThat(coverage.f1At(0)).isZero();
  }

  @Test
  void ofEqualsTheEarlierAreKept() {
    Coverage coverage = new Coverage();
    coverage.add(0.3, 1, counts(1, 1, 1));
    coverage.add(0.3, 1, counts(1, 1, 0));
    assertThat(coverage.f1At(0.5)).isEqualTo(1);
  }

  @Test
  void nothingIsNothing() {
    assertThat(new Coverage().f1At(0.8)).isZero();
  }
}
