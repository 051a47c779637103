package org.gpchain.internal.training.bound;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.math.Seeds;
import org.gpchain.internal.gp.posterior.GaussianComponent;
import org.gpchain.internal.gp.posterior.JointGaussian;
import org.gpchain.internal.gp.posterior.JointGradient;
import org.gpchain.internal.gp.posterior.SparsePosterior;
import org.gpchain.internal.training.bound.BoundGradient.CompactGradient;
import org.gpchain.internal.training.bound.BoundGradient.GradientLayout;
import org.gpchain.internal.training.bound.JointEstimator.NormalNoise;
import org.gpchain.internal.training.descent.MemberwiseObjective;
import org.gpchain.internal.training.descent.RestrictedObjective.Range;

/**
 * The negative evidence lower bound of a sparse posterior (Galliani et al. 2017, eq. 17; gradients:
 * supplement, §4.1), {@code KL(q(u)‖p(u)) + KL(q(g)‖p(g)) − Σ_n Σ_k π_k E_k[log p(y_n | f_n, g)]},
 * as a sum over sentences, whose expectations are estimated by sampling.
 *
 * <p>Parameters have the layout {@link ParameterLayout}, in whitened coordinates. Means are
 * preconditioned, {@code m_j = p_j / √(1 + κ Σ_t w_jt²)}, because coordinates with much data have a
 * large curvature, and all coordinates share a step size. A sentence's compact gradient is its
 * latent gradient; the sum over sentences holds {@code ∂/∂m = Σ W ∂/∂b} and {@code ∂/∂S = Σ W ∂/∂Σ
 * Wᵀ} (supplement, eq. 42–43).
 *
 * @param sentences the training sentences, projected onto the inducing points
 * @param layout layout of the parameters
 * @param pairwiseDeviation prior standard deviation σ_b of the transition scores
 * @param expectation estimator of the expected log-likelihood of a sentence under a component
 * @param parallel threads
 * @param scales factors of the parameters of means, which stay when hyper-parameters move
 * @param held for each sentence and component, a Gaussian with the held covariances; null if no
 *     covariances are held
 */
