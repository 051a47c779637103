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
    assertThat(counts.gold()).isEqualTo(4);
    assertThat(counts.predicted()).isEqualTo(5);
    assertThat(counts.correct()).isEqualTo(2);
    assertClose("precision", counts.precision(), 0.4, ROUNDING);
    assertClose("recall", counts.recall(), 0.5, ROUNDING);
    assertClose("F1", counts.f1(), 2 * 0.4 * 0.5 / 0.9, ROUNDING);
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

  @Test
  void countsAddUp() {
    SpanCounts counts = new SpanCounts();
    counts.add(5, 4, 3);
    counts.add(1, 2, 0);
    assertThat(counts.gold()).isEqualTo(6);
    assertThat(counts.predicted()).isEqualTo(6);
    assertClose("F1", counts.f1(), 0.5, ROUNDING);
  }
}
