package org.gpchain.training.objective;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.Seeds;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.posterior.GaussianComponent;
import org.gpchain.core.posterior.JointGaussian;
import org.gpchain.core.posterior.JointGradient;
import org.gpchain.core.posterior.SparsePosterior;
import org.gpchain.training.objective.JointEstimator.NormalNoise;
import org.gpchain.training.objective.ParameterLayout.CovarianceForm;
import org.gpchain.training.optim.MemberwiseObjective;

/**
 * The negative evidence lower bound of a sparse posterior (Galliani et al. 2017, eq. 17; gradients:
 * supplement, §4.1), {@code KL(q(u)‖p(u)) + KL(q(g)‖p(g)) − Σ_n Σ_k π_k E_k[log p(y_n | f_n, g)]},
 * as a sum over sentences whose expectations any {@link JointEstimator} may take.
 *
 * <p>Parameters stand as in {@link ParameterLayout}, in whitened coordinates. Means are
 * preconditioned, {@code m_j = p_j / √(1 + κ Σ_t w_jt²)}: a coordinate that the data say much about
 * is stiff, and one step size must serve them all. A sentence's compact gradient is its latent
 * gradient; the sum over sentences holds {@code ∂/∂m = Σ W ∂/∂b} and {@code ∂/∂S = Σ W ∂/∂Σ Wᵀ}
 * (supplement, eq. 42–43).
 */
public final class EvidenceLowerBound implements MemberwiseObjective {
  /** Guess of p(1−p), averaged over tokens and labels, at the start. */
  private static final double KAPPA = 0.05;

  private final ProjectedSentences sentences;
  private final ParameterLayout layout;
  private final double pairwiseDeviation;
  private final JointEstimator estimator;
  private final int samples;
  private final Parallel parallel;
  private final double[] meanScale;
  private final double[] pairwiseScale;
  private final List<Workspace> workspaces;

  /**
   * @param sentences the training sentences
   * @param layout of the parameters
   * @param pairwiseDeviation prior standard deviation σ_b of the transition scores
   * @param estimator of the expected log-likelihood
   * @param samples Monte-Carlo samples S of a sentence (of each component)
   * @param parallel for sentences and labels
   */
  public EvidenceLowerBound(
      ProjectedSentences sentences,
      ParameterLayout layout,
      double pairwiseDeviation,
      JointEstimator estimator,
      int samples,
      Parallel parallel) {
    this(
        sentences,
        layout,
        pairwiseDeviation,
        estimator,
        samples,
        parallel,
        preconditioner(sentences.energy()),
        pairwisePreconditioner(sentences, layout, pairwiseDeviation));
  }

  private EvidenceLowerBound(
      ProjectedSentences sentences,
      ParameterLayout layout,
      double pairwiseDeviation,
      JointEstimator estimator,
      int samples,
      Parallel parallel,
      double[] meanScale,
      double[] pairwiseScale) {
    Checks.length("inducing points", layout.inducing(), sentences.projection().size(), "[M]");
    Checks.length(
        "labels of the likelihood", estimator.labelCount(), sentences.corpus().labelCount(), "[V]");
    this.sentences = sentences;
    this.layout = layout;
    this.pairwiseDeviation = Checks.positive("pairwise deviation", pairwiseDeviation);
    this.estimator = estimator;
    this.samples = Checks.atLeast("samples", samples, 1);
    this.parallel = parallel;
    this.meanScale = meanScale;
    this.pairwiseScale = pairwiseScale;
    this.workspaces =
        IntStream.range(0, parallel.threads()).mapToObj(i -> new Workspace()).toList();
  }

  private static double[] preconditioner(double[] energy) {
    return Arrays.stream(energy).map(e -> 1 / Math.sqrt(1 + KAPPA * e)).toArray();
  }

  private static double[] pairwisePreconditioner(
      ProjectedSentences sentences, ParameterLayout layout, double deviation) {
    double transitions = (double) sentences.corpus().tokenCount() / layout.labelCount();
    double[] energy = new double[layout.pairs()];
    Arrays.fill(energy, deviation * deviation * transitions);
    return preconditioner(energy);
  }

  /** Prior standard deviation σ_b of the transition scores. */
  double pairwiseDeviation() {
    return pairwiseDeviation;
  }

  /**
   * The bound at other hyper-parameters. Its parameters keep their meaning: the preconditioner
   * stays.
   *
   * @param projected the sentences under the new kernel
   * @param deviation new prior standard deviation of the transition scores
   */
  public EvidenceLowerBound at(ProjectedSentences projected, double deviation) {
    return new EvidenceLowerBound(
        projected, layout, deviation, estimator, samples, parallel, meanScale, pairwiseScale);
  }

  /** Number of Monte-Carlo samples S of a sentence. */
  public int samples() {
    return samples;
  }

  /** The same bound, of the same parameters, with another number of samples. */
  public EvidenceLowerBound withSamples(int count) {
    return withEstimator(estimator, count);
  }

  /** The same bound, of the same parameters, by another estimator. */
  public EvidenceLowerBound withEstimator(JointEstimator other, int count) {
    return new EvidenceLowerBound(
        sentences, layout, pairwiseDeviation, other, count, parallel, meanScale, pairwiseScale);
  }

  /** The layout of its parameters. */
  public ParameterLayout layout() {
    return layout;
  }

