package org.gpchain.internal.training.mcmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.NaiveAlgebra.identity;
import static org.gpchain.core.NaiveAlgebra.inverse;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.NaiveAlgebra.times;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.gp.kernel.SumKernel;
import org.gpchain.internal.training.bound.Covariances;
import org.gpchain.internal.training.bound.GaussianLikelihood;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.objective.Corpora;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares samples with the closed form of the posterior under a Gaussian likelihood. With unit
 * noise around c, the posterior of f is {@code N(K (K + I)⁻¹ c, K − K (K + I)⁻¹ K)}.
 */
class ConjugateTest {
  /** The group of each feature. */
  private static final int[] GROUPS = {0, 0, 0, 0, 1, 1, 1};

  /** The group of each feature and of each component of three blocks of vectors. */
  private static final int[] GROUPS_WITH_VECTORS = {0, 0, 0, 0, 1, 1, 1, 0, 1, 0, 0, 1, 0};

  private static final int V = 2;
  private static final double TRANSITIONS = 0.7;
  private static final double[] GROUP_VARIANCES = {0.8, 2};

  private static final GaussianLikelihood LIKELIHOOD = new GaussianLikelihood(V, new Draws(6));

  enum Space {
    WEIGHTS,
    FUNCTIONS,
    BOTH,
    WEIGHTS_OF_VECTORS
  }

  @ParameterizedTest
  @EnumSource
  void momentsMatchTheClosedForm(Space space) {
    LabeledRows corpus = Corpora.random(new Draws(3), V, 7, 3, 1, 4);
    int[] groups = GROUPS;
    if (space == Space.WEIGHTS_OF_VECTORS) {
      corpus = Corpora.withDense(corpus, new Draws(4), 2);
      groups = GROUPS_WITH_VECTORS;
    }
    checkMoments(space, corpus, new AdditiveLinearKernel(groups, GROUP_VARIANCES));
  }

  private static void checkMoments(Space space, LabeledRows corpus, AdditiveLinearKernel kernel) {
    WhitenedPrior prior =
        switch (space) {
          case WEIGHTS, WEIGHTS_OF_VECTORS -> new WeightSpacePrior(corpus, kernel);
          case FUNCTIONS -> new FunctionSpacePrior(corpus, kernel);
          case BOTH -> null;
        };
    PosteriorSampler sampler =
        prior == null
            ? PosteriorSampler.of(corpus, halves(), TRANSITIONS, LIKELIHOOD)
            : new PosteriorSampler(corpus, prior, TRANSITIONS, LIKELIHOOD);
    int n = corpus.tokenCount();
    List<double[]> scores = new ArrayList<>();
    List<double[]> transitions = new ArrayList<>();
    sampler.run(
        new McmcSettings(25_000, 25_000 / 3, 4, 0, null, null, 5),
        null,
        sample -> {
          double[] all = new double[n * V];
          for (int s = 0; s < corpus.sentenceCount(); s++) {
            double[] of = new double[corpus.length(s) * V];
            sample.unary(corpus, s, of);
            System.arraycopy(of, 0, all, corpus.sentenceStart()[s] * V, of.length);
          }
          scores.add(all);
          transitions.add(sample.pairwise());
        },
        likelihood -> {});
    double[] variance =
        Arrays.stream(kernel.groupOfFeature()).mapToDouble(g -> GROUP_VARIANCES[g]).toArray();
    double[][] k = Covariances.kernelMatrix(variance, corpus.rows(), 0, n);
    double[][] gain = product(k, inverse(sum(k, 1, identity(n))));
    double[][] covariance = sum(k, -1, product(gain, k));

    for (int v = 0; v < V; v++) {
      int own = v;
      double[] centre =
          Arrays.stream(corpus.labels()).mapToDouble(y -> LIKELIHOOD.unaryCentre(y, own)).toArray();
      double[] mean = times(gain, centre);
      for (int t = 0; t < n; t++) {
        check(scores, t * V + v, mean[t], covariance[t][t]);
      }
    }

    double precision = 1 / TRANSITIONS + corpus.sentenceCount();
    for (int i = 0; i < V * V; i++) {
      check(
          transitions,
          i,
          corpus.sentenceCount() * LIKELIHOOD.pairwiseCentre()[i] / precision,
          1 / precision);
    }
  }

  /** Returns a sum of two equal kernels; the class of the second one hides that it is linear. */
  private static SumKernel halves() {
    double[] half = Arrays.stream(GROUP_VARIANCES).map(variance -> variance / 2).toArray();
    AdditiveLinearKernel linear = new AdditiveLinearKernel(GROUPS, half);
    return new SumKernel(linear, new SumKernel(linear));
  }

  /** Checks a mean of samples within four standard errors. */
  private static void check(List<double[]> samples, int which, double mean, double variance) {
    double[] series = samples.stream().mapToDouble(sample -> sample[which]).toArray();
    double[][] chains = {series};
    double effective = Convergence.effectiveSampleSize(chains);
    assertThat(effective).isGreaterThan(300);
    double average = Arrays.stream(series).average().orElseThrow();
    double squares = Arrays.stream(series).map(x -> (x - average) * (x - average)).sum();
    double spread = squares / (series.length - 1);
    assertThat(average).isCloseTo(mean, within(4 * Math.sqrt(variance / effective) + 1e-3));
    assertThat(spread).isCloseTo(variance, within(4 * variance * Math.sqrt(2 / effective) + 1e-3));
  }
}
