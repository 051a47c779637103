package org.gpchain.internal.training.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.NaiveAlgebra.trace;
import static org.gpchain.core.NaiveAlgebra.transposed;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.SINGLE;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.gp.posterior.SparsePosterior;
import org.gpchain.internal.training.bound.ScoreFunction.ControlVariate;
import org.gpchain.internal.training.descent.RestrictedObjective.Range;
import org.gpchain.internal.training.optim.StochasticObjectiveContract.Evaluation;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the value of the bound with a likelihood whose expectations have closed forms. */
class EvidenceLowerBoundTest {
  private static final int LABELS = 2;
  private static final int INDUCING = 4;

  @AutoClose private final Parallel parallel = new Parallel(1);
  private final Draws draws = new Draws(1);
  private final BoundCase of = BoundCase.random(draws, LABELS, INDUCING, 3, 1, 4, 2);
  private final GaussianLikelihood likelihood = new GaussianLikelihood(LABELS, draws);
  private final JointEstimator exact = new GaussianExpectation(likelihood);

  private static double value(EvidenceLowerBound bound, double[] at) {
    return bound.valueAndGradient(at, 1, new double[at.length]);
  }

  /**
   * Returns {@code −E_k[log p(y | f, g)] = ½ Σ [(b − c)² + Σ_tt] + ½ Σ [(E g − d)² + Var g]} for a
   * sentence, with {@code b = W m} and the full matrix {@code Σ = K̃ + W S Wᵀ}.
   */
  private double expectation(SparsePosterior q, int k, int n) {
    int start = of.corpus().sentenceStart()[n];
    int[] labels = of.corpus().labelsOf(n);
    double[][] w = Covariances.projected(of.projection(), of.corpus().rows(), start, labels.length);
    double[][] wt = transposed(w);
    double[][] residual = sum(of.kernelMatrix(start, labels.length), -1, product(wt, w));
    double sum = 0;

    for (int v = 0; v < LABELS; v++) {
      double[][] s = Mixtures.covariance(q.components().get(k), v, INDUCING);
      double[][] covariance = sum(residual, 1, product(wt, product(s, w)));
      double[] mean = Mixtures.block(q.components().get(k).mean(), v, INDUCING);
      double[][] latent = product(wt, transposed(new double[][] {mean}));
      for (int t = 0; t < labels.length; t++) {
        sum += 0.5 * Math.pow(latent[t][0] - likelihood.unaryCentre(labels[t], v), 2);
      }
      sum += 0.5 * trace(covariance);
    }

    for (int i = 0; i < of.pairs(); i++) {
      sum += 0.5 * Math.pow(q.pairwise().mean()[i] - likelihood.pairwiseCentre()[i], 2);
    }
    return sum + 0.5 * trace(Mixtures.covariance(q.pairwise(), 0, of.pairs()));
  }

  private double expectations(SparsePosterior q, int... batch) {
    double sum = 0;
    for (int n : batch) {
      for (int k = 0; k < q.weights().length; k++) {
        sum += q.weights()[k] * expectation(q, k, n);
      }
    }
    return sum;
  }

  private double expected(SparsePosterior q) {
    return of.divergence(q, BoundCase.DEVIATION) + expectations(q, of.everySentence());
  }

