package org.gpchain.core.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.List;
import org.gpchain.core.text.LabelSet;
import org.junit.jupiter.api.Test;

class PredictionTest {
  private static final LabelSet LABELS = LabelSet.of(List.of("O", "B", "I", "X"));

  private static Prediction prediction(double... marginals) {
    return new Prediction(
        LABELS,
        new int[] {1, 2},
        marginals,
        new double[] {0.1, 0.2},
        List.of(new ScoredSpan(new Span(0, 2, ""), 0.25)));
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
  void holdsWhatItWasGiven() {
    Prediction prediction = prediction(0.1, 0.2, 0.3, 0.4, 0.5, 0.4, 0.1, 0);
    assertThat(prediction.length()).isEqualTo(2);
    assertThat(prediction.labels()).containsExactly("B", "I");
    assertThat(prediction.label(1)).isEqualTo("I");
    assertThat(prediction.marginal(0, 2)).isEqualTo(0.3);
    assertThat(prediction.marginal(1, 0)).isEqualTo(0.5);
    assertThat(prediction.expectedEntropy(1)).isEqualTo(0.2);
    assertThat(prediction.spans()).containsExactly(new ScoredSpan(new Span(0, 2, ""), 0.25));
    assertThatThrownBy(() -> prediction.spans().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