  /** The sentences, projected onto the inducing points. */
  ProjectedSentences sentences() {
    return sentences;
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
   * Initial parameters: given means, and deviations as if each token had the curvature κ.
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
        parameters[k * whitenedMean.length + i] = mean / meanScale[i % m];
      }
      for (int v = 0; v < layout.labelCount(); v++) {
        int from = layout.covarianceOf(k) + v * layout.unary().size(m);
        startDeviations(parameters, from, layout.unary(), meanScale);
      }
    }
    startDeviations(
        parameters, layout.pairwiseCovariance().from(), layout.pairwise(), pairwiseScale);
    return parameters;
  }

  private static void startDeviations(
      double[] parameters, int from, CovarianceForm form, double[] deviation) {
    int step = form == CovarianceForm.DIAGONAL ? 1 : deviation.length + 1;
    for (int i = 0; i < deviation.length; i++) {
      parameters[from + i * step] = Math.log(deviation[i]);
    }
  }

  /** The posterior that parameters stand for. */
  public SparsePosterior posterior(double[] parameters) {
    return new SparsePosterior(
        layout.labelCount(),
        sentences.projection(),
        layout.weights(parameters),
        layout.unaryComponents(parameters, meanScale),
        pairwise(parameters));
  }

  /** q(g), in units of g. */
  private GaussianComponent pairwise(double[] parameters) {
    GaussianComponent whitened = layout.pairwiseComponent(parameters, pairwiseScale);
    scale(whitened.mean());
    if (whitened.isDiagonal()) {
      scale(whitened.deviation());
    } else {
      scale(whitened.factor()[0]);
    }
    return whitened;
  }

  private void scale(double[] inOut) {
    for (int i = 0; i < inOut.length; i++) {
      inOut[i] *= pairwiseDeviation;
    }
  }

  @Override
  public int memberSize(int member) {
    return layout.components() * compact(member).size();
  }

  private GradientLayout compact(int sentence) {
    return GradientLayout.compact(layout, sentences.corpus().length(sentence));
  }

  @Override
  public int sumSize() {
    return GradientLayout.sum(layout).value(layout.components());
  }

  @Override
  public double members(double[] parameters, int[] batch, long seed, double[][] compactOut) {
    Checks.length("parameters", parameters.length, parameterCount(), "[parameterCount]");
    SparsePosterior posterior = posterior(parameters);
    return -parallel.sum(
        batch.length,
        1,
        (worker, from, to) -> {
          double sum = 0;
          for (int i = from; i < to; i++) {
            sum += sentence(posterior, batch[i], seed, workspaces.get(worker), compactOut[i]);
          }
          return sum;
        });
  }

  private double sentence(
      SparsePosterior posterior, int n, long seed, Workspace workspace, double[] out) {
    GradientLayout compact = compact(n);
    double sum = 0;
    for (int k = 0; k < layout.components(); k++) {
      JointGaussian q = latent(posterior, k, n);
      JointGradient gradient = JointGradient.of(q, true);
      double value = estimate(q, n, k, seed, workspace, gradient);
      compact.pack(k, value, gradient, out);
      sum += posterior.weights()[k] * value;
    }
    return sum;
  }

  JointGaussian latent(SparsePosterior posterior, int component, int sentence) {
    return SparsePosterior.joint(
        posterior.components().get(component),
        posterior.pairwise(),
        layout.labelCount(),
        sentences.projected(sentence),
        sentences.residual(sentence));
  }

  /** The noise of a sentence depends on the seed, the sentence and the component alone. */
  double estimate(
      JointGaussian q,
      int sentence,
      int component,
      long seed,
      Workspace workspace,
      JointGradient out) {
    long own = Seeds.mix(seed, sentence * layout.components() + component);
    return estimator.estimate(
        q,
        sentences.corpus().labelsOf(sentence),
        RandomSource.XO_SHI_RO_256_PP.create(own),
        samples,
        workspace,
        out);
  }

  @Override
  public void accumulate(int[] batch, double[][] compact, double factor, double[] sumInOut) {
    Checks.length("sum", sumInOut.length, sumSize(), "[sumSize]");
    LatentPullBack pullBack = new LatentPullBack(layout, sentences);
    // Each label has its own part of the sum, so that the order of additions is that of the batch.
    parallel.loop(
        layout.labelCount(),
        1,
        (worker, from, to) -> {
          for (int v = from; v < to; v++) {
            for (int i = 0; i < batch.length; i++) {
              pullBack.addUnary(v, batch[i], compact[i], factor, sumInOut);
            }
          }
        });
    for (int i = 0; i < batch.length; i++) {
      pullBack.addRest(batch[i], compact[i], factor, sumInOut);
    }
  }

  @Override
  public double gradient(double[] parameters, double[] sum, double[] gradientOut) {
    BoundGradient gradient = new BoundGradient(layout, parallel);
    return gradient.write(
        layout.weights(parameters),
        layout.unaryComponents(parameters, meanScale),
        layout.pairwiseComponent(parameters, pairwiseScale),
        new BoundGradient.Scales(meanScale, pairwiseScale, pairwiseDeviation),
        sum,
        gradientOut);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Outside of the bounds of covariance parameters (supplement, §6.2) it is NaN.
   */
  @Override
  public double valueAndGradient(
      double[] parameters, int[] batch, long seed, double[] gradientOut) {
    Checks.length("parameters", parameters.length, parameterCount(), "[parameters]");
    Checks.distinct("sentence of the batch", batch, size());
    if (!layout.isComputable(parameters)) {
      Arrays.fill(gradientOut, Double.NaN);
      return Double.NaN;
    }
    double[][] compact = new double[batch.length][];
    for (int i = 0; i < batch.length; i++) {
      compact[i] = new double[memberSize(batch[i])];
    }
    double factor = (double) size() / batch.length;
    double value = factor * members(parameters, batch, seed, compact);
    double[] sum = new double[sumSize()];
    accumulate(batch, compact, factor, sum);
    return value + gradient(parameters, sum, gradientOut);
  }
}