  /** The value is the divergence minus expectations, which include the factor's jitter. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void valueIsTheDivergenceMinusExpectations(int components) {
    EvidenceLowerBound bound = of.bound(of.layout(components), exact, 1, parallel);
    double[] at = draws.normals(bound.parameterCount(), 0.6);
    SparsePosterior q = bound.posterior(at);
    assertClose("value", value(bound, at), expected(q), SINGLE);
    for (int[] batch : new int[][] {{2}, {3, 1}, {0, 3, 2}}) {
      double members = bound.members(at, batch, 1).value();
      assertClose("members", members, expectations(q, batch), SINGLE);
    }
  }

  /** Each component of the initial posterior has the given means. */
  @Test
  void startHasTheGivenMeans() {
    double[] mean = draws.normals(LABELS * INDUCING, 1);
    EvidenceLowerBound one = of.bound(of.layout(1), exact, 1, parallel);
    SparsePosterior q = one.posterior(one.start(mean, 5, 1));
    assertClose("mean", q.components().get(0).mean(), mean, ALGEBRA);
    assertThat(q.pairwise().mean()).containsOnly(0);
    assertClose("S", deviations(q, 0), tokenDeviations(), ALGEBRA);
    double variance = BoundCase.DEVIATION * BoundCase.DEVIATION;
    double transitions = (double) of.corpus().tokenCount() / LABELS;
    double[][] factor = Mixtures.factor(q.pairwise(), 0, of.pairs());
    for (int i = 0; i < of.pairs(); i++) {
      double expected = Math.sqrt(variance / (1 + 0.05 * variance * transitions));
      assertClose("deviation of g", factor[i][i], expected, ALGEBRA);
    }

    EvidenceLowerBound three = of.bound(of.layout(3), exact, 1, parallel);
    SparsePosterior together = three.posterior(three.start(mean, 0, 1));
    SparsePosterior apart = three.posterior(three.start(mean, 0.1, 1));
    for (int k = 0; k < 3; k++) {
      assertClose("mean", together.components().get(k).mean(), mean, ALGEBRA);
      assertClose("π", apart.weights()[k], 1.0 / 3, ALGEBRA);
      assertClose("S", deviations(apart, k), tokenDeviations(), ALGEBRA);
      double[] own = apart.components().get(k).mean();
      for (int l = 0; l < k; l++) {
        assertThat(own).isNotEqualTo(apart.components().get(l).mean());
      }
      for (int i = 0; i < mean.length; i++) {
        assertThat(Math.abs(own[i] - mean[i])).isBetween(0.0, 0.5);
      }
    }
    assertThat(three.start(mean, 0.1, 1)).isEqualTo(three.start(mean, 0.1, 1));
    assertThat(three.start(mean, 0.1, 2)).isNotEqualTo(three.start(mean, 0.1, 1));
  }

  private static double[] deviations(SparsePosterior q, int k) {
    double[] deviations = new double[LABELS * INDUCING];
    for (int i = 0; i < deviations.length; i++) {
      int j = i % INDUCING;
      deviations[i] = Mixtures.factor(q.components().get(k), i / INDUCING, INDUCING)[j][j];
    }
    return deviations;
  }

  /** Returns {@code 1 / √(1 + κ Σ_t w_t²)} with κ = 0.05. */
  private double[] tokenDeviations() {
    double[][] w =
        Covariances.projected(of.projection(), of.corpus().rows(), 0, of.corpus().tokenCount());
    double[] deviations = new double[LABELS * INDUCING];
    for (int i = 0; i < deviations.length; i++) {
      double energy = Arrays.stream(w[i % INDUCING]).map(x -> x * x).sum();
      deviations[i] = 1 / Math.sqrt(1 + 0.05 * energy);
    }
    return deviations;
  }

  /** The meaning of parameters depends neither on the kernel nor on the number of samples. */
  @Test
  void parametersKeepTheirMeaning() {
    EvidenceLowerBound bound = of.bound(of.layout(2), exact, 1, parallel);
    double[] at = draws.normals(bound.parameterCount(), 0.5);
    ProjectedSentences other =
        ProjectedSentences.of(
            of.corpus(), of.projection().withKernel(of.kernel(new double[] {1, 2, 3})), parallel);
    SparsePosterior q = bound.posterior(at);
    EvidenceLowerBound moved = bound.at(other, 2 * BoundCase.DEVIATION);

    for (EvidenceLowerBound each : new EvidenceLowerBound[] {moved, moved.withSamples(9)}) {
      SparsePosterior same = each.posterior(at);
      assertThat(same.components().get(1).mean()).isEqualTo(q.components().get(1).mean());
      assertThat(same.components().get(0).deviation()).isEqualTo(q.components().get(0).deviation());
      double[] doubled = Arrays.stream(q.pairwise().mean()).map(g -> 2 * g).toArray();
      assertClose("E g", same.pairwise().mean(), doubled, ALGEBRA);
      assertThat(same.projection()).isSameAs(other.projection());
      assertThat(each.pairwiseDeviation()).isEqualTo(2 * BoundCase.DEVIATION);
    }
  }

