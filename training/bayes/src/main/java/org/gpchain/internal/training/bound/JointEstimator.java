package org.gpchain.internal.training.bound;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.SharedStateContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.gp.posterior.JointGradient;

/**
 * Estimates the expected log-likelihood of a sentence under its joint latent Gaussian, and the
 * gradient with respect to mean and covariance, by sampling. The gray-box learner uses a likelihood
 * only through this interface. Both estimates are unbiased. Implementations are immutable and
 * shared between threads.
 */
public interface JointEstimator {
  /** Returns the number of labels V. */
  int labelCount();

  /**
   * Returns the estimate of {@code E_q[log p(y | f, g)]} and writes its gradient.
   *
   * @param sentence the latent Gaussian q and the labels y
   * @param rng source of the noise
   * @param samples number of samples S
   * @param workspace scratch space of the calling thread
   * @param gradientOut arrays that fit q; overwritten
   * @throws LikelihoodException if a log-likelihood is not a finite number
   */
  double estimate(
      LatentSentence sentence,
      UniformRandomProvider rng,
      int samples,
      Workspace workspace,
      JointGradient gradientOut);

  /** A likelihood returned a value without a finite expectation. */
  final class LikelihoodException extends RuntimeException {
    private static final long serialVersionUID = 1;

    LikelihoodException(String message) {
      super(message);
    }

    /**
     * Returns the log-likelihood if it is a finite number.
     *
     * @param logLikelihood the log-likelihood that was returned
     * @param sample number of the sample; negative for the mean of f and g
     * @param length number of tokens of the sentence
     * @throws LikelihoodException if the log-likelihood is not a finite number
     */
    static double checked(double logLikelihood, int sample, int length) {
      if (Double.isFinite(logLikelihood)) {
        return logLikelihood;
      }

      String point = sample < 0 ? "at the mean of f and g" : "for sample " + sample;
      String what = "the likelihood returned " + logLikelihood + " " + point;
      String where = " of a sentence of " + length + " tokens; ";
      String cure = "a log-likelihood must be a finite number for every finite f and g";
      if (logLikelihood == Double.NEGATIVE_INFINITY) {
        cure =
            "its gold labels are impossible under this likelihood: fix the labels, or give"
                + " forbidden labels a low score instead of none";
      }
      throw new LikelihoodException(what + where + cure);
    }
  }

  /**
   * A source of standard normal noise. With antithetic sampling, every second sample is the mirror
   * image of the previous sample.
   */
  final class NormalNoise {
    private final SharedStateContinuousSampler normal;
    private final boolean antithetic;
    private boolean mirror;

    NormalNoise(UniformRandomProvider rng, boolean antithetic) {
      this.normal = ZigguratSampler.NormalizedGaussian.of(rng);
      this.antithetic = antithetic;
    }

    /**
     * Writes the next sample.
     *
     * @param inOut array whose first {@code count} elements are overwritten; must not be modified
     *     between two calls
     * @param count number of elements
     */
    void next(double[] inOut, int count) {
      if (mirror) {
        ScaledSums.scale(-1, inOut, 0, count);
      } else {
        for (int i = 0; i < count; i++) {
          inOut[i] = normal.sample();
        }
      }
      mirror = antithetic && !mirror;
    }
  }
}
