package org.gpchain.training.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.gpchain.core.Draws;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.math.Parallel;
import org.gpchain.training.data.LabeledRows;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One objective after another of the same sentences, and what passes between them. */
class MeanObjectivePriorTest {
  private static final int LABELS = 3;
  private static final int FEATURES = 8;

  private final Parallel parallel = new Parallel(1);
  private final Draws draws = new Draws(1);
  private final LabeledRows corpus = Corpora.random(draws, LABELS, FEATURES, 3, 1, 5, 2);
  private final double[] scale = draws.uniforms(FEATURES, 0.01, 20);

  @AfterEach
  void close() {
    parallel.close();
  }

  private MeanObjective objective(double[] scales, double pairwiseScale) {
    Pathwise estimator = new Pathwise(new LinearChain(LABELS));
    return new MeanObjective(corpus, scales, pairwiseScale, estimator, parallel);
  }

  private static double[] valueAndGradient(MeanObjective objective, double[] at, int... batch) {
    double[] out = new double[at.length + 1];
    double[] gradient = new double[at.length];
    out[0] = objective.valueAndGradient(at, batch, 1, gradient);
    System.arraycopy(gradient, 0, out, 1, at.length);
    return out;
  }

  @Test
  void anotherPriorIsAnotherObjective() {
    double[] one = new double[FEATURES];
    Arrays.fill(one, 1);
    MeanObjective first = objective(one, 1);
    double[] at = draws.normals(first.parameterCount(), 1);
    double[] before = valueAndGradient(first, at, 0, 1, 2, 3);
    double[] scaleBefore = scale.clone();
    MeanObjective next = first.withPrior(scale, 0.3);
    for (int[] batch : new int[][] {{0, 1, 2, 3}, {2, 0}}) {
      assertThat(valueAndGradient(next, at, batch))
          .isEqualTo(valueAndGradient(objective(scale, 0.3), at, batch));
    }
    assertThat(next.weights(at)).isEqualTo(objective(scale, 0.3).weights(at));
    assertThat(next.pairwise(at)).isEqualTo(objective(scale, 0.3).pairwise(at));
    assertThat(valueAndGradient(first, at, 0, 1, 2, 3)).isEqualTo(before);
    assertThat(valueAndGradient(next.withPrior(one, 1), at, 0, 1, 2, 3)).isEqualTo(before);
    assertThat(scale).isEqualTo(scaleBefore);
  }

  @Test
  void multiplyingMakesWeights() {
    MeanObjective objective = objective(scale, 0.3);
    double[] at = draws.normals(objective.parameterCount(), 1);
    double[] values = at.clone();
    objective.multiplyByScale(values);
    double[] expected =
        DoubleStream.concat(
                Arrays.stream(objective.weights(at)), Arrays.stream(objective.pairwise(at)))
            .toArray();
    assertThat(values).isEqualTo(expected);
    objective.divideByScale(values);
    assertClose("back", values, at, ROUNDING);
    objective.divideByScale(values);
    objective.multiplyByScale(values);
    assertClose("forth", values, at, ROUNDING);
  }

  @Test
  void whatThePriorHoldsAtZeroStaysZero() {
    scale[2] = 0;
    MeanObjective objective = objective(scale, 0);
    double[] values = new double[objective.parameterCount()];
    Arrays.fill(values, 1);
    objective.divideByScale(values);
    for (int i = 0; i < values.length; i++) {
      boolean held = i / LABELS == 2 || i >= FEATURES * LABELS;
      assertThat(values[i] == 0).as("[%d]", i).isEqualTo(held);
      assertThat(values[i]).isFinite();
    }
    Arrays.fill(values, 1);
    objective.multiplyByScale(values);
    assertThat(values[2 * LABELS]).isZero();
    assertThat(values[values.length - 1]).isZero();
  }

  @Test
  void shapesMustFit() {
    MeanObjective objective = objective(scale, 1);
    double[] tooShort = new double[objective.parameterCount() - 1];
    assertThatThrownBy(() -> objective.withPrior(new double[FEATURES + 1], 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("scale");
    assertThatThrownBy(() -> objective.multiplyByScale(tooShort))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("values");
    assertThatThrownBy(() -> objective.divideByScale(tooShort))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("values");
  }
}
