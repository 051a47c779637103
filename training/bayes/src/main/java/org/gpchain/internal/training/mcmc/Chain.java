package org.gpchain.internal.training.mcmc;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.SharedStateContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.gpchain.core.likelihood.SentenceBatch;
import org.gpchain.core.likelihood.SentenceBatch.Combination;
import org.gpchain.internal.training.mcmc.McmcSettings.HyperPrior;

/**
 * A Markov chain over all latent scores and, optionally, hyper-parameters: elliptical slice
 * sampling (Murray, Adams and MacKay 2010, figure 2) of white noise z and z_g, where {@code f = A
 * z} and {@code g = √h_p z_g}. On the ellipse {@code z cos θ + ν sin θ} scores move along {@code f
 * cos θ + (A ν) sin θ}, so that a proposal costs no product with A.
 *
 * <p>Not thread-safe.
 */
final class Chain {
  /** Number of steps after which scores are mapped again from z, to limit rounding errors. */
  static final int REMAPPING = 1_000;

  /** Width of the first bracket of a log hyper-parameter. */
  private static final double WIDTH = 1;

  /** Maximum number of times that this bracket is widened. */
  private static final int MOST_WIDENINGS = 8;

  private final SentenceBatch likelihood;
  private final UniformRandomProvider random;
  private final SharedStateContinuousSampler normal;

  private WhitenedPrior prior;
  private double logTransitionVariance;
  private double[] logHyper;

  private final double[] white;
  private final double[] whitePairwise;
  private final double[] scores;
  private final double[] pairwise;
  private double logLikelihood;
  private long steps;
  private long evaluations;

  // Directions and proposals of a step.
  private final double[] whiteDirection;
  private final double[] whitePairwiseDirection;
  private final double[] direction;
  private final double[] pairwiseDirection;
  private final double[] pairwiseProposal;

  /**
   * A point at which a chain can start, such as a mode of the posterior.
   *
   * @param white white noise z, {@code [whiteCount×V]}; kept and modified by the chain
   * @param pairwise transition scores g, {@code [V×V]}; not modified
   */
  record StartPoint(double[] white, double[] pairwise) {}

  /**
   * Creates a chain at its start.
   *
   * @param prior prior of the latent scores of all tokens
   * @param transitionVariance prior variance h_p of the transition scores; 0 for no transitions
   * @param likelihood likelihood of the labels of all sentences
   * @param start the point to start at; null for a draw from the prior
   * @param random source of all random numbers of the chain
   */
  Chain(
      WhitenedPrior prior,
      double transitionVariance,
      SentenceBatch likelihood,
      StartPoint start,
      UniformRandomProvider random) {
    int v = prior.corpus().labelCount();
    this.prior = prior;
    this.likelihood = likelihood;
    this.logTransitionVariance = Math.log(transitionVariance);
    this.logHyper = prior.logHyper();
    this.random = random;
    this.normal = ZigguratSampler.NormalizedGaussian.of(random);

    this.white = start == null ? new double[prior.whiteCount() * v] : start.white();
    this.whitePairwise = new double[v * v];
    this.scores = new double[prior.corpus().tokenCount() * v];
    this.pairwise = new double[v * v];
    this.whiteDirection = new double[white.length];
    this.whitePairwiseDirection = new double[v * v];
    this.direction = new double[scores.length];
    this.pairwiseDirection = new double[v * v];
    this.pairwiseProposal = new double[v * v];

    if (start == null) {
      fillWithNoise(white);
      fillWithNoise(whitePairwise);
    } else if (transitionVariance > 0) {
      double deviation = Math.sqrt(transitionVariance);
      Arrays.setAll(whitePairwise, i -> start.pairwise()[i] / deviation);
    }
    remap();
  }

  /** Computes the scores and the log-likelihood from the white noise. */
  private void remap() {
    prior.scores(white, scores);
    scalePairwise(logTransitionVariance, whitePairwise, pairwise);
    logLikelihood = evaluate(scores, pairwise);
  }

  private double evaluate(double[] unary, double[] transitions) {
    return likelihood.logLikelihood(Combination.of(unary), transitions, Double.NEGATIVE_INFINITY);
  }

  private static void scalePairwise(double logVariance, double[] from, double[] to) {
    double deviation = Math.exp(logVariance / 2);
    for (int i = 0; i < to.length; i++) {
      to[i] = deviation * from[i];
    }
  }

  /** Fills an array with standard normal random numbers. */
  private void fillWithNoise(double[] out) {
    for (int i = 0; i < out.length; i++) {
      out[i] = normal.sample();
    }
  }

