package org.gpchain.evaluation.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.gpchain.core.text.Span;
import org.gpchain.evaluation.report.EvaluationReport.JudgedSegment;
import org.gpchain.evaluation.report.RiskCoverage.Point;
import org.junit.jupiter.api.Test;

class RiskCoverageTest {
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
  void oneValueForEachThreshold() {
    List<Point> curve = RiskCoverage.curve(SEGMENTS, 0, 0);

    assertThat(curve).extracting(Point::threshold).containsExactly(0.99, 0.9, 0.8, 0.5);
    assertThat(curve).extracting(point -> point.wrong().count()).containsExactly(1, 2, 4, 5);
    assertThat(curve).extracting(point -> point.wrong().happened()).containsExactly(0, 0, 1, 2);
    double[] claimed = {0.01, 0.11, 0.51, 1.01};
    for (int i = 0; i < claimed.length; i++) {
      assertThat(curve.get(i).wrong().expected()).isCloseTo(claimed[i], within(1e-12));
    }
    assertThat(curve).extracting(point -> point.wrong().low()).containsOnly(0);
    // P(1 or more of the four) = 43 %, P(2 or more) = 8 %, P(3 or more) = 0.4 %
    assertThat(curve).extracting(point -> point.wrong().high()).containsExactly(0, 1, 2, 3);
  }

  @Test
  void pointsAreLeftOutButNotTheLast() {
    assertThat(RiskCoverage.curve(SEGMENTS, 2, 3))
        .extracting(Point::threshold)
        .containsExactly(0.9, 0.5);
    assertThat(RiskCoverage.curve(SEGMENTS, 9, 9)).hasSize(1);
  }

  @Test
  void nothingPredictedGivesNoCurve() {
    assertThat(RiskCoverage.curve(List.of(), 0, 0)).isEmpty();
  }
}
