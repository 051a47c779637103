package org.gpchain.internal.training.bound;

import java.util.Arrays;
import java.util.function.Function;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.gp.inducing.InducingProjection;
import org.gpchain.internal.gp.inducing.InputGradient;
import org.gpchain.internal.gp.posterior.GaussianComponent;
import org.gpchain.internal.gp.posterior.JointGaussian;
import org.gpchain.internal.gp.posterior.JointGradient;
import org.gpchain.internal.gp.posterior.SparsePosterior;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.optim.StochasticObjective;

/**
 * The negative evidence lower bound as a function of the hyper-parameters, with the posterior fixed
 * in whitened coordinates. The hyper-parameters are the kernel's, then {@code log σ_b²}. In
 * whitened coordinates the divergence does not depend on them and is left out.
 *
 * <p>With {@code b = W m} and {@code Σ_v = K_xx + W (S_v − I) Wᵀ}, a sentence's latent gradient
 * gives {@code ∂/∂W = Σ_v ∂/∂b_v m_vᵀ + 2 ∂/∂Σ_v W (S_v − I)} and {@code ∂/∂K_xx = Σ_v ∂/∂Σ_v};
 * from there it goes through {@code W = K_xz L⁻ᵀ} and {@code K_zz = L Lᵀ} to the kernel.
 *
 * @param bound the bound at the hyper-parameters under which the posterior was learned
 * @param posterior the posterior, in whitened coordinates
 * @param kernels function from the kernel's hyper-parameters to the kernel
 * @param parallel threads
 */
