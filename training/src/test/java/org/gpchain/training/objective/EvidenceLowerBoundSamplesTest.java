package org.gpchain.training.objective;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpchain.core.Draws;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.gp.InducingProjection;
import org.gpchain.core.math.Parallel;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.objective.ParameterLayout.CovarianceForm;
import org.gpchain.training.objective.ScoreFunction.ControlVariate;
import org.junit.jupiter.api.Test;

/** Another number of samples is another estimate of the same bound. */
class EvidenceLowerBoundSamplesTest {
  /** Also after the hyper-parameters have moved away from those of the preconditioner. */
  @Test
  void parametersKeepTheirMeaning() {
    Draws draws = new Draws(1);
    LabeledRows corpus = Corpora.random(draws, 2, 6, 4, 3);
    ParameterLayout layout = new ParameterLayout(1, 2, 3, CovarianceForm.FULL, CovarianceForm.FULL);
    try (Parallel parallel = new Parallel(1)) {
      ProjectedSentences first = projected(corpus, draws.uniforms(6, 0.2, 1), parallel);
      ProjectedSentences moved = projected(corpus, draws.uniforms(6, 3, 9), parallel);
      EvidenceLowerBound bound =
          new EvidenceLowerBound(first, layout, 1, new Pathwise(new LinearChain(2)), 4, parallel)
              .at(moved, 2);
      double[] at = draws.normals(bound.parameterCount(), 0.5);
      EvidenceLowerBound other = bound.withSamples(8);
      assertThat(other.samples()).isEqualTo(8);
      assertThat(other.posterior(at).components())
          .usingRecursiveComparison()
          .isEqualTo(bound.posterior(at).components());
      assertThat(other.posterior(at).pairwise())
          .usingRecursiveComparison()
          .isEqualTo(bound.posterior(at).pairwise());
    }
  }

  /** The estimator alone makes the difference. */
  @Test
  void anotherEstimatorIsAnotherBoundOfTheSameParameters() {
    Draws draws = new Draws(2);
    LabeledRows corpus = Corpora.random(draws, 2, 6, 4, 3);
    ParameterLayout layout = new ParameterLayout(1, 2, 3, CovarianceForm.FULL, CovarianceForm.FULL);
    JointEstimator pathwise = new Pathwise(new LinearChain(2));
    JointEstimator score = new ScoreFunction(new LinearChain(2), ControlVariate.SPLIT, false);
    try (Parallel parallel = new Parallel(1)) {
      ProjectedSentences sentences = projected(corpus, draws.uniforms(6, 0.2, 1), parallel);
      EvidenceLowerBound bound =
          new EvidenceLowerBound(sentences, layout, 1, pathwise, 4, parallel);
      EvidenceLowerBound other =
          new EvidenceLowerBound(sentences, layout, 1, score, 7, parallel)
              .withEstimator(pathwise, 4);
      double[] at = draws.normals(bound.parameterCount(), 0.5);
      double[] gradient = new double[at.length];
      double[] otherGradient = new double[at.length];
      int[] batch = {1, 0};
      assertThat(other.valueAndGradient(at, batch, 3, otherGradient))
          .isEqualTo(bound.valueAndGradient(at, batch, 3, gradient));
      assertThat(otherGradient).isEqualTo(gradient);
    }
  }

  private static ProjectedSentences projected(
      LabeledRows corpus, double[] variance, Parallel parallel) {
    InducingProjection projection =
        InducingProjection.of(
            Covariances.kernel(variance), Covariances.firstRows(corpus.rows(), 3));
    return ProjectedSentences.of(corpus, projection, parallel);
  }
}
