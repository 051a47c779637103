package org.gpchain.experiments.activelearning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.gpchain.experiments.activelearning.AnnotationCurve.Point;
import org.junit.jupiter.api.Test;

class AnnotationCurveTest {
  private static AnnotationCurve curve(double... tokensAndF1) {
    Point[] points = new Point[tokensAndF1.length / 2];
    for (int i = 0; i < points.length; i++) {
      points[i] = new Point(tokensAndF1[2 * i], 1, tokensAndF1[2 * i + 1], 2);
    }
    return new AnnotationCurve(List.of(points));
  }

  @Test
  void tokensForAnF1AreBetweenPoints() {
    AnnotationCurve curve = curve(1000, 0.2, 4000, 0.6, 5000, 0.5, 8000, 0.7);
    assertThat(curve.tokensFor(0.1)).isEqualTo(1000);
    assertThat(curve.tokensFor(0.2)).isEqualTo(1000);
    // Half of the way in F1 is half of it in the logarithm of tokens.
    assertThat(curve.tokensFor(0.4)).isCloseTo(2000, within(1e-9));
    assertThat(curve.tokensFor(0.6)).isCloseTo(4000, within(1e-9));
    assertThat(curve.tokensFor(0.65)).isBetween(5000.0, 8000.0);
    assertThat(curve.tokensFor(0.71)).isNaN();
  }

  @Test
  void meansArePointByPoint() {
    AnnotationCurve mean =
        AnnotationCurve.mean(List.of(curve(100, 0.2, 200, 0.4), curve(120, 0.4, 220, 0.4)));
    assertThat(mean.points()).hasSize(2);
    assertThat(mean.points().get(0).tokens()).isCloseTo(110, within(1e-9));
    assertThat(mean.points().get(0).f1()).isCloseTo(0.3, within(1e-9));
    assertThat(mean.end().tokens()).isCloseTo(210, within(1e-9));
    assertThat(mean.end().seconds()).isCloseTo(2, within(1e-9));
  }
}
