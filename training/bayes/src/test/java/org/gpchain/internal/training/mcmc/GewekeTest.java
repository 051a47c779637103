package org.gpchain.internal.training.mcmc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.Draws;
import org.gpchain.core.likelihood.SentenceBatch;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.mcmc.Chain.StartPoint;
import org.gpchain.internal.training.mcmc.McmcSettings.HyperPrior;
import org.gpchain.internal.training.objective.Corpora;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Geweke's joint distribution test (2004). A chain that alternately samples latent scores and
 * hyper-parameters given labels, and labels given scores, has the joint prior as its distribution.
 * Therefore, the moments of scores and hyper-parameters must match the prior.
 */
class GewekeTest {
  /** The group of each feature. */
  private static final int[] GROUPS = {0, 0, 0, 0, 1, 1, 1};

  private static final int V = 2;
  private static final int ROUNDS = 4_000;
  private static final HyperPrior HYPER = new HyperPrior(0.5, 2, 1);

  enum Space {
    WEIGHTS,
    FUNCTIONS,
    BOTH
  }

  @ParameterizedTest
  @EnumSource
  void jointDistributionMatchesThePrior(Space space) {
    LabeledRows corpus = Corpora.random(new Draws(7), V, 7, 2, 1, 3);
    AdditiveLinearKernel kernel = new AdditiveLinearKernel(GROUPS, new double[] {1, 1});
    WhitenedPrior weights = new WeightSpacePrior(corpus, kernel);
    WhitenedPrior functions = new FunctionSpacePrior(corpus, kernel);
    WhitenedPrior prior =
        switch (space) {
          case WEIGHTS -> weights;
          case FUNCTIONS -> functions;
          case BOTH -> new SumPrior(List.of(functions, weights));
        };
    LinearChain likelihood = new LinearChain(V);
    Random random = new Random(11);
    UniformRandomProvider chainRandom = RandomSource.XO_SHI_RO_256_PP.create(13);
    Chain chain =
        new Chain(prior, 1, PosteriorSampler.batch(likelihood, corpus), null, chainRandom);
    double[][] traces = new double[8][ROUNDS];

    for (int round = 0; round < ROUNDS; round++) {
      LabeledRows labelled =
          new LabeledRows(corpus.rows(), corpus.sentenceStart(), draw(chain, corpus, random), V);
      SentenceBatch batch = PosteriorSampler.batch(likelihood, labelled);
      double variance = chain.transitionVariance();
      StartPoint at = new StartPoint(chain.white(), chain.pairwise());
      chain = new Chain(chain.prior(), variance, batch, at, chainRandom);
      for (int step = 0; step < 3; step++) {
        chain.step();
      }
      chain.sampleTransitionVariance(HYPER);
      chain.sampleHyper(HYPER);
      double[] white = chain.white();
      double whitePairwise = chain.pairwise()[1] / Math.sqrt(chain.transitionVariance());
      traces[0][round] = white[0];
      traces[1][round] = white[0] * white[0] - 1;
      traces[2][round] = white[3] * white[0];
      traces[3][round] = whitePairwise;
      traces[4][round] = whitePairwise * whitePairwise - 1;
      // Gamma(2, 1) has the mean 2 and the second moment 6.
      double transitions = chain.transitionVariance() / 0.5;
      traces[5][round] = transitions - 2;
      traces[6][round] = transitions * transitions - 6;
      traces[7][round] = Math.exp(chain.prior().logHyper()[1]) / 0.5 - 2;
    }

    for (double[] trace : traces) {
      double mean = Arrays.stream(trace).average().orElseThrow();
      double variance = Arrays.stream(trace).map(x -> (x - mean) * (x - mean)).sum() / ROUNDS;
      double effective = Convergence.effectiveSampleSize(new double[][] {trace});
      assertThat(effective).isGreaterThan(200);
      assertThat(Math.abs(mean) / Math.sqrt(variance / effective)).isLessThan(4);
    }
  }

  /** Draws labels given scores, by enumerating all label sequences of each sentence. */
  private static int[] draw(Chain from, LabeledRows corpus, Random random) {
    double[] unary = from.unary();
    double[] pairwise = from.pairwise();
    LinearChain chain = new LinearChain(V);
    Workspace workspace = new Workspace();
    int[] labels = new int[corpus.tokenCount()];

    for (int n = 0; n < corpus.sentenceCount(); n++) {
      int first = corpus.sentenceStart()[n];
      int length = corpus.length(n);
      double[] scores = Arrays.copyOfRange(unary, first * V, (first + length) * V);
      double left = random.nextDouble();
      for (int code = 0; code < 1 << length && left >= 0; code++) {
        int[] path = new int[length];
        for (int t = 0; t < length; t++) {
          path[t] = code >> t & 1;
        }
        left -= Math.exp(chain.logLikelihood(scores, pairwise, path, workspace));
        System.arraycopy(path, 0, labels, first, length);
      }
    }
    return labels;
  }
}
