package org.gpchain.internal.training.bound;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.posterior.LatentSamples;
import org.gpchain.internal.gp.posterior.JointGaussian;
import org.gpchain.internal.gp.posterior.JointGradient;
import org.gpchain.internal.gp.posterior.JointSampler;
import org.gpchain.internal.training.bound.JointEstimator.LikelihoodException;
import org.gpchain.internal.training.bound.JointEstimator.NormalNoise;

/**
 * The pathwise estimator, for likelihoods with a gradient: {@code ∂/∂E[f] = E[∇_f log p]} (Bonnet)
 * and {@code ∂/∂Var[f] = ½ E[∇²_f log p]} (Price), each as an average over samples.
 *
 * <p>The curvatures come from the gradient alone. With one label per token and a softmax over
 * labels the gradient is {@code 1[y=v] − p}, so {@code p(1−p) = |∇|(1−|∇|)}. This is exact for the
 * linear chain and an approximation, never negative, for other likelihoods. For the transitions,
 * which are counts, the curvature is the squared gradient, whose expectation under the model is the
 * Fisher information.
 *
 * @param likelihood likelihood of a sentence's labels
 */
public record Pathwise(DifferentiableLikelihood likelihood) implements JointEstimator {
  @Override
  public int labelCount() {
    return likelihood.labelCount();
  }

  /** Scratch space for a sample and its gradient. */
  static final class Sample {
    double[] noise = {};
    double[] unary = {};
    private double[] unaryGradient = {};
    double[] pairwise = {};
    private double[] pairwiseGradient = {};

    static Sample of(Workspace workspace, int unaryCount, int pairs) {
      Sample sample = workspace.scratch(Sample.class, Sample::new);
      sample.unary = Workspace.ensure(sample.unary, unaryCount);
      sample.unaryGradient = Workspace.ensure(sample.unaryGradient, unaryCount);
      if (sample.pairwise.length != pairs) {
        sample.pairwise = new double[pairs];
        sample.pairwiseGradient = new double[pairs];
      }
      return sample;
    }
  }

  /**
   * The mean of a sentence's latent scores.
   *
   * @param unary {@code E[f]}, {@code [T×V]} row-major; not modified
   * @param pairwise {@code E[g]}, {@code [V×V]}; not modified
   */
  public record LatentMean(double[] unary, double[] pairwise) {}

  /**
   * Returns the estimate of {@code E_q[log p(y | f, g)]} over fixed deviations from a mean, and
   * writes its gradient.
   *
   * @param mean the mean of the latent scores
   * @param samples deviations from the mean, or null for the plug-in value at the mean
   * @param labels gold labels, {@code [T]}; not modified
   * @param workspace scratch space of the calling thread
   * @param out the gradient; arrays that are not null are overwritten
   */
  public double estimate(
      LatentMean mean,
      LatentSamples samples,
      int[] labels,
      Workspace workspace,
      LatentGradient out) {
    int unaryCount = labels.length * labelCount();
    int pairs = mean.pairwise().length;
    Sample sample = Sample.of(workspace, unaryCount, pairs);
    Arrays.fill(out.unary(), 0, unaryCount, 0);
    Arrays.fill(out.pairwise(), 0);
    if (out.wantsCurvature()) {
      Arrays.fill(out.unaryCurvature(), 0, unaryCount, 0);
      Arrays.fill(out.pairwiseCurvature(), 0);
    }

    int count = samples == null ? 1 : samples.count();
    double share = 1.0 / count;
    double value = 0;
    for (int s = 0; s < count; s++) {
      System.arraycopy(mean.unary(), 0, sample.unary, 0, unaryCount);
      System.arraycopy(mean.pairwise(), 0, sample.pairwise, 0, pairs);
      if (samples != null) {
        addDeviation(samples.unary()[s], unaryCount, sample.unary);
        addDeviation(samples.pairwise()[s], pairs, sample.pairwise);
      }

      value += share * evaluate(sample, labels, workspace);
      ScaledSums.add(share, sample.unaryGradient, unaryCount, out.unary());
      ScaledSums.add(share, sample.pairwiseGradient, pairs, out.pairwise());
      if (out.wantsCurvature()) {
        addCurvature(sample.unaryGradient, sample.pairwiseGradient, unaryCount, share, out);
      }
    }
    return value;
  }

  /** Returns the log-likelihood of the labels at a sample, and writes the sample's gradient. */
  private double evaluate(Sample sample, int[] labels, Workspace workspace) {
    return likelihood.logLikelihoodAndGradient(
        sample.unary,
        sample.pairwise,
        labels,
        workspace,
        sample.unaryGradient,
        sample.pairwiseGradient);
  }

  private static void addDeviation(float[] deviation, int count, double[] inOut) {
    for (int i = 0; i < count; i++) {
      inOut[i] += deviation[i];
    }
  }

