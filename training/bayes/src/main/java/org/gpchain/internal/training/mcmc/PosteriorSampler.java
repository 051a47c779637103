package org.gpchain.internal.training.mcmc;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.likelihood.SentenceBatch;
import org.gpchain.core.likelihood.SequenceLikelihood;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.gp.kernel.SumKernel;
import org.gpchain.internal.training.Mean;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.mcmc.Chain.StartPoint;

/**
 * Samples the posterior of all latent scores (Algorithm 1 of the first paper) under any sequence
 * likelihood. Immutable; chains may run at the same time.
 *
 * @param corpus sentences with labels
 * @param prior prior of the latent scores of all tokens
 * @param transitionVariance initial prior variance of the transition scores
 * @param likelihood likelihood of a sentence's labels
 */
public record PosteriorSampler(
    LabeledRows corpus,
    WhitenedPrior prior,
    double transitionVariance,
    SequenceLikelihood likelihood) {
  /**
   * Returns a sampler in the space where a draw is cheaper: in weight space under an additive
   * linear kernel, otherwise in function space. Each part of a sum of kernels has its own space.
   */
  public static PosteriorSampler of(
      LabeledRows corpus, Kernel kernel, double transitionVariance, SequenceLikelihood likelihood) {
    return new PosteriorSampler(corpus, priorOf(corpus, kernel), transitionVariance, likelihood);
  }

  private static WhitenedPrior priorOf(LabeledRows corpus, Kernel kernel) {
    if (kernel instanceof SumKernel sum) {
      return new SumPrior(sum.parts().stream().map(part -> priorOf(corpus, part)).toList());
    }
    if (kernel instanceof AdditiveLinearKernel linear) {
      return new WeightSpacePrior(corpus, linear);
    }
    return new FunctionSpacePrior(corpus, kernel);
  }

  /**
   * Runs one chain.
   *
   * @param settings settings of the chain; the same settings give the same samples
   * @param start mean to start at, in weight space; null for a draw from the prior
   * @param samples receives the samples after the burn-in, in order
   * @param listener receives the log-likelihood of the labels after each step
   * @return the path of the chain
   */
  public SampleTrace run(
      McmcSettings settings, Mean start, Consumer<LatentSample> samples, DoubleConsumer listener) {
    long begin = System.nanoTime();
    Chain chain = begin(settings.seed(), start);
    int count = (int) ((settings.steps() - settings.burnIn()) / settings.thinning());
    int scores = corpus.tokenCount() * corpus.labelCount();
    double[] logLikelihood = new double[count];
    double[] transitionVariances = new double[count];
    double[][] probe = new double[Math.min(SampleTrace.PROBES, scores)][count];

    int next = 0;
    for (long step = 1; step <= settings.steps(); step++) {
      chain.step();
      if (settings.hyperEvery() > 0 && step % settings.hyperEvery() == 0) {
        sampleHyper(chain, settings);
      }
      listener.accept(chain.logLikelihood());
      if (step > settings.burnIn() && (step - settings.burnIn()) % settings.thinning() == 0) {
        logLikelihood[next] = chain.logLikelihood();
        transitionVariances[next] = chain.transitionVariance();
        double[] unary = chain.unary();
        for (int p = 0; p < probe.length; p++) {
          probe[p][next] = unary[(int) ((long) scores * p / probe.length)];
        }
        next++;
        samples.accept(chain.prior().sample(chain.white(), chain.pairwise().clone()));
      }
    }

    double seconds = (System.nanoTime() - begin) / 1e9;
    return new SampleTrace(logLikelihood, transitionVariances, probe, chain.evaluations(), seconds);
  }

  /** Returns the likelihood of the labels of all sentences of a corpus. */
  static SentenceBatch batch(SequenceLikelihood likelihood, LabeledRows corpus) {
    int[][] labels = new int[corpus.sentenceCount()][];
    Arrays.setAll(labels, corpus::labelsOf);
    return new SentenceBatch(likelihood, labels);
  }

  private Chain begin(long seed, Mean start) {
    StartPoint point = null;
    if (start != null) {
      double[] white = ((WeightSpacePrior) prior).white(start.weights().get());
      point = new StartPoint(white, start.transitions());
    }

    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    return new Chain(prior, transitionVariance, batch(likelihood, corpus), point, random);
  }

  private static void sampleHyper(Chain chain, McmcSettings settings) {
    if (settings.transitions() != null) {
      chain.sampleTransitionVariance(settings.transitions());
    }
    if (settings.others() != null) {
      chain.sampleHyper(settings.others());
    }
  }

  /**
   * The path of a chain, at each of its samples.
   *
   * @param logLikelihood log-likelihood of the training labels, {@code [samples]}
   * @param transitionVariance variance h_p of the transition scores, {@code [samples]}
   * @param probe some latent scores, evenly chosen, {@code [probes][samples]}
   * @param evaluations number of evaluations of the likelihood in all steps
   * @param seconds duration of the whole chain
   */
  public record SampleTrace(
      double[] logLikelihood,
      double[] transitionVariance,
      double[][] probe,
      long evaluations,
      double seconds) {
    /** Maximum number of latent scores that are traced. */
    private static final int PROBES = 20;
  }

  /** A sample of the posterior, as a function of any tokens. Immutable. */
  public interface LatentSample {
    /** Returns transition scores g, {@code [V×V]}; not to be modified. */
    double[] pairwise();

    /**
     * Writes the mean of a sentence's scores f* given this sample of f: the paper's "f* MAP"
     * scheme.
     *
     * @param corpus sentences over the same features as the training sentences; its labels are not
     *     used
     * @param sentence number of the sentence
     * @param out {@code [T×V]} row-major, may be longer; overwritten
     */
    void unary(LabeledRows corpus, int sentence, double[] out);
  }
}
