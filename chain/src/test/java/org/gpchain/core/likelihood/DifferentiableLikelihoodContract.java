package org.gpchain.core.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.FINITE_DIFFERENCE;
import static org.gpchain.core.Tolerances.assertClose;
import static org.gpchain.core.Tolerances.differences;

import java.util.Arrays;
import java.util.function.DoubleSupplier;
import org.gpchain.core.Draws;
import org.gpchain.core.workspace.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that every {@link DifferentiableLikelihood} must pass. Implemented by its test class. */
public interface DifferentiableLikelihoodContract extends SequenceLikelihoodContract {
  @Override
  DifferentiableLikelihood likelihood(int labelCount);

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 3", "2, 1", "2, 2", "3, 5", "4, 2", "5, 17"})
  default void gradientEqualsFiniteDifferences(int v, int t) {
    DrawnSentence sentence = DrawnSentence.of(new Draws(t + 10L * v), v, t, 1.5);
    Workspace workspace = new Workspace();
    double[][] gradients = sentence.gradients(likelihood(v), workspace);
    DoubleSupplier value = () -> sentence.value(likelihood(v), workspace);
    assertClose("∂/∂f", gradients[0], differences(sentence.unary(), value), FINITE_DIFFERENCE);
    assertClose("∂/∂g", gradients[1], differences(sentence.pairwise(), value), FINITE_DIFFERENCE);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "2, 2", "3, 5", "5, 17"})
  default void valueEqualsTheLogLikelihood(int v, int t) {
    for (double scale : new double[] {0.1, 1, 30, 800}) {
      DrawnSentence sentence = DrawnSentence.of(new Draws(5), v, t, scale);
      assertThat(sentence.gradients(likelihood(v), new Workspace())[2])
          .containsExactly(sentence.value(likelihood(v), new Workspace()));
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "2, 2", "3, 5", "5, 17"})
  default void outputsAreOverwrittenAndInputsAreNotModified(int v, int t) {
    DrawnSentence sentence = DrawnSentence.of(new Draws(6), v, t, 1);
    DrawnSentence before = sentence.copy();
    double[][] clean = {new double[t * v], new double[v * v]};
    likelihood(v)
        .logLikelihoodAndGradient(
            sentence.unary(),
            sentence.pairwise(),
            sentence.labels(),
            new Workspace(),
            clean[0],
            clean[1]);

    double[][] dirty = sentence.gradients(likelihood(v), new Workspace());
    assertThat(Arrays.copyOf(dirty, 2)).isDeepEqualTo(clean);
    assertThat(sentence).usingRecursiveComparison().isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({"2, 2", "3, 5", "5, 17"})
  default void gradientsOfNaNScoresAreNaN(int v, int t) {
    Draws draws = new Draws(7);
    DrawnSentence sentence = DrawnSentence.of(draws, v, t, 1);
    sentence.unary()[draws.index(t * v)] = Double.NaN;
    for (double[] output : sentence.gradients(likelihood(v), new Workspace())) {
      assertThat(output).containsOnly(Double.NaN);
    }
  }

  @Test
  default void gradientsDoNotDependOnTheWorkspace() {
    Draws draws = new Draws(8);
    Workspace shared = new Workspace();
    for (int s = 0; s < 200; s++) {
      DrawnSentence sentence = DrawnSentence.any(draws);
      DifferentiableLikelihood likelihood = likelihood(sentence.labelCount());
      assertThat(sentence.gradients(likelihood, shared))
          .isDeepEqualTo(sentence.gradients(likelihood, new Workspace()));
    }
  }
}
