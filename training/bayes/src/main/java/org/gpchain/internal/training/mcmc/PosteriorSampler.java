package org.gpchain.internal.training.mcmc;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.likelihood.SentenceBatch;
import org.gpchain.core.likelihood.SequenceLikelihood;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.gp.kernel.SumKernel;
import org.gpchain.internal.training.Mean;
import org.gpchain.internal.training.data.LabeledRows;

/**
 * Samples the posterior of all latent scores (Algorithm 1 of the first paper) under any sequence
 * likelihood. Immutable; chains may run side by side.
 *
 * @param corpus sentences with labels
 * @param transitionVariance variance of the transition scores
 */
public record PosteriorSampler(
    LabeledRows corpus,
    WhitenedPrior prior,
    double transitionVariance,
    SequenceLikelihood likelihood) {
  /**
   * A sampler in the space where a draw costs less: in weight space under an additive linear
   * kernel, otherwise in function space; of a sum, each part in its own.
   */
  public static PosteriorSampler of(
      LabeledRows corpus, Kernel kernel, double transitionVariance, SequenceLikelihood likelihood) {
    return new PosteriorSampler(corpus, priorOf(corpus, kernel), transitionVariance, likelihood);
  }

  private static WhitenedPrior priorOf(LabeledRows corpus, Kernel kernel) {
    if (kernel instanceof SumKernel sum) {
      return new SumPrior(sum.parts().stream().map(part -> priorOf(corpus, part)).toList());
    }
    return kernel instanceof AdditiveLinearKernel linear
        ? new WeightSpacePrior(corpus, linear)
        : new FunctionSpacePrior(corpus, kernel);
  }

  /**
   * @param settings how; the same settings give the same samples
   * @param start where it begins, in weight space; null for a draw from the prior
   * @param samples takes each sample after the burn-in, in their order
   * @param listener is given the log-likelihood of the labels after each step
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

  /** All sentences of a corpus. */
  static SentenceBatch batch(SequenceLikelihood likelihood, LabeledRows corpus) {
    int[][] labels = new int[corpus.sentenceCount()][];
    Arrays.setAll(labels, corpus::labelsOf);
    return new SentenceBatch(likelihood, labels);
  }

  private Chain begin(long seed, Mean start) {
    return new Chain(
        prior,
        transitionVariance,
        batch(likelihood, corpus),
        start == null ? null : ((WeightSpacePrior) prior).white(start.weights().get()),
        start == null ? null : start.transitions(),
        RandomSource.XO_SHI_RO_256_PP.create(seed));
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
   * The path of a chain, at each sample that it gave.
   *
   * @param logLikelihood of the training labels, {@code [samples]}
   * @param transitionVariance h_p, {@code [samples]}
   * @param probe some latent scores, evenly chosen, {@code [probes][samples]}
   * @param evaluations of the likelihood in all steps
   * @param seconds of the whole chain
   */
  public record SampleTrace(
      double[] logLikelihood,
      double[] transitionVariance,
      double[][] probe,
      long evaluations,
      double seconds) {
    /** Number of latent scores that are traced. */
    private static final int PROBES = 20;
  }

  /** A sample of the posterior, as a function of any tokens. Immutable. */
  public interface LatentSample {
    /** Transition scores g, {@code [V×V]}; not to be modified. */
    double[] pairwise();

    /**
     * The mean of a sentence's scores f* given this sample of f: the paper's "f* MAP" scheme.
     *
     * @param corpus over the features that were learned from; its labels are not looked at
     * @param sentence number of the sentence
     * @param out {@code [T×V]} row-major, may be longer; overwritten
     */
    void unary(LabeledRows corpus, int sentence, double[] out);
  }
}
