package org.gpchain.core.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import org.gpchain.core.Draws;
import org.gpchain.core.chain.BruteForce;
import org.gpchain.core.math.Workspace;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What holds of a likelihood whose normaliser is a sum over all label sequences, beyond what holds
 * of every likelihood. Of pseudo-likelihoods it does not hold.
 */
public interface NormalizedLikelihoodContract extends SequenceLikelihoodContract {
  @ParameterizedTest
  @CsvSource({"1, 1", "1, 3", "2, 1", "2, 2", "3, 5", "4, 2"})
  default void probabilitiesOfAllSequencesAddUpToOne(int v, int t) {
    for (double scale : new double[] {0.1, 1, 30, 800}) {
      Draws draws = new Draws(13);
      double[] unary = draws.normals(t * v, scale);
      double[] pairwise = draws.normals(v * v, scale);
      SequenceLikelihood likelihood = likelihood(v);
      Workspace workspace = new Workspace();
      double sum = 0;
      for (int[] path : new BruteForce(unary, pairwise, t, v).paths()) {
        sum += Math.exp(likelihood.logLikelihood(unary, pairwise, path, workspace));
      }
      assertClose("Σ_y p(y)", sum, 1, ALGEBRA);
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 2", "3, 5", "5, 17"})
  default void notANumberInAnyTransitionGivesNoLikelihood(int v, int t) {
    Draws draws = new Draws(14);
    int[] labels = draws.indices(t, v);
    for (int i = 0; i < v * v; i++) {
      double[] pairwise = draws.normals(v * v, 1);
      pairwise[i] = Double.NaN;
      assertThat(
              likelihood(v)
                  .logLikelihood(draws.normals(t * v, 1), pairwise, labels, new Workspace()))
          .isNaN();
    }
  }
}
