package org.gpchain.training.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;
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

/** Parameters and the weights that they stand for. */
class MeanObjectiveScaleTest {
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

  @Test
  void dividingMakesParametersOfWeights() {
    MeanObjective objective = objective(scale, 0.3);
    double[] at = draws.normals(objective.parameterCount(), 1);
    double[] values =
        DoubleStream.concat(
                Arrays.stream(objective.weights(at)), Arrays.stream(objective.pairwise(at)))
            .toArray();
    objective.divideByScale(values);
    assertClose("back", values, at, ROUNDING);
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
  }

  @Test
  void shapesMustFit() {
    MeanObjective objective = objective(scale, 1);
    double[] tooShort = new double[objective.parameterCount() - 1];
    assertRefused(() -> objective(new double[FEATURES + 1], 1), "scale");
    assertRefused(() -> objective.divideByScale(tooShort), "values");
  }
}
