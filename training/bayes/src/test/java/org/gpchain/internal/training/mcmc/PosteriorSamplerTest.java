package org.gpchain.internal.training.mcmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.NaiveAlgebra.transposed;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.Draws;
import org.gpchain.core.likelihood.SentenceBatch;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.mcmc.McmcSettings.HyperPrior;
import org.gpchain.internal.training.mcmc.PosteriorSampler.SampleTrace;
import org.gpchain.internal.training.objective.Corpora;
import org.junit.jupiter.api.Test;

class PosteriorSamplerTest {
  /** The group of each feature. */
  private static final int[] GROUPS = {0, 0, 0, 0, 1, 1, 1};

  private static final int V = 3;
  private static final AdditiveLinearKernel KERNEL =
      new AdditiveLinearKernel(GROUPS, new double[] {1.5, 0.5});

  private static PosteriorSampler weights(LabeledRows corpus) {
    return PosteriorSampler.of(corpus, KERNEL, 1, new LinearChain(V));
  }

  private static PosteriorSampler functions(LabeledRows corpus) {
    return new PosteriorSampler(
        corpus, new FunctionSpacePrior(corpus, KERNEL), 1, new LinearChain(V));
  }

  /** Returns the marginals of new sentences for each sample; their average is the prediction. */
  private static double[][] marginals(
      PosteriorSampler sampler, McmcSettings settings, LabeledRows test) {
    List<double[]> all = new ArrayList<>();
    Workspace workspace = new Workspace();
    LinearChain chain = new LinearChain(V);
    sampler.run(
        settings,
        null,
        sample -> {
          double[] unary = new double[test.length(0) * V];
          sample.unary(test, 0, unary);
          double[] out = new double[unary.length];
          chain.lattice(unary, sample.pairwise(), test.length(0), workspace).marginals(out);
          all.add(out);
        },
        likelihood -> {});

    return transposed(all.toArray(double[][]::new));
  }

  @Test
  void bothSpacesAndAllChainsAgreeOnNewSentences() {
    LabeledRows train = Corpora.random(new Draws(1), V, 7, 4, 2, 5, 1, 3);
    LabeledRows test = Corpora.random(new Draws(2), V, 7, 4);
    double[][] one = marginals(weights(train), fixed(15_000, 5, 1), test);
    double[][] other = marginals(weights(train), fixed(15_000, 5, 2), test);
    double[][] function = marginals(functions(train), fixed(15_000, 5, 3), test);
    for (int i = 0; i < one.length; i++) {
      double[][] chains = {one[i], other[i], function[i]};
      assertThat(Convergence.rHat(chains)).isLessThan(1.05);
    }
  }

  @Test
  void seedDeterminesTheChain() {
    LabeledRows train = Corpora.random(new Draws(1), V, 7, 4, 2);
    LabeledRows test = Corpora.random(new Draws(2), V, 7, 2);
    double[][] first = marginals(weights(train), withHyper(1), test);
    assertThat(first[0]).hasSize(200 / 7);
    assertThat(marginals(weights(train), withHyper(1), test)).isDeepEqualTo(first);
    assertThat(marginals(weights(train), withHyper(2), test)[0]).isNotEqualTo(first[0]);
  }

  /** Each sample has its own transitions, and the trace has scores of training tokens. */
  @Test
  void samplesAndTracesMatchTheirSteps() {
    LabeledRows train = Corpora.random(new Draws(1), V, 7, 4, 2, 5);
    List<double[]> unary = new ArrayList<>();
    List<double[]> transitions = new ArrayList<>();
    SampleTrace trace =
        functions(train)
            .run(
                withHyper(3),
                null,
                sample -> {
                  double[] all = new double[train.tokenCount() * V];
                  for (int n = 0; n < train.sentenceCount(); n++) {
                    double[] one = new double[train.length(n) * V];
                    sample.unary(train, n, one);
                    System.arraycopy(one, 0, all, train.sentenceStart()[n] * V, one.length);
                  }
                  unary.add(all);
                  transitions.add(sample.pairwise());
                },
                likelihood -> {});

    assertThat(transitions).doesNotHaveDuplicates();
    assertThat(transitions.stream().map(Arrays::toString)).doesNotHaveDuplicates();
    int probes = trace.probe().length;

    for (int p = 0; p < probes; p++) {
      for (int s = 0; s < trace.logLikelihood().length; s++) {
        double score = unary.get(s)[train.tokenCount() * V * p / probes];
        assertThat(trace.probe()[p][s]).isCloseTo(score, within(1e-6));
      }
    }
  }

  private static McmcSettings fixed(long steps, int thinning, long seed) {
    return new McmcSettings(steps, steps / 3, thinning, 0, null, null, seed);
  }

  private static McmcSettings withHyper(long seed) {
    return new McmcSettings(300, 100, 7, 10, HyperPrior.TRANSITIONS, HyperPrior.OTHERS, seed);
  }

  /** After many steps, the rotated scores still match the rotated white noise. */
  @Test
  void scoresStayConsistentWithTheWhiteNoise() {
    LabeledRows train = Corpora.random(new Draws(1), V, 7, 4, 2, 1);
    for (WhitenedPrior prior :
        List.of(new WeightSpacePrior(train, KERNEL), new FunctionSpacePrior(train, KERNEL))) {
      SentenceBatch likelihood = PosteriorSampler.batch(new LinearChain(V), train);
      Chain chain = new Chain(prior, 1, likelihood, null, RandomSource.XO_SHI_RO_256_PP.create(9));
      for (int step = 0; step < 900; step++) {
        chain.step();
      }

      SentenceBatch batch = PosteriorSampler.batch(new LinearChain(V), train);
      double[] mapped = chain.unary();
      assertThat(chain.logLikelihood())
          .isCloseTo(
              batch.logLikelihood(SentenceBatch.Combination.of(mapped), chain.pairwise(), -1e300),
              within(1e-9));
    }
  }

  @Test
  void rejectsInvalidSettings() {
    assertRefused(() -> new McmcSettings(10, 10, 1, 0, null, null, 1), "burn-in");
    assertRefused(() -> fixed(10, 0, 1));
  }
}
