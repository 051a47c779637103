package org.gpchain.internal.training.bound;

import org.apache.commons.rng.UniformRandomProvider;
import org.gpchain.core.likelihood.SequenceLikelihood;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.gp.algebra.Cholesky;
import org.gpchain.internal.gp.posterior.JointGaussian;
import org.gpchain.internal.gp.posterior.JointGradient;
import org.gpchain.internal.gp.posterior.JointSampler;
import org.gpchain.internal.training.bound.JointEstimator.LikelihoodException;
import org.gpchain.internal.training.bound.JointEstimator.NormalNoise;

/**
 * The score-function estimator, which needs only the values of a likelihood: {@code ∇E_q[log p] =
 * E_q[log p ∇ log q]} (supplement, eq. 8–10, 40–43, 46–47).
 *
 * <p>It works in the coordinates of the noise, {@code f = b + C ε}, where {@code ∇_b log q = C⁻ᵀ ε}
 * and {@code ∇_Σ log q = ½ C⁻ᵀ (ε εᵀ − I) C⁻¹}: the averages of {@code h log p} with {@code h = ε}
 * and {@code h = ε εᵀ − I} are taken first, each coordinate with its own control variate, and
 * solved with C once per sentence.
 *
 * @param likelihood likelihood of a sentence's labels
 * @param controlVariate control variate that reduces the variance
 * @param antithetic whether every second sample is the mirror image of the sample before it; not
 *     allowed with leave-one-out, whose coefficients would no longer be independent of the sample
 */
public record ScoreFunction(
    SequenceLikelihood likelihood, ControlVariate controlVariate, boolean antithetic)
    implements JointEstimator {
  /** Number of samples per sample that is used for the control variate's coefficients. */
  private static final int SPLIT_SHARE = 10;

  /** Checks that antithetic samples are not combined with leave-one-out. */
  public ScoreFunction {
    if (antithetic && controlVariate == ControlVariate.LEAVE_ONE_OUT) {
      throw new IllegalArgumentException(
          "antithetic samples come in pairs, so a coefficient that leaves one out still depends on it;"
              + " use the control variate SPLIT with them");
    }
  }

  @Override
  public int labelCount() {
    return likelihood.labelCount();
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if there are too few samples for the control variate
   */
  @Override
  public double estimate(
      LatentSentence sentence,
      UniformRandomProvider rng,
      int samples,
      Workspace workspace,
      JointGradient gradientOut) {
    checkSamples(samples);
    JointGaussian q = sentence.q();
    int[] labels = sentence.labels();
    int pairs = q.pairwiseMean().length;

    Pathwise.Sample sample = Pathwise.Sample.of(workspace, q.unaryMean().length, pairs);
    sample.noise = Workspace.ensure(sample.noise, q.noiseCount());
    ScoreBlock unary = new ScoreBlock(controlVariate, q.length(), q.labelCount());
    ScoreBlock pairwise = new ScoreBlock(controlVariate, 1, pairs);
    double origin = likelihoodAtMean(sentence, workspace);
    NormalNoise noise = new NormalNoise(rng, antithetic);
    JointSampler sampler = new JointSampler(q);
    int forCoefficients = controlVariate == ControlVariate.SPLIT ? splitSamples(samples) : 0;

    double sum = 0;
    for (int s = 0; s < samples; s++) {
      noise.next(sample.noise, q.noiseCount());
      sampler.transform(sample.noise, sample.unary, sample.pairwise);
      double value = likelihood.logLikelihood(sample.unary, sample.pairwise, labels, workspace);
      double logLikelihood = LikelihoodException.checked(value, s, labels.length);
      sum += logLikelihood;
      unary.add(logLikelihood - origin, sampler.unaryNoise(), s < forCoefficients);
      pairwise.add(logLikelihood - origin, sampler.pairwiseNoise(), s < forCoefficients);
    }

    unary.finish(samples - forCoefficients);
    pairwise.finish(samples - forCoefficients);
    unary(q, unary, gradientOut);
    pairwise(q, pairwise, gradientOut);
    return sum / samples;
  }

  private void checkSamples(int samples) {
    String name = "number of samples with control variate " + controlVariate;
    int least = controlVariate == ControlVariate.NONE ? 1 : 2;
    if (antithetic) {
      name += " and antithetic samples";
      least *= 2;
    }
    Checks.atLeast(name, samples, least);
  }

  /**
   * Returns the number of samples for the coefficients of the control variate: a tenth of the
   * samples, rounded down to whole antithetic pairs, but at least one sample or pair.
   */
  private int splitSamples(int samples) {
    int unit = antithetic ? 2 : 1;
    return Math.max(unit, samples / SPLIT_SHARE / unit * unit);
  }

  /**
   * Returns a constant near the log-likelihoods of the samples, so that sums of their differences
   * from it lose no digits.
   */
  private double likelihoodAtMean(LatentSentence sentence, Workspace workspace) {
    if (controlVariate == ControlVariate.NONE) {
      return 0;
    }

    JointGaussian q = sentence.q();
    int[] labels = sentence.labels();
    double atMean = likelihood.logLikelihood(q.unaryMean(), q.pairwiseMean(), labels, workspace);
    return LikelihoodException.checked(atMean, -1, labels.length);
  }

  /** Converts averages in coordinates of the noise to gradients with respect to mean and Σ. */
  private static void unary(JointGaussian q, ScoreBlock averages, JointGradient out) {
    int v = q.labelCount();
    for (int label = 0; label < v; label++) {
      Cholesky factor = q.unaryFactor().get(label);
      double[] mean = averages.mean(label);
      factor.solveUpper(mean, 1);
      for (int t = 0; t < mean.length; t++) {
        out.unary()[t * v + label] = mean[t];
      }
      if (out.wantsUnaryCovariance()) {
        averages.covariance(label, out.unaryCovariance()[label]);
        sandwich(factor, out.unaryCovariance()[label]);
      }
    }
  }

  private static void pairwise(JointGaussian q, ScoreBlock averages, JointGradient out) {
    int pairs = q.pairwiseMean().length;
    System.arraycopy(averages.means(), 0, out.pairwise(), 0, pairs);
    for (int i = 0; i < pairs; i++) {
      double deviation = q.pairwiseDeviation()[i];
      // Without transition templates, the deviation and the gradient are zero.
      double inverse = deviation > 0 ? 1 / deviation : 0;
      out.pairwise()[i] *= inverse;
      out.pairwiseCovariance()[i] = 0.5 * inverse * inverse * averages.variances()[i];
    }
  }

  /** Replaces the symmetric B by {@code ½ C⁻ᵀ B C⁻¹}. */
  private static void sandwich(Cholesky factor, double[] matrix) {
    factor.conjugate(matrix);
    ScaledSums.scale(0.5, matrix, 0, factor.size() * factor.size());
  }

  /**
   * Ways for {@link ScoreFunction} to reduce its variance with {@code h = ∇ log q}, whose
   * expectation is zero: for each coordinate it averages {@code h (log p − â)} with {@code â =
   * Cov[h log p, h] / Var[h]} (Ranganath, Gerrish and Blei 2014; Galliani et al. 2017, §5.1).
   */
  public enum ControlVariate {
    /** No control variate, for comparison. */
    NONE,
    /** â from the first tenth of the samples, which then does not enter the mean. */
    SPLIT,
    /**
     * For each sample â from all the others. Var[h] is known here (1, or 2 on the diagonal of a
     * covariance), so that the sum over samples has a closed form.
     */
    LEAVE_ONE_OUT
  }
}