  @Test
  void withSamplesKeepsTheParameters() {
    ParameterLayout layout = of.layout(1);
    JointEstimator pathwise = new Pathwise(new LinearChain(LABELS));
    EvidenceLowerBound bound = of.bound(layout, pathwise, 4, parallel);
    EvidenceLowerBound other = of.bound(layout, pathwise, 7, parallel).withSamples(4);
    double[] at = draws.normals(bound.parameterCount(), 0.5);
    Evaluation.of(other, at).assertSameAs(Evaluation.of(bound, at));
  }

  /** With held covariances, value and gradient by means match the bound, even at other means. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void heldCovariancesHaveNoGradient(int components) {
    JointEstimator score = new ScoreFunction(new LinearChain(LABELS), ControlVariate.SPLIT, false);
    for (JointEstimator each : List.of(new Pathwise(new LinearChain(LABELS)), score)) {
      EvidenceLowerBound bound = of.bound(of.layout(components), each, 20, parallel);
      double[] at = draws.normals(bound.parameterCount(), 0.5);
      EvidenceLowerBound held = bound.holdingCovariances(at);
      Range covariance = bound.layout().unaryCovariance();
      for (int i = 0; i < at.length; i++) {
        at[i] += i >= covariance.from() && i < covariance.to() ? 0 : 0.1;
      }
      Evaluation expected = Evaluation.of(bound, at);
      Arrays.fill(expected.gradient(), covariance.from(), covariance.to(), 0);
      Evaluation.of(held, at).assertSameAs(expected);
    }
  }

  /** The noise depends on the seed, the sentence and the component. */
  @Test
  void noiseDependsOnTheSeed() {
    EvidenceLowerBound bound = of.bound(of.layout(1), new Pathwise(likelihood), 2, parallel);
    double[] at = draws.normals(bound.parameterCount(), 0.5);
    double one = bound.members(at, new int[] {0}, 1).value();
    assertThat(bound.members(at, new int[] {0}, 2).value()).isNotEqualTo(one);
  }

  @Test
  void valueIsNaNOutsideTheBounds() {
    EvidenceLowerBound bound = of.bound(of.layout(1), exact, 1, parallel);
    double[] at = draws.normals(bound.parameterCount(), 0.5);
    at[bound.layout().unaryCovariance().from()] = 1e6;
    double[] gradient = new double[at.length];
    assertThat(bound.valueAndGradient(at, 1, gradient)).isNaN();
    assertThat(gradient).containsOnly(Double.NaN);
  }

  @Test
  void rejectsInconsistentArguments() {
    ParameterLayout layout = of.layout(1);
    ProjectedSentences sentences = ProjectedSentences.of(of.corpus(), of.projection(), parallel);
    ParameterLayout wider = new ParameterLayout(1, LABELS, INDUCING + 1);
    refuses("inducing points", sentences, wider, 1, exact, 1);

    for (double deviation : new double[] {0, -1, Double.NaN}) {
      refuses("pairwise deviation", sentences, layout, deviation, exact, 1);
    }
    refuses("samples", sentences, layout, 1, exact, 0);
    JointEstimator other = new Pathwise(new LinearChain(LABELS + 1));
    refuses("labels of the likelihood", sentences, layout, 1, other, 1);
    EvidenceLowerBound bound = of.bound(layout, exact, 1, parallel);

    assertRefused(() -> bound.start(new double[3], 0, 1), "whitenedMean");
    assertThat(bound.layout()).isSameAs(layout);
    double[] at = new double[bound.parameterCount()];
    assertRefused(() -> bound.members(new double[at.length + 1], new int[1], 1), "parameters");
  }

  private void refuses(
      String what,
      ProjectedSentences sentences,
      ParameterLayout layout,
      double deviation,
      JointEstimator estimator,
      int samples) {
    assertRefused(
        () ->
            new EvidenceLowerBound(
                sentences, layout, deviation, new SampledExpectation(estimator, samples), parallel),
        what);
  }
}
