package org.gpchain.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpanCountsTest {
  @Test
  void bordersAndTypeMustAgree() {
    SpanCounts counts = new SpanCounts();
    counts.add(
        List.of(new Span(0, 2, "A"), new Span(3, 4, "B"), new Span(5, 7, "A")),
        List.of(
            new Span(0, 2, "A"), new Span(3, 4, "A"), new Span(5, 6, "A"), new Span(6, 7, "A")));
    counts.add(List.of(new Span(0, 1, "A")), List.of(new Span(0, 1, "A")));
    counts.add(0, 1, 0);
    counts.add(5, 4, 3);
    assertThat(counts.gold()).isEqualTo(9);
    assertThat(counts.predicted()).isEqualTo(10);
    assertThat(counts.correct()).isEqualTo(5);
    assertClose("precision", counts.precision(), 0.5, ROUNDING);
    assertClose("recall", counts.recall(), 5 / 9.0, ROUNDING);
    assertClose("F1", counts.f1(), 10 / 19.0, ROUNDING);
  }

  @Test
  void nothingIsZero() {
    SpanCounts counts = new SpanCounts();
    assertThat(List.of(counts.precision(), counts.recall(), counts.f1())).containsOnly(0.0);
    counts.add(List.of(new Span(0, 1, "A")), List.of());
    assertThat(List.of(counts.precision(), counts.recall(), counts.f1())).containsOnly(0.0);
    counts.add(List.of(), List.of(new Span(0, 1, "A")));
    assertThat(List.of(counts.precision(), counts.recall(), counts.f1())).containsOnly(0.0);
  }
}
