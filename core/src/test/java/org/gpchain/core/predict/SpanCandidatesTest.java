package org.gpchain.core.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.junit.jupiter.api.Test;

/** Limits that the probabilities of segments just reach. */
class SpanCandidatesTest {
  private static final Span X = new Span(0, 1, "X");
  private static final Span Y = new Span(0, 1, "Y");

  /** One token, which begins X with probability 1/2 and Y with 1/4. */
  private static SpanCandidates candidates() {
    LabelSet labels = LabelSet.of(List.of("B-X", "B-Y", "O"));
    Lattice lattice =
        new LinearChain(3)
            .lattice(new double[] {Math.log(2), 0, 0}, new double[9], 1, new Workspace());
    SpanCandidates candidates =
        new SpanCandidates(
            new SpanProbability(SpanCodec.of(TagScheme.IOB2), labels), SegmentCalibration.NONE, 1);
    candidates.add(X, new int[] {0});
    candidates.add(Y, new int[] {1});
    candidates.add(X, new int[] {0});
    candidates.weigh(lattice, 1);
    return candidates;
  }

  private static double probability(Span span) {
    return candidates().scored(List.of(span), 2).get(0).probability();
  }

  @Test
  void whatIsJustProbableEnoughIsKept() {
    double x = probability(X);
    double y = probability(Y);
    assertThat(x).isCloseTo(0.5, within(1e-12));
    assertThat(candidates().notBelow(y)).hasSize(2);
    assertThat(candidates().notBelow(Math.nextUp(y))).hasSize(1);
    assertThat(candidates().best(p -> p, x)).containsExactly(X);
    assertThat(candidates().best(p -> p, Math.nextUp(x))).isEmpty();
    assertThat(candidates().scored(List.of(X), y).get(0).alternatives())
        .containsExactly(new ScoredSpan(Y, y));
    assertThat(candidates().scored(List.of(X), Math.nextUp(y)).get(0).alternatives()).isEmpty();
  }
}
