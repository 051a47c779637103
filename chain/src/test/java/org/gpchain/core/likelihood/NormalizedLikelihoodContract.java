package org.gpchain.core.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import org.gpchain.core.Draws;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.BruteForce;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that every likelihood must pass whose normalizer is a sum over all label sequences.
 * Pseudo-likelihoods don't pass them. Implemented by test classes of likelihoods.
 */
public interface NormalizedLikelihoodContract extends SequenceLikelihoodContract {
  @ParameterizedTest
  @CsvSource({"1, 1", "1, 3", "2, 1", "2, 2", "3, 5", "4, 2"})
  default void probabilitiesOfAllSequencesSumToOne(int v, int t) {
    for (double scale : new double[] {0.1, 1, 30, 800}) {
      DrawnSentence sentence = DrawnSentence.of(new Draws(13), v, t, scale);
      double sum = 0;
      for (int[] path : new BruteForce(sentence.unary(), sentence.pairwise(), t, v).paths()) {
        System.arraycopy(path, 0, sentence.labels(), 0, t);
        sum += Math.exp(sentence.value(likelihood(v), new Workspace()));
      }
      assertClose("Σ_y p(y)", sum, 1, ALGEBRA);
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 2", "3, 5", "5, 17"})
  default void likelihoodIsNaNIfATransitionScoreIsNaN(int v, int t) {
    DrawnSentence sentence = DrawnSentence.of(new Draws(14), v, t, 1);
    for (int i = 0; i < v * v; i++) {
      DrawnSentence wrong = sentence.copy();
      wrong.pairwise()[i] = Double.NaN;
      assertThat(wrong.value(likelihood(v), new Workspace())).isNaN();
    }
  }
}