  private static void addCurvature(
      double[] unary, double[] pairwise, int unaryCount, double share, LatentGradient out) {
    for (int i = 0; i < unaryCount; i++) {
      out.unaryCurvature()[i] += share * softmaxCurvature(unary[i]);
    }
    for (int i = 0; i < out.pairwiseCurvature().length; i++) {
      out.pairwiseCurvature()[i] += share * pairwise[i] * pairwise[i];
    }
  }

  private static double softmaxCurvature(double gradient) {
    double p = Math.min(1, Math.abs(gradient));
    return p * (1 - p);
  }

  /**
   * {@inheritDoc}
   *
   * <p>With {@code f = b + C ε}, the gradient with respect to b is {@code E[∇_f log p]}. The
   * gradient with respect to C is {@code E[∇_f log p εᵀ]}, which is pulled back to {@code Σ = C
   * Cᵀ}: the derivative of the average over these samples. Samples come in antithetic pairs, which
   * takes the mean of the gradient out of the second average.
   */
  @Override
  public double estimate(
      LatentSentence sentence,
      UniformRandomProvider rng,
      int samples,
      Workspace workspace,
      JointGradient out) {
    Checks.atLeast("number of samples", samples, 1);
    JointGaussian q = sentence.q();
    int[] labels = sentence.labels();
    Sample sample = Sample.of(workspace, q.unaryMean().length, q.pairwiseMean().length);
    sample.noise = Workspace.ensure(sample.noise, q.noiseCount());
    JointMoments moments = new JointMoments(q, out);
    NormalNoise noise = new NormalNoise(rng, true);
    JointSampler sampler = new JointSampler(q);

    double sum = 0;
    for (int s = 0; s < samples; s++) {
      noise.next(sample.noise, q.noiseCount());
      sampler.transform(sample.noise, sample.unary, sample.pairwise);
      double logLikelihood = evaluate(sample, labels, workspace);
      sum += LikelihoodException.checked(logLikelihood, s, labels.length);
      moments.add(sample.noise, sample.unaryGradient, sample.pairwiseGradient);
    }

    moments.finish(samples);
    return sum / samples;
  }

  /**
   * Averages of {@code ∇} and of {@code ∇ εᵀ} over samples, from which the joint gradient is
   * computed. The gradient is the derivative of the average itself, so that it is consistent with
   * the value for fixed noise.
   */
  record JointMoments(JointGaussian q, JointGradient out) {
    /** Clears the gradient, which {@link #finish} fills. */
    JointMoments {
      Arrays.fill(out.unary(), 0, q.unaryMean().length, 0);
      Arrays.fill(out.pairwise(), 0);
      for (double[] matrix : out.unaryCovariance()) {
        Arrays.fill(matrix, 0);
      }
      Arrays.fill(out.pairwiseCovariance(), 0);
    }

    /**
     * Adds a sample.
     *
     * @param noise noise ε: {@code [V×T]}, then {@code [V²]}; not modified
     * @param unary gradient with respect to f, {@code [T×V]}; not modified
     * @param pairwise gradient with respect to g; not modified
     */
    void add(double[] noise, double[] unary, double[] pairwise) {
      int length = q.length();
      int v = q.labelCount();
      int count = q.unaryMean().length;
      ScaledSums.add(1, unary, count, out.unary());
      ScaledSums.add(1, pairwise, pairwise.length, out.pairwise());
      for (int label = 0; label < v; label++) {
        double[] matrix = out.unaryCovariance()[label];
        for (int t = 0; out.wantsUnaryCovariance() && t < length; t++) {
          double factor = unary[t * v + label];
          ScaledSums.add(factor, noise, label * length, t + 1, matrix, t * length);
        }
      }
      for (int i = 0; i < pairwise.length; i++) {
        out.pairwiseCovariance()[i] += noise[count + i] * pairwise[i];
      }
    }

    /** Computes the gradient from the sums over the given number of samples. */
    void finish(int samples) {
      double share = 1.0 / samples;
      ScaledSums.scale(share, out.unary(), 0, q.unaryMean().length);
      ScaledSums.scale(share, out.pairwise(), 0, out.pairwise().length);
      for (int label = 0; out.wantsUnaryCovariance() && label < q.labelCount(); label++) {
        double[] matrix = out.unaryCovariance()[label];
        // Converts the sum of derivatives by the factor to the mean derivative by the covariance.
        double[] pulledBack = q.unaryFactor().get(label).pullBack(matrix);
        Arrays.setAll(matrix, i -> share * pulledBack[i]);
      }
      for (int i = 0; i < out.pairwise().length; i++) {
        double deviation = q.pairwiseDeviation()[i];
        out.pairwiseCovariance()[i] *= deviation > 0 ? 0.5 * share / deviation : 0;
      }
    }
  }
}