public record EvidenceLowerBound(
    ProjectedSentences sentences,
    ParameterLayout layout,
    double pairwiseDeviation,
    SampledExpectation expectation,
    Parallel parallel,
    Scales scales,
    JointGaussian[][] held)
    implements MemberwiseObjective {
  /** Estimate of p(1−p) at the start, averaged over tokens and labels. */
  private static final double KAPPA = 0.05;

  /** Factors of the parameters of means, {@code [M]} and {@code [V²]}. */
  record Scales(double[] mean, double[] pairwiseMean) {}

  /** Checks that sentences, layout and likelihood fit each other. */
  public EvidenceLowerBound {
    Checks.length("inducing points", layout.inducing(), sentences.projection().size(), "[M]");
    int labels = expectation.estimator().labelCount();
    Checks.length("labels of the likelihood", labels, sentences.corpus().labelCount(), "[V]");
    Checks.positive("pairwise deviation", pairwiseDeviation);
  }

  /** Creates the initial bound of a learner, none of whose covariances are held fixed. */
  public EvidenceLowerBound(
      ProjectedSentences sentences,
      ParameterLayout layout,
      double pairwiseDeviation,
      SampledExpectation expectation,
      Parallel parallel) {
    this(
        sentences,
        layout,
        pairwiseDeviation,
        expectation,
        parallel,
        scales(sentences, layout, pairwiseDeviation),
        null);
  }

  private static Scales scales(
      ProjectedSentences sentences, ParameterLayout layout, double deviation) {
    double transitions = (double) sentences.corpus().tokenCount() / layout.labelCount();
    double[] energy = new double[layout.pairs()];
    Arrays.fill(energy, deviation * deviation * transitions);
    return new Scales(preconditioner(sentences.energy()), preconditioner(energy));
  }

  /** Returns the factors {@code 1 / √(1 + κ energy)} of the parameters of means. */
  private static double[] preconditioner(double[] energy) {
    double[] factors = new double[energy.length];
    for (int i = 0; i < factors.length; i++) {
      factors[i] = 1 / Math.sqrt(1 + KAPPA * energy[i]);
    }
    return factors;
  }

  /**
   * Returns the bound at other hyper-parameters, none of whose covariances are held fixed. The
   * preconditioner stays, so that parameters keep their meaning.
   *
   * @param projected the same sentences, projected under the other hyper-parameters
   * @param deviation the other prior standard deviation of the transition scores
   */
  public EvidenceLowerBound at(ProjectedSentences projected, double deviation) {
    return new EvidenceLowerBound(
        projected, layout, deviation, expectation, parallel, scales, null);
  }

  /** Returns the bound of the same parameters with another number of samples. */
  public EvidenceLowerBound withSamples(int count) {
    return new EvidenceLowerBound(
        sentences,
        layout,
        pairwiseDeviation,
        expectation.withSamples(count),
        parallel,
        scales,
        held);
  }

  /**
   * Returns the same bound with the covariances of the inducing values held at these parameters:
   * its gradient with respect to them is zero. An evaluation of a sentence of T tokens then costs
   * {@code O(T·M)} for each label instead of {@code O(T²·M)}.
   */
  public EvidenceLowerBound holdingCovariances(double[] parameters) {
    SparsePosterior posterior = posterior(parameters);
    JointGaussian[][] gaussians = new JointGaussian[size()][layout.components()];
    parallel.each(
        size(), n -> Arrays.setAll(gaussians[n], k -> sentences.latent(posterior, k, n, null)));
    return new EvidenceLowerBound(
        sentences, layout, pairwiseDeviation, expectation, parallel, scales, gaussians);
  }

  @Override
  public int parameterCount() {
    return layout.parameterCount();
  }

  @Override
  public int size() {
    return sentences.corpus().sentenceCount();
  }

  /**
   * Returns initial parameters: given means, and deviations as if each token had the curvature κ.
   *
   * @param whitenedMean means of the inducing values in whitened coordinates, {@code [V×M]}; not
   *     modified
   * @param spread standard deviation of noise on the means that breaks the symmetry between
   *     components; not used for a single component
   * @param seed of that noise
   */
  public double[] start(double[] whitenedMean, double spread, long seed) {
    int m = layout.inducing();
    Checks.length("whitenedMean", whitenedMean.length, (long) layout.labelCount() * m, "[V×M]");

    double[] parameters = new double[parameterCount()];
    NormalNoise noise =
        new NormalNoise(RandomSource.XO_SHI_RO_256_PP.create(Seeds.mix(seed, 0)), false);
    double[] deviation = new double[whitenedMean.length];
    for (int k = 0; k < layout.components(); k++) {
      if (layout.components() > 1) {
        noise.next(deviation, deviation.length);
      }
      for (int i = 0; i < whitenedMean.length; i++) {
        double mean = whitenedMean[i] + spread * deviation[i];
        parameters[k * whitenedMean.length + i] = mean / scales.mean()[i % m];
      }
    }

    for (int k = 0; k < layout.components() * layout.labelCount(); k++) {
      startDeviations(parameters, layout.covarianceOf(0) + k * m, scales.mean());
    }
    startDeviations(parameters, layout.pairwiseCovariance().from(), scales.pairwiseMean());
    return parameters;
  }

  private static void startDeviations(double[] parameters, int from, double[] deviation) {
    for (int i = 0; i < deviation.length; i++) {
      parameters[from + i] = Math.log(deviation[i]);
    }
  }

  /** Returns the posterior that parameters describe. */
  public SparsePosterior posterior(double[] parameters) {
    return new SparsePosterior(
        layout.labelCount(),
        sentences.projection(),
        layout.weights(parameters),
        layout.unaryComponents(parameters, scales.mean()),
        pairwise(parameters));
  }

  /** Returns the Gaussian q(g) over the transition scores, in units of g. */
  private GaussianComponent pairwise(double[] parameters) {
    GaussianComponent whitened = layout.pairwiseComponent(parameters, scales.pairwiseMean());
    ScaledSums.scale(pairwiseDeviation, whitened.mean(), 0, layout.pairs());
    ScaledSums.scale(pairwiseDeviation, whitened.deviation(), 0, layout.pairs());
    return whitened;
  }

  @Override
  public Members members(double[] parameters, int[] batch, long seed) {
    Checks.length("parameters", parameters.length, parameterCount(), "[parameterCount]");
    SparsePosterior posterior = posterior(parameters);
    double[][] compact = new double[batch.length][];
    double value =
        parallel.sum(
            batch.length,
            1,
            (i, workspace) -> {
              GradientLayout gradientLayout = gradientLayout(batch[i]);
              compact[i] = new double[gradientLayout.value(layout.components())];
              return sentence(posterior, batch[i], seed, workspace, compact[i]);
            });
    return new Members(-value, compact);
  }

  /** Returns the layout of a sentence's compact gradient. */
  private GradientLayout gradientLayout(int sentence) {
    int length = sentences.corpus().length(sentence);
    return new GradientLayout(layout, length, held == null ? length * length : 0);
  }

  /**
   * Returns the expected log-likelihood of a sentence under all components, and writes its compact
   * gradient.
   *
   * @param n number of the sentence
   * @param compactOut overwritten
   */
  private double sentence(
      SparsePosterior posterior, int n, long seed, Workspace workspace, double[] compactOut) {
    GradientLayout gradientLayout = gradientLayout(n);
    int[] labels = sentences.corpus().labelsOf(n);

    double sum = 0;
    for (int k = 0; k < layout.components(); k++) {
      JointGaussian heldGaussian = held == null ? null : held[n][k];
      JointGaussian q = sentences.latent(posterior, k, n, heldGaussian);
      JointGradient gradient = JointGradient.of(q, gradientLayout.covarianceSize());
      LatentSentence sentence = new LatentSentence(q, labels);
      double value = expectation.estimate(sentence, noiseSeed(seed, n, k), workspace, gradient);
      gradientLayout.pack(k, value, gradient, compactOut);
      sum += posterior.weights()[k] * value;
    }
    return sum;
  }

  /**
   * Returns the seed of the noise for a sentence under a component. The noise depends on nothing
   * else.
   */
  long noiseSeed(long seed, int sentence, int component) {
    return Seeds.mix(seed, sentence * layout.components() + component);
  }

  private BoundGradient boundGradient() {
    return new BoundGradient(layout, scales, pairwiseDeviation, parallel);
  }

  @Override
  public double[] sum(int[] batch, double[][] compact, double factor) {
    BoundGradient boundGradient = boundGradient();
    double[] sum = boundGradient.zeros();
    CompactGradient[] gradients = new CompactGradient[batch.length];
    Arrays.setAll(gradients, i -> new CompactGradient(gradientLayout(batch[i]), compact[i]));

    // Each label has a separate part of the sum, so that terms are added in the order of the batch.
    parallel.each(
        layout.labelCount(),
        v -> {
          for (int i = 0; i < batch.length; i++) {
            double[] w = sentences.projected()[batch[i]];
            boundGradient.addUnary(v, w, gradients[i], factor, sum);
          }
        });
    for (CompactGradient gradient : gradients) {
      boundGradient.addRest(gradient, factor, sum);
    }
    return sum;
  }

  @Override
  public double gradient(double[] parameters, double[] sum, double[] gradientOut) {
    double divergence = boundGradient().write(parameters, sum, gradientOut);
    if (held != null) {
      Range fixed = layout.unaryCovariance();
      Arrays.fill(gradientOut, fixed.from(), fixed.to(), 0);
    }
    return divergence;
  }

  /**
   * {@inheritDoc}
   *
   * <p>The value is NaN outside the bounds of covariance parameters (supplement, §6.2).
   */
  @Override
  public double valueAndGradient(double[] parameters, long seed, double[] gradientOut) {
    Checks.length("parameters", parameters.length, parameterCount(), "[parameters]");
    if (!layout.isComputable(parameters)) {
      Arrays.fill(gradientOut, Double.NaN);
      return Double.NaN;
    }
    int[] everySentence = IntStream.range(0, size()).toArray();
    Members members = members(parameters, everySentence, seed);
    double[] sum = sum(everySentence, members.compact(), 1);
    return members.value() + gradient(parameters, sum, gradientOut);
  }
}
