package org.gpchain.core.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.FINITE_DIFFERENCE;
import static org.gpchain.core.Tolerances.assertClose;
import static org.gpchain.core.Tolerances.differences;

import java.util.Arrays;
import java.util.function.DoubleSupplier;
import org.gpchain.core.Draws;
import org.gpchain.core.math.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What holds of every likelihood that knows its gradient, beyond what holds of every likelihood.
 */
public interface DifferentiableLikelihoodContract extends SequenceLikelihoodContract {
  @Override
  DifferentiableLikelihood likelihood(int labelCount);

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 3", "2, 1", "2, 2", "3, 5", "4, 2", "5, 17"})
  default void gradientEqualsFiniteDifferences(int v, int t) {
    Draws draws = new Draws(t + 10L * v);
    DifferentiableLikelihood likelihood = likelihood(v);
    Workspace workspace = new Workspace();
    double[] unary = draws.normals(t * v, 1.5);
    double[] pairwise = draws.normals(v * v, 1.5);
    int[] labels = draws.indices(t, v);
    double[] unaryGradient = new double[t * v];
    double[] pairwiseGradient = new double[v * v];
    likelihood.logLikelihoodAndGradient(
        unary, pairwise, labels, workspace, unaryGradient, pairwiseGradient);
    DoubleSupplier value = () -> likelihood.logLikelihood(unary, pairwise, labels, workspace);
    assertClose("∂/∂f", unaryGradient, differences(unary, value), FINITE_DIFFERENCE);
    assertClose("∂/∂g", pairwiseGradient, differences(pairwise, value), FINITE_DIFFERENCE);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "2, 2", "3, 5", "5, 17"})
  default void valueIsThatOfTheLikelihood(int v, int t) {
    for (double scale : new double[] {0.1, 1, 30, 800}) {
      Draws draws = new Draws(5);
      double[] unary = draws.normals(t * v, scale);
      double[] pairwise = draws.normals(v * v, scale);
      int[] labels = draws.indices(t, v);
      double value = likelihood(v).logLikelihood(unary, pairwise, labels, new Workspace());
      assertThat(
              likelihood(v)
                  .logLikelihoodAndGradient(
                      unary,
                      pairwise,
                      labels,
                      new Workspace(),
                      new double[t * v],
                      new double[v * v]))
          .isEqualTo(value);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "2, 2", "3, 5", "5, 17"})
  default void outputsAreOverwrittenAndInputsAreNot(int v, int t) {
    Draws draws = new Draws(6);
    double[] unary = draws.normals(t * v, 1);
    double[] pairwise = draws.normals(v * v, 1);
    double[] unaryBefore = unary.clone();
    double[] pairwiseBefore = pairwise.clone();
    int[] labels = draws.indices(t, v);
    double[] unaryClean = new double[t * v];
    double[] pairwiseClean = new double[v * v];
    double[] unaryDirty = new double[t * v];
    double[] pairwiseDirty = new double[v * v];
    Arrays.fill(unaryDirty, Double.NaN);
    Arrays.fill(pairwiseDirty, Double.NaN);
    DifferentiableLikelihood likelihood = likelihood(v);
    likelihood.logLikelihoodAndGradient(
        unary, pairwise, labels, new Workspace(), unaryClean, pairwiseClean);
    likelihood.logLikelihoodAndGradient(
        unary, pairwise, labels, new Workspace(), unaryDirty, pairwiseDirty);
    assertThat(unaryDirty).isEqualTo(unaryClean);
    assertThat(pairwiseDirty).isEqualTo(pairwiseClean);
    assertThat(unary).isEqualTo(unaryBefore);
    assertThat(pairwise).isEqualTo(pairwiseBefore);
  }

  @ParameterizedTest
  @CsvSource({"2, 2", "3, 5", "5, 17"})
  default void notANumberGivesNoGradient(int v, int t) {
    Draws draws = new Draws(7);
    double[] unary = draws.normals(t * v, 1);
    unary[draws.index(t * v)] = Double.NaN;
    double[] unaryGradient = new double[t * v];
    double[] pairwiseGradient = new double[v * v];
    double value =
        likelihood(v)
            .logLikelihoodAndGradient(
                unary,
                draws.normals(v * v, 1),
                draws.indices(t, v),
                new Workspace(),
                unaryGradient,
                pairwiseGradient);
    assertThat(value).isNaN();
    assertThat(unaryGradient).containsOnly(Double.NaN);
    assertThat(pairwiseGradient).containsOnly(Double.NaN);
  }

  @Test
  default void aWorkspaceInfluencesNoGradient() {
    Draws draws = new Draws(8);
    Workspace shared = new Workspace();
    for (int s = 0; s < 200; s++) {
      int v = draws.between(1, 5);
      int t = draws.between(1, 12);
      double scale = draws.oneOf(0.1, 1.0, 500.0);
      double[] unary = draws.normals(t * v, scale);
      double[] pairwise = draws.normals(v * v, scale);
      int[] labels = draws.indices(t, v);
      double[][] used = {new double[t * v], new double[v * v]};
      double[][] fresh = {new double[t * v], new double[v * v]};
      DifferentiableLikelihood likelihood = likelihood(v);
      likelihood.logLikelihoodAndGradient(unary, pairwise, labels, shared, used[0], used[1]);
      likelihood.logLikelihoodAndGradient(
          unary, pairwise, labels, new Workspace(), fresh[0], fresh[1]);
      assertThat(used).isDeepEqualTo(fresh);
    }
  }
}
