package org.gpchain.internal.training.bound;

import static org.gpchain.core.NaiveAlgebra.filled;
import static org.gpchain.core.NaiveAlgebra.identity;
import static org.gpchain.core.NaiveAlgebra.inverse;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.NaiveAlgebra.trace;
import static org.gpchain.core.NaiveAlgebra.transposed;
import static org.gpchain.core.Tolerances.OPTIMUM;
import static org.gpchain.core.Tolerances.assertClose;
import static org.gpchain.core.Tolerances.assertExpected;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.gp.posterior.InducingCovariance;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.objective.Corpora;
import org.gpchain.internal.training.optim.ChainCase;
import org.gpchain.internal.training.optim.StochasticObjectiveContract.Evaluation;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** With a Gaussian likelihood everything the engine does has a closed form. */
class GaussianOracleTest {
  private static final int LABELS = 2;
  private static final int FEATURES = 6;
  private static final double PAIRWISE_SCALE = 0.7;

  @AutoClose private final Parallel parallel = new Parallel(1);
  private final Draws draws = new Draws(1);
  private final LabeledRows corpus = Corpora.random(draws, LABELS, FEATURES, 4, 1, 3);
  private final double[] scale = draws.uniforms(FEATURES, 0.5, 1.5);
  private final GaussianLikelihood likelihood = new GaussianLikelihood(LABELS, draws);
  private final MeanObjective objective =
      new MeanObjective(corpus, scale, PAIRWISE_SCALE, new Pathwise(likelihood), parallel);

  /** {@code f̂ = K (K + I)⁻¹ c}, and {@code ĝ = d N σ_b² / (1 + N σ_b²)}. */
  @Test
  void bestMeanIsThatOfGaussianProcessRegression() {
    double[] best = ChainCase.minimum(objective).parameters();
    int tokens = corpus.tokenCount();
    double[] variance = Arrays.stream(scale).map(s -> s * s).toArray();
    double[][] kernel = Covariances.kernelMatrix(variance, corpus.rows(), 0, tokens);
    double[][] smoother = product(kernel, inverse(sum(kernel, 1, identity(tokens))));
    double[][] centres = new double[tokens][LABELS];
    for (int t = 0; t < tokens; t++) {
      for (int v = 0; v < LABELS; v++) {
        centres[t][v] = likelihood.unaryCentre(corpus.labels()[t], v);
      }
    }
    double[][] expected = product(smoother, centres);
    for (int n = 0; n < corpus.sentenceCount(); n++) {
      double[] unary = Corpora.unary(corpus, n, objective.weights(best));
      for (int i = 0; i < unary.length; i++) {
        double f = expected[corpus.sentenceStart()[n] + i / LABELS][i % LABELS];
        assertClose("f of sentence " + n, unary[i], f, OPTIMUM);
      }
    }
    double precision = corpus.sentenceCount() * PAIRWISE_SCALE * PAIRWISE_SCALE;
    for (int i = 0; i < LABELS * LABELS; i++) {
      double g = likelihood.pairwiseCentre()[i] * precision / (1 + precision);
      assertClose("g", objective.pairwise(best)[i], g, OPTIMUM);
    }
  }

  /**
   * {@code −E log p = ½ Σ [(m − c)² + Cov]}; the mean over S samples has the variance {@code [μᵀ Σ
   * μ + ½ tr Σ²] / S}. The gradient is off by {@code p'ᵀ x}, the mean of the samples pulled back.
   */
  @Test
  void samplesGiveTheExpectation() {
    int count = 4000;
    double[] prior = draws.uniforms(FEATURES, 0.3, 1);
    InducingCovariance covariance =
        Covariances.random(Covariances.projection(prior, corpus.rows(), 3), corpus, draws);
    double[] pairwiseVariance = draws.uniforms(LABELS * LABELS, 0.1, 0.5);
    MeanObjective sampled = objective.withSamples(corpus, covariance, pairwiseVariance, count, 1);
    double[] at = draws.normals(objective.parameterCount(), 1);
    Evaluation plugIn = Evaluation.of(objective, at);
    Evaluation found = Evaluation.of(sampled, at);
    double[] ones = filled(at.length, 1);
    double difference = 0;
    double valueVariance = 0;
    double[] gradientVariance = new double[at.length];
    for (int n = 0; n < corpus.sentenceCount(); n++) {
      for (int v = 0; v < LABELS; v++) {
        double[][] latent =
            Covariances.latent(
                covariance, prior, corpus.rows(), corpus.sentenceStart()[n], corpus.length(n), v);
        difference += 0.5 * trace(latent);
        valueVariance += Covariances.halfSquare(offsets(at, n, v), latent)[1];
        addPulledBack(latent, Corpora.dense(corpus, n), ones, v, gradientVariance);
      }
      for (int i = 0; i < LABELS * LABELS; i++) {
        double offset = objective.pairwise(at)[i] - likelihood.pairwiseCentre()[i];
        double[][] own = {{pairwiseVariance[i]}};
        difference += 0.5 * pairwiseVariance[i];
        valueVariance += Covariances.halfSquare(new double[] {offset}, own)[1];
        double scaled = objective.pairwise(ones)[i];
        gradientVariance[FEATURES * LABELS + i] += scaled * scaled * pairwiseVariance[i];
      }
    }
    double standardError = Math.sqrt(valueVariance / count);
    assertExpected("value", found.value() - plugIn.value(), difference, standardError);
    for (int i = 0; i < at.length; i++) {
      double own = Math.sqrt(gradientVariance[i] / count);
      assertExpected("∂/∂" + i, found.gradient()[i], plugIn.gradient()[i], own);
    }
  }

  /** {@code m − c} of one sentence and label. */
  private double[] offsets(double[] at, int n, int v) {
    double[] unary = Corpora.unary(corpus, n, objective.weights(at));
    int[] labels = corpus.labelsOf(n);
    double[] offsets = new double[labels.length];
    for (int t = 0; t < labels.length; t++) {
      offsets[t] = unary[t * LABELS + v] - likelihood.unaryCentre(labels[t], v);
    }
    return offsets;
  }

  /** Adds the variance of what a sentence gives to the gradient of the weights of one label. */
  private void addPulledBack(
      double[][] latent, double[][] x, double[] ones, int v, double[] varianceInOut) {
    double[][] pulled = product(transposed(x), product(latent, x));
    for (int d = 0; d < FEATURES; d++) {
      double scaled = objective.weights(ones)[d * LABELS + v];
      varianceInOut[d * LABELS + v] += scaled * scaled * pulled[d][d];
    }
  }
}