public record HyperObjective(
    EvidenceLowerBound bound,
    SparsePosterior posterior,
    Function<double[], Kernel> kernels,
    Parallel parallel)
    implements StochasticObjective {
  /**
   * Number of rows that a thread computes at a time of the gradient with respect to the Cholesky
   * factor L.
   */
  private static final int ROWS_PER_BLOCK = 32;

  /** Largest absolute value of a parameter. A line search must step back from larger ones. */
  private static final double LARGEST_LOGARITHM = 30;

  @Override
  public int parameterCount() {
    return posterior.projection().kernel().hyperParameterCount() + 1;
  }

  /**
   * {@inheritDoc}
   *
   * <p>The value is NaN if the absolute value of a parameter is too large to compute with.
   */
  @Override
  public double valueAndGradient(double[] parameters, long seed, double[] gradientOut) {
    Checks.length("parameters", parameters.length, parameterCount(), "[hyper + 1]");
    if (!Arrays.stream(parameters).allMatch(p -> Math.abs(p) <= LARGEST_LOGARITHM)) {
      Arrays.fill(gradientOut, Double.NaN);
      return Double.NaN;
    }

    int hyper = parameterCount() - 1;
    Kernel kernel = kernels.apply(Arrays.copyOf(parameters, hyper));
    InducingProjection projection = posterior.projection().withKernel(kernel);
    double ratio = Math.exp(parameters[hyper] / 2) / bound.pairwiseDeviation();
    GaussianComponent pairwise =
        GaussianComponent.diagonal(
            times(posterior.pairwise().mean(), ratio),
            times(posterior.pairwise().deviation(), ratio));
    SparsePosterior at =
        new SparsePosterior(
            posterior.labelCount(),
            projection,
            posterior.weights(),
            posterior.components(),
            pairwise);
    ProjectedSentences sentences =
        ProjectedSentences.of(bound.sentences().corpus(), projection, parallel);
    Pass pass = new Pass(at, sentences, seed);
    double value = pass.run();

    Arrays.fill(gradientOut, 0);
    pass.gradient(gradientOut);
    return -value;
  }

  private static double[] times(double[] values, double factor) {
    double[] products = values.clone();
    ScaledSums.scale(factor, products, 0, products.length);
    return products;
  }

  /** One evaluation: the latent gradients of all sentences, and the gradient of the objective. */
  private final class Pass {
    private final SparsePosterior at;
    private final ProjectedSentences sentences;
    private final long seed;

    /** For each sentence, {@code ∂/∂k(Z, x)}, {@code [M×T]}. */
    private final double[][] columns;

    /** For each sentence, the projections w before the rotation, {@code [M×T]}. */
    private final double[][] projected;

    /** For each sentence, the part of its gradient that does not go through K_ZZ. */
    private final double[][] direct;

    Pass(SparsePosterior at, ProjectedSentences sentences, long seed) {
      this.at = at;
      this.sentences = sentences;
      this.seed = seed;
      this.columns = new double[bound.size()][];
      this.projected = new double[bound.size()][];
      this.direct = new double[bound.size()][parameterCount()];
    }

    /** Evaluates all sentences, and returns the sum of their expected log-likelihoods. */
    double run() {
      return parallel.sum(columns.length, 1, this::sentence);
    }

    /** Returns the expected log-likelihood of a sentence, and keeps its gradients. */
    private double sentence(int n, Workspace workspace) {
      double[] w = sentences.projected()[n];
      int[] labels = sentences.corpus().labelsOf(n);
      int m = at.projection().size();
      int length = w.length / m;

      ProjectionGradient projection = new ProjectionGradient(w, length);
      double value = 0;
      for (int k = 0; k < at.weights().length; k++) {
        JointGaussian q = sentences.latent(at, k, n, null);
        JointGradient gradient = JointGradient.of(q, q.length() * q.length());
        LatentSentence sentence = new LatentSentence(q, labels);
        long noiseSeed = bound.noiseSeed(seed, n, k);
        double weight = at.weights()[k];
        value += weight * bound.expectation().estimate(sentence, noiseSeed, workspace, gradient);
        projection.add(at.components().get(k), weight, gradient);
        direct[n][parameterCount() - 1] += weight * pairwise(q, gradient);
      }

      columns[n] = SparsePosterior.transposed(projection.rows, length, m);
      at.projection().pullBackColumns(columns[n], length);
      projected[n] = SparsePosterior.transposed(w, length, m);
      at.projection().unrotate(projected[n], length);

      LabeledRows corpus = sentences.corpus();
      InputGradient slopes = new InputGradient(length, columns[n], projection.within);
      at.projection().pullBackInputs(corpus.rows(), corpus.sentenceStart()[n], slopes, direct[n]);
      return value;
    }

    /**
     * Returns the derivative by {@code log σ_b²}. The mean of g is proportional to σ_b, and its
     * covariance to σ_b².
     */
    private double pairwise(JointGaussian q, JointGradient gradient) {
      double[] mean = q.pairwiseMean();
      double[] variance = Arrays.stream(q.pairwiseDeviation()).map(s -> s * s).toArray();
      return 0.5 * ScaledSums.product(gradient.pairwise(), 0, mean, 0, mean.length)
          + ScaledSums.product(gradient.pairwiseCovariance(), 0, variance, 0, variance.length);
    }

    /** Adds the gradient of the objective. */
    void gradient(double[] out) {
      for (double[] part : direct) {
        ScaledSums.add(-1, part, out.length, out);
      }
      double[] inducing = new double[out.length];
      at.projection().pullBackInducing(factorGradient(), inducing);
      ScaledSums.add(-1, inducing, out.length, out);
    }

    /** Returns the lower triangle of {@code ∂/∂L = −Σ_t ∂/∂k(Z, x_t) w_tᵀ}. */
    private double[] factorGradient() {
      int m = at.projection().size();
      double[] out = new double[m * m];
      parallel.loop(
          m,
          ROWS_PER_BLOCK,
          (worker, from, to) -> {
            for (int n = 0; n < columns.length; n++) {
              addOuter(n, from, to, out);
            }
          });
      return out;
    }

    /** Adds a sentence's part to the rows {@code [from, to)} of {@code ∂/∂L}. */
    private void addOuter(int n, int from, int to, double[] out) {
      int m = at.projection().size();
      double[] column = columns[n];
      int length = column.length / m;
      double[] rows = SparsePosterior.transposed(projected[n], m, length);
      for (int t = 0; t < length; t++) {
        for (int i = from; i < to; i++) {
          double weight = column[i * length + t];
          ScaledSums.add(-weight, rows, t * m, i + 1, out, i * m);
        }
      }
    }
  }

  /**
   * The gradient with respect to a sentence's projection W and covariance K_xx. Not thread-safe.
   */
  private static final class ProjectionGradient {
    private final double[] w;
    private final int length;

    /** {@code ∂/∂W}, {@code [T×M]}. */
    private final double[] rows;

    /** {@code ∂/∂K_xx}, {@code [T×T]}. */
    private final double[] within;

    /**
     * Creates a gradient of zeros.
     *
     * @param w projections of the sentence's tokens, {@code [T×M]}; not modified
     * @param length number of tokens T
     */
    ProjectionGradient(double[] w, int length) {
      this.w = w;
      this.length = length;
      this.rows = new double[w.length];
      this.within = new double[length * length];
    }

    /**
     * Adds the part of a component: {@code Σ_v ∂/∂b_v m_vᵀ + 2 ∂/∂Σ_v W (S_v − I)} and {@code Σ_v
     * ∂/∂Σ_v}, times the component's weight.
     */
    void add(GaussianComponent component, double weight, JointGradient gradient) {
      int m = w.length / length;
      int v = gradient.unaryCovariance().length;
      for (int label = 0; label < v; label++) {
        double[] excess = excess(component, label, m);
        double[] g = gradient.unaryCovariance()[label];
        for (int t = 0; t < length; t++) {
          double mean = weight * gradient.unary()[t * v + label];
          ScaledSums.add(mean, component.mean(), label * m, m, rows, t * m);
          for (int s = 0; s < length; s++) {
            double entry = weight * g[t * length + s];
            within[t * length + s] += entry;
            ScaledSums.add(2 * entry, excess, s * m, m, rows, t * m);
          }
        }
      }
    }

    /** Returns {@code W (S − I)} of a label. */
    private double[] excess(GaussianComponent component, int label, int m) {
      double[] excess = new double[w.length];
      for (int i = 0; i < w.length; i++) {
        double deviation = component.deviation()[label * m + i % m];
        excess[i] = deviation * (deviation * w[i]) - w[i];
      }
      return excess;
    }
  }
}
