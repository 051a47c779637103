package org.gpchain.training.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.FINITE_DIFFERENCE;
import static org.gpchain.core.Tolerances.STEP;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.SparseRows;
import org.gpchain.training.data.LabeledRows;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeldOutLikelihoodTest {
  private static final int FEATURES = 6;

  private final Parallel parallel = new Parallel(1);
  private final Draws draws = new Draws(1);

  @AfterEach
  void close() {
    parallel.close();
  }

  private static HeldOutLikelihood likelihood(LabeledRows sentences, Parallel parallel) {
    Pathwise estimator = new Pathwise(new LinearChain(sentences.labelCount()));
    return new HeldOutLikelihood(sentences, estimator, parallel);
  }

  private static void addDifferences(double[] x, DoubleSupplier value, double[] out, int at) {
    for (int i = 0; i < x.length; i++) {
      double before = x[i];
      x[i] = before + STEP;
      double above = value.getAsDouble();
      x[i] = before - STEP;
      out[at + i] = (above - value.getAsDouble()) / (2 * STEP);
      x[i] = before;
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 3", "2, 1", "2, 4", "3, 5"})
  void valueIsThatOfAllSentencesAndItsGradientThatOfFiniteDifferences(int v, int longest) {
    LabeledRows sentences = Corpora.random(draws, v, FEATURES, 1, longest, 2);
    HeldOutLikelihood likelihood = likelihood(sentences, parallel);
    double[] weights = draws.normals(FEATURES * v, 1);
    double[] pairwise = draws.normals(v * v, 1);
    double[] gradient = new double[weights.length + v * v];
    Arrays.fill(gradient, Double.NaN);
    double value = likelihood.valueAndGradient(weights, pairwise, gradient);
    double expected =
        IntStream.range(0, 3)
            .mapToDouble(
                n ->
                    new ChainEnumeration(
                            Corpora.unary(sentences, n, weights),
                            pairwise,
                            Corpora.labels(sentences, n),
                            v)
                        .logLikelihood())
            .sum();
    assertClose("value", value, expected, ALGEBRA);
    double[] differences = new double[gradient.length];
    DoubleSupplier at =
        () -> likelihood.valueAndGradient(weights, pairwise, new double[gradient.length]);
    addDifferences(weights, at, differences, 0);
    addDifferences(pairwise, at, differences, weights.length);
    assertClose("gradient", gradient, differences, FINITE_DIFFERENCE);
  }

  @Test
  void whatIsNotSeenHasNoGradient() {
    LabeledRows known = Corpora.random(draws, 2, FEATURES, 3, 2);
    int[] columns = new int[known.rows().start(5)];
    Arrays.setAll(columns, known.rows()::column);
    int[] starts = IntStream.range(0, 6).map(known.rows()::start).toArray();
    LabeledRows wider = known.withRows(SparseRows.of(FEATURES + 3, starts, columns));
    double[] gradient = new double[(FEATURES + 3) * 2 + 4];
    Arrays.fill(gradient, Double.NaN);
    double[] weights = draws.normals((FEATURES + 3) * 2, 1);
    likelihood(wider, parallel).valueAndGradient(weights, draws.normals(4, 1), gradient);
    assertThat(Arrays.copyOfRange(gradient, FEATURES * 2, (FEATURES + 3) * 2)).containsOnly(0);
    assertThat(gradient).doesNotContain(Double.NaN);
  }

  @Test
  void threadsDoNotMatterAndArgumentsAreNotModified() {
    LabeledRows sentences = Corpora.random(draws, 3, FEATURES, Corpora.lengths(draws, 200));
    double[] weights = draws.normals(FEATURES * 3, 1);
    double[] pairwise = draws.normals(9, 1);
    double[][] before = {weights.clone(), pairwise.clone()};
    double[] one = new double[FEATURES * 3 + 9];
    double[] four = new double[FEATURES * 3 + 9];
    double value = likelihood(sentences, parallel).valueAndGradient(weights, pairwise, one);
    try (Parallel workers = new Parallel(4)) {
      assertThat(likelihood(sentences, workers).valueAndGradient(weights, pairwise, four))
          .isEqualTo(value);
    }
    assertThat(four).isEqualTo(one);
    assertThat(new double[][] {weights, pairwise}).isDeepEqualTo(before);
  }

  @Test
  void shapesMustFit() {
    HeldOutLikelihood likelihood = likelihood(Corpora.random(draws, 2, FEATURES, 2), parallel);
    double[] weights = new double[FEATURES * 2];
    assertThatThrownBy(
            () -> likelihood.valueAndGradient(new double[3], new double[4], new double[16]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("weights");
    assertThatThrownBy(() -> likelihood.valueAndGradient(weights, new double[3], new double[16]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("pairwise");
    assertThatThrownBy(() -> likelihood.valueAndGradient(weights, new double[4], new double[15]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("gradientOut");
  }
}
