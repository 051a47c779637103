package org.gpchain.internal.training.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.filled;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.BruteForce;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.gp.inducing.InducingProjection;
import org.gpchain.internal.training.bound.ScoreFunction.ControlVariate;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.descent.SagaGradient;
import org.gpchain.internal.training.descent.StochasticDescent;
import org.gpchain.internal.training.descent.StochasticDescent.Steps;
import org.gpchain.internal.training.objective.Corpora;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a custom likelihood, and learns a model from its values without gradients. */
class ForbiddenTransitionsTest {
  /** Allowed transitions between the labels O, B and I: I must not follow O. */
  private static final boolean[] NO_I_AFTER_O = {
    true, true, false,
    true, true, true,
    true, true, true
  };

  private static final ForbiddenTransitions LIKELIHOOD = new ForbiddenTransitions(3, NO_I_AFTER_O);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void isTheSoftmaxOverAllowedSequences(int length) {
    Draws draws = new Draws(length);
    double[] unary = draws.normals(length * 3, 2);
    double[] pairwise = draws.normals(9, 1);
    BruteForce bruteForce = new BruteForce(unary, pairwise, length, 3);
    bruteForce.given(ForbiddenTransitionsTest::isAllowed);
    Workspace workspace = new Workspace();
    for (int n = 0; n < bruteForce.paths().size(); n++) {
      int[] path = bruteForce.paths().get(n);
      double probability = Math.exp(LIKELIHOOD.logLikelihood(unary, pairwise, path, workspace));
      assertClose(
          Arrays.toString(path), probability, Math.exp(bruteForce.logProbability(n)), ALGEBRA);
    }
  }

  private static boolean isAllowed(int[] path) {
    return IntStream.range(1, path.length).allMatch(t -> path[t - 1] != 0 || path[t] != 2);
  }

  @Test
  void rejectsLabelsWithoutSuccessors() {
    assertRefused(() -> new ForbiddenTransitions(1, new boolean[1]), "no label may follow label 0");
  }

  /**
   * Returns sentences whose tokens have an uninformative feature. Most tokens also have the feature
   * of their label.
   */
  private static LabeledRows corpus() {
    int[] labels = {0, 1, 2, 0, 1, 0, 0, 1, 2, 2, 0, 1, 1, 0};
    int[] columns = new int[2 * labels.length];
    for (int t = 0; t < labels.length; t++) {
      columns[2 * t] = t % 5 == 4 ? 3 : labels[t];
      columns[2 * t + 1] = 4;
    }
    return Corpora.of(5, columns, 3, labels, 4, 3, 1, 6);
  }

  @Test
  void learnsFromValuesOnly() {
    LabeledRows corpus = corpus();
    try (Parallel parallel = new Parallel(2)) {
      InducingProjection projection =
          InducingProjection.of(
              Covariances.kernel(filled(5, 1)), corpus.rows().select(new int[] {0, 1, 2, 4}));
      ParameterLayout layout = new ParameterLayout(1, 3, 4);
      EvidenceLowerBound bound =
          new EvidenceLowerBound(
              ProjectedSentences.of(corpus, projection, parallel),
              layout,
              1,
              new SampledExpectation(
                  new ScoreFunction(LIKELIHOOD, ControlVariate.SPLIT, false), 200),
              parallel);
      double[] start = bound.start(new double[3 * 4], 0, 1);
      double[] learned = descend(bound, layout, start);
      assertThat(value(bound, learned)).isLessThan(0.8 * value(bound, start));
    }
  }

  private static double[] descend(
      EvidenceLowerBound bound, ParameterLayout layout, double[] start) {
    StochasticDescent descent =
        new StochasticDescent(2, false, layout::covarianceIsWithinBounds, 1);
    int epoch = (bound.size() + 1) / 2;
    return descent
        .run(bound, new SagaGradient(), filled(start.length, 0.1), start, new Steps(0, 10 * epoch))
        .parameters();
  }

  /** Returns the value of the bound, estimated with other noise and more samples. */
  private static double value(EvidenceLowerBound bound, double[] parameters) {
    return bound
        .withSamples(2000)
        .valueAndGradient(parameters, 99, new double[bound.parameterCount()]);
  }
}
