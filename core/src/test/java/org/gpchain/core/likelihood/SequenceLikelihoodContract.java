package org.gpchain.core.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ROUNDING;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.core.math.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What holds of every sequence likelihood. A test class of an implementation implements it. */
public interface SequenceLikelihoodContract {
  /** A likelihood of so many labels. */
  SequenceLikelihood likelihood(int labelCount);

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 3", "2, 1", "2, 2", "3, 5", "4, 2", "5, 17"})
  default void aProbabilityIsAtMostOne(int v, int t) {
    SequenceLikelihood likelihood = likelihood(v);
    assertThat(likelihood.labelCount()).isEqualTo(v);
    for (int seed = 0; seed < 20; seed++) {
      Draws draws = new Draws(seed);
      double value =
          likelihood.logLikelihood(
              draws.normals(t * v, 2),
              draws.normals(v * v, 1),
              draws.indices(t, v),
              new Workspace());
      assertThat(value).isFinite().isLessThanOrEqualTo(ROUNDING);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "2, 2", "3, 5", "5, 17"})
  default void argumentsAreNotModified(int v, int t) {
    Draws draws = new Draws(1);
    double[] unary = draws.normals(t * v, 1);
    double[] pairwise = draws.normals(v * v, 1);
    int[] labels = draws.indices(t, v);
    double[] unaryBefore = unary.clone();
    double[] pairwiseBefore = pairwise.clone();
    int[] labelsBefore = labels.clone();
    likelihood(v).logLikelihood(unary, pairwise, labels, new Workspace());
    assertThat(unary).isEqualTo(unaryBefore);
    assertThat(pairwise).isEqualTo(pairwiseBefore);
    assertThat(labels).isEqualTo(labelsBefore);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "2, 2", "3, 5", "5, 17"})
  default void unaryMayBeLongerThanTheSentence(int v, int t) {
    Draws draws = new Draws(2);
    double[] unary = draws.normals(t * v, 1);
    double[] pairwise = draws.normals(v * v, 1);
    int[] labels = draws.indices(t, v);
    double[] longer = Arrays.copyOf(unary, t * v + 7);
    Arrays.fill(longer, t * v, longer.length, Double.NaN);
    SequenceLikelihood likelihood = likelihood(v);
    assertThat(likelihood.logLikelihood(longer, pairwise, labels, new Workspace()))
        .isEqualTo(likelihood.logLikelihood(unary, pairwise, labels, new Workspace()));
  }

  @ParameterizedTest
  @CsvSource({"2, 2", "3, 5", "5, 17"})
  default void notANumberGivesNoLikelihood(int v, int t) {
    Draws draws = new Draws(3);
    int[] labels = draws.indices(t, v);
    for (int i = 0; i < t * v; i++) {
      double[] unary = draws.normals(t * v, 1);
      unary[i] = Double.NaN;
      assertThat(
              likelihood(v).logLikelihood(unary, draws.normals(v * v, 1), labels, new Workspace()))
          .isNaN();
    }
    for (int token = 1; token < t; token++) {
      double[] pairwise = draws.normals(v * v, 1);
      pairwise[labels[token - 1] * v + labels[token]] = Double.NaN;
      assertThat(
              likelihood(v)
                  .logLikelihood(draws.normals(t * v, 1), pairwise, labels, new Workspace()))
          .isNaN();
    }
  }

  @Test
  default void aWorkspaceInfluencesNoLikelihood() {
    Draws draws = new Draws(4);
    Workspace shared = new Workspace();
    for (int s = 0; s < 200; s++) {
      int v = draws.between(1, 5);
      int t = draws.between(1, 12);
      double scale = draws.oneOf(0.1, 1.0, 500.0);
      double[] unary = draws.normals(t * v, scale);
      double[] pairwise = draws.normals(v * v, scale);
      int[] labels = draws.indices(t, v);
      assertThat(likelihood(v).logLikelihood(unary, pairwise, labels, shared))
          .isEqualTo(likelihood(v).logLikelihood(unary, pairwise, labels, new Workspace()));
    }
  }
}
