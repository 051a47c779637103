package org.gpchain.internal.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCounts;
import org.junit.jupiter.api.Test;

class CoverageTest {
  @Test
  void withholdsTheLeastCertainSentences() {
    Coverage coverage = new Coverage();
    coverage.addSentence(0.9, 4, new SpanCounts(3, 3, 0));
    coverage.addSentence(0.1, 4, new SpanCounts(2, 2, 2));
    coverage.addSentence(0.5, 2, new SpanCounts(2, 2, 1));
    assertThat(coverage.f1OfSentences(1)).isCloseTo(2.0 * 3 / 14, within(1e-12));
    assertThat(coverage.f1OfSentences(0.6)).isCloseTo(0.75, within(1e-12));
    assertThat(coverage.f1OfSentences(0.59)).isEqualTo(1);
    assertThat(coverage.f1OfSentences(0.4)).isEqualTo(1);
    assertThat(coverage.f1OfSentences(0)).isZero();
  }

  private static ScoredSpan scored(int start, int end, String type, double probability) {
    return new ScoredSpan(new Span(start, end, type), probability);
  }

  @Test
  void keepsTheEarlierOfEquallyCertainSentences() {
    Coverage coverage = new Coverage();
    assertThat(coverage.f1OfSentences(0.8)).as("nothing").isZero();
    assertThat(coverage.f1OfSegments(0.8)).as("nothing").isZero();
    coverage.addSentence(0.3, 1, new SpanCounts(1, 1, 1));
    coverage.addSentence(0.3, 1, new SpanCounts(1, 1, 0));
    assertThat(coverage.f1OfSentences(0.5)).isEqualTo(1);
    coverage.addSegments(List.of(new Span(0, 1, "X")), List.of(scored(0, 1, "X", 0.3)));
    coverage.addSegments(List.of(new Span(0, 1, "X")), List.of(scored(0, 1, "Y", 0.3)));
    assertThat(coverage.f1OfSegments(0.5)).isEqualTo(1);
  }

  @Test
  void withholdsTheLeastProbableSegmentsWithTheirGoldSegments() {
    Coverage coverage = new Coverage();
    coverage.addSegments(
        List.of(new Span(0, 2, "X"), new Span(3, 4, "X")),
        List.of(scored(0, 2, "X", 0.9), scored(2, 4, "X", 0.2)));
    coverage.addSegments(List.of(new Span(0, 1, "Y")), List.of(scored(0, 1, "Y", 0.7)));

    // Two of three predictions are correct, and there are three gold segments.
    assertThat(coverage.f1OfSegments(1)).isCloseTo(2.0 * 2 / 6, within(1e-12));
    // The wrong prediction is withheld, and with it the second gold segment.
    assertThat(coverage.f1OfSegments(0.8)).isEqualTo(1);
    assertThat(coverage.f1OfSegments(0.67)).isEqualTo(1);
    assertThat(coverage.f1OfSegments(0.34)).isEqualTo(1);
    assertThat(coverage.f1OfSegments(0)).isZero();
  }

  @Test
  void countsGoldSegmentsWithoutPredictionsAsMissed() {
    Coverage coverage = new Coverage();
    coverage.addSegments(
        List.of(new Span(0, 1, "X"), new Span(5, 6, "X")), List.of(scored(0, 1, "X", 1)));

    assertThat(coverage.f1OfSegments(1)).isCloseTo(2.0 / 3, within(1e-12));
    assertThat(coverage.f1OfSegments(0.5)).isZero();
  }

  @Test
  void keepsGoldSegmentsThatOverlapAKeptSegment() {
    Coverage coverage = new Coverage();
    // A gold segment is predicted as two parts. One part is kept, and it is wrong.
    coverage.addSegments(
        List.of(new Span(0, 4, "X")), List.of(scored(0, 2, "X", 0.6), scored(2, 4, "X", 0.5)));

    assertThat(coverage.f1OfSegments(0.5)).isZero();
    // Adjacent segments do not overlap.
    coverage.addSegments(List.of(new Span(1, 2, "X")), List.of(scored(0, 1, "X", 0.1)));
    assertThat(coverage.f1OfSegments(1)).isZero();
  }
}
