package org.gpchain.training.objective;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.posterior.JointGaussian;
import org.gpchain.core.posterior.JointGradient;
import org.gpchain.core.posterior.JointSampler;
import org.gpchain.core.posterior.LatentGradient;
import org.gpchain.core.posterior.LatentSamples;

/**
 * The pathwise estimator, for likelihoods that know their gradient: {@code ∂/∂E[f] = E[∇_f log p]}
 * (Bonnet) and {@code ∂/∂Var[f] = ½ E[∇²_f log p]} (Price), each as an average over samples.
 *
 * <p>The curvatures come from the gradient alone. With one label per token and a softmax over
 * labels the gradient is {@code 1[y=v] − p}, so {@code p(1−p) = |∇|(1−|∇|)}: exact for the linear
 * chain, and what takes its place for other likelihoods is never negative. For the transitions,
 * which are counts, it is the squared gradient, whose expectation under the model is the Fisher
 * information.
 */
public final class Pathwise implements GradientEstimator, JointEstimator {
  private final DifferentiableLikelihood likelihood;

  /** An estimator for a likelihood. */
  public Pathwise(DifferentiableLikelihood likelihood) {
    this.likelihood = likelihood;
  }

  @Override
  public int labelCount() {
    return likelihood.labelCount();
  }

  /** Scratch space: one sample and its gradient. */
  private static final class Sample {
    private double[] unary = {};
    private double[] pairwise = {};
    private double[] unaryGradient = {};
    private double[] pairwiseGradient = {};
  }

  @Override
  public double estimate(
      double[] unaryMean,
      double[] pairwiseMean,
      LatentSamples samples,
      int[] labels,
      Workspace workspace,
      LatentGradient gradientOut) {
    int unaryCount = labels.length * labelCount();
    if (samples == null) {
      double value =
          likelihood.logLikelihoodAndGradient(
              unaryMean,
              pairwiseMean,
              labels,
              workspace,
              gradientOut.unary(),
              gradientOut.pairwise());
      if (gradientOut.wantsCurvature()) {
        clearCurvature(unaryCount, gradientOut);
        addCurvature(gradientOut.unary(), gradientOut.pairwise(), unaryCount, 1, gradientOut);
      }
      return value;
    }
    return average(unaryMean, pairwiseMean, samples, labels, workspace, gradientOut);
  }

  private double average(
      double[] unaryMean,
      double[] pairwiseMean,
      LatentSamples samples,
      int[] labels,
      Workspace workspace,
      LatentGradient out) {
    int unaryCount = labels.length * labelCount();
    int pairwiseCount = pairwiseMean.length;
    Sample sample = workspace.scratch(Sample.class, Sample::new);
    sample.unary = Workspace.ensure(sample.unary, unaryCount);
    sample.unaryGradient = Workspace.ensure(sample.unaryGradient, unaryCount);
    if (sample.pairwise.length != pairwiseCount) {
      sample.pairwise = new double[pairwiseCount];
      sample.pairwiseGradient = new double[pairwiseCount];
    }
    Arrays.fill(out.unary(), 0, unaryCount, 0);
    Arrays.fill(out.pairwise(), 0);
    if (out.wantsCurvature()) {
      clearCurvature(unaryCount, out);
    }
    double share = 1.0 / samples.count();
    double value = 0;
    for (int s = 0; s < samples.count(); s++) {
      addDeviation(unaryMean, samples.unary()[s], unaryCount, sample.unary);
      addDeviation(pairwiseMean, samples.pairwise()[s], pairwiseCount, sample.pairwise);
      value +=
          share
              * likelihood.logLikelihoodAndGradient(
                  sample.unary,
                  sample.pairwise,
                  labels,
                  workspace,
                  sample.unaryGradient,
                  sample.pairwiseGradient);
      addScaled(sample.unaryGradient, share, unaryCount, out.unary());
      addScaled(sample.pairwiseGradient, share, pairwiseCount, out.pairwise());
      if (out.wantsCurvature()) {
        addCurvature(sample.unaryGradient, sample.pairwiseGradient, unaryCount, share, out);
      }
    }
    return value;
  }

  private static void addScaled(double[] from, double factor, int count, double[] to) {
    for (int i = 0; i < count; i++) {
      to[i] += factor * from[i];
    }
  }

  private static void clearCurvature(int unaryCount, LatentGradient out) {
    Arrays.fill(out.unaryCurvature(), 0, unaryCount, 0);
    Arrays.fill(out.pairwiseCurvature(), 0);
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

  private static void addDeviation(double[] mean, float[] deviation, int count, double[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = mean[i] + deviation[i];
    }
  }

  /** Scratch space of the joint estimate. */
  private static final class Joint {
    private double[] noise = {};
    private double[] unary = {};
    private double[] unaryGradient = {};
    private double[] pairwise = {};
    private double[] pairwiseGradient = {};
  }

  /**
   * {@inheritDoc}
   *
   * <p>With {@code f = b + C ε} the gradient with respect to b is {@code E[∇_f log p]} and that
   * with respect to C {@code E[∇_f log p εᵀ]}, which is pulled back to {@code Σ = C Cᵀ}: the
   * derivative of the average over these samples. They come in antithetic pairs, which takes the
   * mean of the gradient out of the second average.
   */
  @Override
  public double estimate(
      JointGaussian q,
      int[] labels,
      UniformRandomProvider rng,
      int samples,
      Workspace workspace,
      JointGradient out) {
    Checks.atLeast("number of samples", samples, 1);
    int pairs = q.pairwiseMean().length;
    Joint own = workspace.scratch(Joint.class, Joint::new);
    own.noise = Workspace.ensure(own.noise, q.noiseCount());
    own.unary = Workspace.ensure(own.unary, q.unaryMean().length);
    own.unaryGradient = Workspace.ensure(own.unaryGradient, q.unaryMean().length);
    if (own.pairwise.length != pairs) {
      own.pairwise = new double[pairs];
      own.pairwiseGradient = new double[pairs];
    }
    JointMoments moments = new JointMoments(q, out);
    NormalNoise noise = new NormalNoise(rng, true);
    JointSampler sampler = new JointSampler(q);
    double sum = 0;
    for (int s = 0; s < samples; s++) {
      noise.next(own.noise, q.noiseCount());
      sampler.transform(own.noise, own.unary, own.pairwise);
      sum +=
          LikelihoodException.checked(
              likelihood.logLikelihoodAndGradient(
                  own.unary,
                  own.pairwise,
                  labels,
                  workspace,
                  own.unaryGradient,
                  own.pairwiseGradient),
              s,
              labels.length);
      moments.add(own.noise, own.unaryGradient, own.pairwiseGradient);
    }
    moments.finish(samples);
    return sum / samples;
  }
}
