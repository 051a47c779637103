package org.gpchain.core.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.List;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.WeightedValue;
import org.junit.jupiter.api.Test;

class PredictionTest {
  private static final LabelSet LABELS = LabelSet.of(List.of("O", "B", "I", "X"));

  private static Prediction prediction(double... marginals) {
    return new Prediction(
        LABELS,
        new int[] {1, 2},
        marginals,
        new double[] {0.1, 0.2},
        Math.log(0.3),
        List.of(new ScoredSpan(new Span(0, 2, ""), 0.25)),
        new long[] {1, 2},
        1.5);
  }

  @Test
  void entropyOfCertainEvenAndSkewedLabels() {
    Prediction prediction = prediction(0, 1, 0, 0, 0.25, 0.25, 0.25, 0.25);
    assertThat(prediction.entropy(0)).isZero();
    assertClose("entropy", prediction.entropy(1), Math.log(4), ROUNDING);
    assertClose(
        "entropy",
        prediction(0.5, 0.5, 0, 0, 0.9, 0, 0.1, 0).entropy(1),
        -0.9 * Math.log(0.9) - 0.1 * Math.log(0.1),
        ROUNDING);
    assertThat(prediction(Double.NaN, 1, 0, 0, 1, 0, 0, 0).entropy(0)).isNaN();
  }

  @Test
  void improbableTagsAreNotPossible() {
    Prediction prediction = prediction(0.01, 0.79, 0.2, 0, 0.03, 0.96, 0.01, 0);
    assertThat(prediction.possibleTags())
        .containsExactly(
            List.of(new WeightedValue("B", 0.79), new WeightedValue("I", 0.2)),
            List.of(new WeightedValue("O", 0.03), new WeightedValue("B", 0.96)));
  }

  @Test
  void uncertaintyOfASentenceIsTheMeanOfItsTokens() {
    Prediction prediction = prediction(0, 1, 0, 0, 0.25, 0.25, 0.25, 0.25);
    assertClose("entropy", prediction.entropy(), Math.log(4) / 2, ROUNDING);
    assertClose("expected entropy", prediction.expectedEntropy(), 0.15, ROUNDING);
    assertThat(prediction.mutualInformation(0)).isZero();
    assertClose("I", prediction.mutualInformation(1), Math.log(4) - 0.2, ROUNDING);
    assertClose("I", prediction.mutualInformation(), (Math.log(4) - 0.2) / 2, ROUNDING);
    assertClose("p(y)", prediction.sequenceProbability(), 0.3, ROUNDING);
  }

  @Test
  void piecesAreJoined() {
    Prediction first = prediction(0, 1, 0, 0, 0.25, 0.25, 0.25, 0.25);
    Prediction second =
        new Prediction(
            LABELS,
            new int[] {1},
            new double[] {0.1, 0.2, 0.3, 0.4},
            null,
            Math.log(0.5),
            List.of(
                new ScoredSpan(
                    new Span(0, 1, "X"), 0.9, List.of(new ScoredSpan(new Span(0, 1, "Y"), 0.1)))),
            new long[] {3, 5},
            3);

    Prediction joined = Prediction.join(List.of(first, second));
    assertThat(joined.labels()).containsExactly("B", "I", "B");
    assertThat(joined.spans())
        .containsExactly(
            new ScoredSpan(new Span(0, 2, ""), 0.25),
            new ScoredSpan(
                new Span(2, 3, "X"), 0.9, List.of(new ScoredSpan(new Span(2, 3, "Y"), 0.1))));
    assertThat(joined.evidence()).containsExactly(4, 7);
    assertThat(joined.novelty()).isEqualTo(2);
    assertThat(joined.marginal(1, 3)).isEqualTo(0.25);
    assertThat(joined.marginal(2, 3)).isEqualTo(0.4);
    assertThat(joined.expectedEntropy(0)).isEqualTo(0.1);
    assertThat(joined.expectedEntropy(2)).isEqualTo(second.entropy(0));
    assertClose("p(y)", joined.sequenceProbability(), 0.15, ROUNDING);
    assertThat(Outcome.of(Prediction.join(List.of(first)))).isEqualTo(Outcome.of(first));
  }

  @Test
  void emptySentenceIsCertain() {
    Prediction empty =
        new Prediction(
            LABELS, new int[0], new double[0], new double[0], 0, List.of(), null, Double.NaN);
    assertThat(empty.entropy()).isZero();
    assertThat(empty.expectedEntropy()).isZero();
    assertThat(empty.mutualInformation()).isZero();
    assertThat(empty.sequenceProbability()).isEqualTo(1);
    assertThat(Prediction.join(List.of(empty, empty)).novelty()).isNaN();
    assertThat(Prediction.join(List.of(prediction(new double[8]), empty)).novelty()).isEqualTo(1.5);
  }
}