  /** Makes one step of elliptical slice sampling. */
  void step() {
    fillWithNoise(whiteDirection);
    fillWithNoise(whitePairwiseDirection);
    prior.scores(whiteDirection, direction);
    scalePairwise(logTransitionVariance, whitePairwiseDirection, pairwiseDirection);

    double least = logLikelihood + Math.log1p(-random.nextDouble());
    double angle = 2 * Math.PI * random.nextDouble();
    double low = angle - 2 * Math.PI;
    double high = angle;
    while (true) {
      double cosine = Math.cos(angle);
      double sine = Math.sin(angle);
      rotate(pairwise, pairwiseDirection, cosine, sine, pairwiseProposal);
      evaluations++;
      Combination proposal = new Combination(scores, cosine, direction, sine);
      double proposed = likelihood.logLikelihood(proposal, pairwiseProposal, least);
      if (proposed >= least) {
        logLikelihood = proposed;
        rotate(scores, direction, cosine, sine, scores);
        System.arraycopy(pairwiseProposal, 0, pairwise, 0, pairwise.length);
        rotate(white, whiteDirection, cosine, sine, white);
        rotate(whitePairwise, whitePairwiseDirection, cosine, sine, whitePairwise);
        break;
      }

      // The bracket shrinks towards the current state, which is always allowed.
      if (angle < 0) {
        low = angle;
      } else {
        high = angle;
      }
      angle = low + (high - low) * random.nextDouble();
    }

    steps++;
    if (steps % REMAPPING == 0) {
      remap();
    }
  }

  private static void rotate(
      double[] from, double[] towards, double cosine, double sine, double[] out) {
    for (int i = 0; i < from.length; i++) {
      out[i] = cosine * from[i] + sine * towards[i];
    }
  }

  /** Samples the variance of the transitions given z, by slice sampling of its logarithm. */
  void sampleTransitionVariance(HyperPrior hyperPrior) {
    logTransitionVariance =
        slice(
            logTransitionVariance,
            hyperPrior,
            log -> {
              scalePairwise(log, whitePairwise, pairwiseProposal);
              evaluations++;
              return evaluate(scores, pairwiseProposal);
            });
    remap();
  }

  /** Samples each hyper-parameter of the unary scores given z and the others. */
  void sampleHyper(HyperPrior hyperPrior) {
    for (int h = 0; h < logHyper.length; h++) {
      int which = h;
      double[] trial = logHyper.clone();
      logHyper[h] =
          slice(
              logHyper[h],
              hyperPrior,
              log -> {
                trial[which] = log;
                prior.withHyper(trial).scores(white, direction);
                evaluations++;
                return evaluate(direction, pairwise);
              });
      prior = prior.withHyper(logHyper);
      remap();
    }
  }

  /**
   * Returns a sample of a log hyper-parameter, by univariate slice sampling with stepping out and
   * shrinkage (Neal 2003, figures 3 and 5).
   *
   * @param at current value of the log hyper-parameter
   * @param logLikelihoodOf log-likelihood of the labels as a function of it
   */
  private double slice(double at, HyperPrior hyperPrior, DoubleUnaryOperator logLikelihoodOf) {
    DoubleUnaryOperator density =
        x -> {
          double logPrior = hyperPrior.logDensity(x);
          if (logPrior > -1e300) {
            return logPrior + logLikelihoodOf.applyAsDouble(x);
          }
          // The density is too small to compute with, so the point is never part of a slice.
          return Double.NEGATIVE_INFINITY;
        };

    double least = hyperPrior.logDensity(at) + logLikelihood + Math.log1p(-random.nextDouble());
    double low = at - WIDTH * random.nextDouble();
    double high = low + WIDTH;
    int left = random.nextInt(MOST_WIDENINGS + 1);
    int right = MOST_WIDENINGS - left;
    while (left > 0 && density.applyAsDouble(low) >= least) {
      low -= WIDTH;
      left--;
    }
    while (right > 0 && density.applyAsDouble(high) >= least) {
      high += WIDTH;
      right--;
    }

    while (true) {
      double x = low + (high - low) * random.nextDouble();
      if (density.applyAsDouble(x) >= least) {
        return x;
      }
      if (x < at) {
        low = x;
      } else {
        high = x;
      }
    }
  }

  /** Returns the log-likelihood of the labels at the current scores. */
  double logLikelihood() {
    return logLikelihood;
  }

  /** Returns the number of evaluations of the likelihood in all steps so far. */
  long evaluations() {
    return evaluations;
  }

  /** Returns the prior at the current hyper-parameters. */
  WhitenedPrior prior() {
    return prior;
  }

  /** Returns white noise z, {@code [whiteCount×V]}; shared, changed by the next step. */
  double[] white() {
    return white;
  }

  /** Returns latent scores f, mapped from z, {@code [N×V]}; shared, changed by the next call. */
  double[] unary() {
    prior.scores(white, direction);
    return direction;
  }

  /** Returns transition scores g, {@code [V×V]}; shared, changed by the next step. */
  double[] pairwise() {
    return pairwise;
  }

  /** Returns the variance h_p of the transitions. */
  double transitionVariance() {
    return Math.exp(logTransitionVariance);
  }
}
