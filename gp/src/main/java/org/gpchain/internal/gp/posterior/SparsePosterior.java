package org.gpchain.internal.gp.posterior;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.AliasMethodDiscreteSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.LatentGaussian;
import org.gpchain.internal.core.posterior.LatentSamples;
import org.gpchain.internal.core.posterior.Posterior;
import org.gpchain.internal.gp.algebra.Cholesky;
import org.gpchain.internal.gp.algebra.NotPositiveDefiniteException;
import org.gpchain.internal.gp.inducing.InducingProjection;

/**
 * The posterior of Galliani et al. (2017, eq. 15–19): a mixture of K Gaussians over the whitened
 * values of M inducing points, and a Gaussian over the transition scores. If every training token
 * is an inducing point, it is the posterior of the full Gaussian process. Immutable; arrays are
 * shared with the caller.
 */
public final class SparsePosterior implements Posterior {
  /**
   * Variance that is added to each token's score, and share of the mean variance that is added in
   * the factorization. They keep the covariance of equal tokens positive definite.
   */
  private static final double JITTER = 1e-8;

  private final int labelCount;
  private final InducingProjection projection;
  private final double[] weights;
  private final List<GaussianComponent> components;
  private final GaussianComponent pairwise;

  /**
   * Mean of this posterior; null until it is first used. Learning creates a posterior at each step
   * and never uses the mean. Several threads may compute it, with equal results.
   */
  private volatile SparseMean plugIn;

  /**
   * Creates a posterior.
   *
   * @param labelCount number of labels V, at least 1
   * @param projection projection onto the M inducing points
   * @param weights weights π of the components, {@code [K]}, with the sum 1; retained, not copied
   * @param components Gaussians over the values of the inducing points, {@code [V×M]} each
   * @param pairwise Gaussian q(g) over the transition scores, {@code [1×V²]}
   * @throws IllegalArgumentException if a shape does not fit
   */
  public SparsePosterior(
      int labelCount,
      InducingProjection projection,
      double[] weights,
      List<GaussianComponent> components,
      GaussianComponent pairwise) {
    this.labelCount = Checks.atLeast("labelCount", labelCount, 1);
    this.projection = projection;
    this.weights = weights;
    this.components = List.copyOf(components);
    this.pairwise = pairwise;
    Checks.length("components", components.size(), weights.length, "[K]");
    for (GaussianComponent component : components) {
      component.check(labelCount, projection.size());
    }
    pairwise.check(1, labelCount * labelCount);
  }

  @Override
  public int labelCount() {
    return labelCount;
  }

  @Override
  public int featureCount() {
    return projection.inducing().columnCount();
  }

  @Override
  public double[] pairwiseMean() {
    return pairwise.mean();
  }

  @Override
  public void unaryMean(SparseRows x, int from, int length, double[] unaryOut) {
    plugIn().unaryMean(x, from, length, unaryOut);
  }

  /**
   * Returns the mean of this posterior without a covariance, {@code Σ_k π_k m_k} for each label.
   */
  public SparseMean plugIn() {
    SparseMean mean = plugIn;
    if (mean == null) {
      mean = computeMean();
      plugIn = mean;
    }
    return mean;
  }

  private SparseMean computeMean() {
    int m = projection.size();
    double[] mean = new double[m * labelCount];
    for (int k = 0; k < weights.length; k++) {
      ScaledSums.add(weights[k], components.get(k).mean(), mean.length, mean);
    }
    return new SparseMean(projection.expansion(transposed(mean, labelCount, m)), pairwise.mean());
  }

  /** Returns the projection onto the inducing points. */
  public InducingProjection projection() {
    return projection;
  }

  /** Returns the weights π of the components, {@code [K]}; shared, not to be modified. */
  public double[] weights() {
    return weights;
  }

  /** Returns the K Gaussians over the values of the inducing points, {@code [V×M]} each. */
  public List<GaussianComponent> components() {
    return components;
  }

  /** Returns the Gaussian q(g) over the transition scores, {@code [1×V²]}. */
  public GaussianComponent pairwise() {
    return pairwise;
  }

  @Override
  public LatentGaussian latent(SparseRows x, int from, int length, boolean withResidual) {
    List<JointGaussian> parts = new ArrayList<>();
    for (int k = 0; k < weights.length; k++) {
      parts.add(latent(k, x, from, length, withResidual));
    }

    if (parts.size() > 1) {
      return mixture(parts);
    }
    JointGaussian only = parts.get(0);
    return new LatentGaussian(only.unaryMean(), only.pairwiseMean(), only::draw);
  }

  /**
   * Returns the Gaussian of one component over the scores of a sentence.
   *
   * @param component index of the component
   * @param x feature rows; not modified
   * @param from index of the sentence's first row
   * @param length number of tokens T
   * @param withResidual whether the covariance includes the residuals of the projection
   */
  public JointGaussian latent(
      int component, SparseRows x, int from, int length, boolean withResidual) {
    double[] projected = new double[projection.size() * length];
    projection.project(x, from, length, projected);
    double[] residual = new double[length * length];
    if (withResidual) {
      residual = projection.residual(x, from, length, projected);
    }

    double[] ofTokens = transposed(projected, projection.size(), length);
    return joint(component, new ProjectedSentence(length, ofTokens, residual), null);
  }

  /**
   * Returns the Gaussian of one component over the scores of a sentence (supplement, eq. 38–39).
   *
   * @param component index of the component
   * @param sentence projection of the sentence
   * @param known a Gaussian over the sentence whose covariances are reused; null to compute them
   */
  public JointGaussian joint(int component, ProjectedSentence sentence, JointGaussian known) {
    GaussianComponent unary = components.get(component);
    double[] projected = sentence.projected();
    int length = sentence.length();
    double[] mean = new double[length * labelCount];
    for (int v = 0; v < labelCount; v++) {
      unary.latentMean(v, projected, length, mean, labelCount);
    }

    List<Cholesky> factors;
    if (known == null) {
      factors = new ArrayList<>(labelCount);
      for (int v = 0; v < labelCount; v++) {
        double[] covariance = sentence.residual().clone();
        unary.addLatentCovariance(v, projected, length, covariance);
        factors.add(latentFactor(covariance, length));
      }
    } else {
      factors = known.unaryFactor();
    }

    Cholesky pairwiseFactor = null;
    if (!pairwise.isDiagonal()) {
      pairwiseFactor = Cholesky.ofFactor(pairwise.factor()[0], pairwise.mean().length);
    }
    return new JointGaussian(mean, factors, pairwise.mean(), pairwise.deviation(), pairwiseFactor);
  }

  /**
   * Returns the factor of the covariance of the scores of one label. A token without features has
   * no variance, and a small variance is added so that the matrix can be factorized. If rounding
   * errors exceed the covariance, as for inducing points that are nearly equal, the tokens are
   * treated as independent.
   *
   * @param covariance {@code [T×T]} row-major; modified
   */
  private static Cholesky latentFactor(double[] covariance, int length) {
    String name = "covariance of a sentence's scores";
    for (int t = 0; t < length; t++) {
      covariance[t * length + t] += JITTER;
    }

    try {
      return Cholesky.of(name, covariance, length, JITTER);
    } catch (NotPositiveDefiniteException e) {
      double[] variances = new double[length * length];
      for (int t = 0; t < length; t++) {
        variances[t * length + t] = Math.max(JITTER, covariance[t * length + t]);
      }
      return Cholesky.of(name, variances, length, 0);
    }
  }

  /**
   * Returns the transpose of a matrix, such as the projections of the tokens of a {@link
   * ProjectedSentence}.
   *
   * @param block {@code [rows×columns]} row-major; not modified
   * @return {@code [columns×rows]} row-major; a new array
   */
  public static double[] transposed(double[] block, int rows, int columns) {
    double[] out = new double[rows * columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        out[j * rows + i] = block[i * columns + j];
      }
    }
    return out;
  }

  /**
   * Returns a mixture of Gaussians over the scores of a sentence, with one Gaussian over the
   * transition scores g. For each sample, a component is drawn first.
   *
   * @param parts Gaussian of each component, {@code [K]}; all have the same distribution of g
   */
  private LatentGaussian mixture(List<JointGaussian> parts) {
    double[] mean = new double[parts.get(0).unaryMean().length];
    for (int k = 0; k < weights.length; k++) {
      ScaledSums.add(weights[k], parts.get(k).unaryMean(), mean.length, mean);
    }
    return new LatentGaussian(
        mean, pairwise.mean(), (seed, count) -> deviations(parts, mean, seed, count));
  }

  /** Draws samples of a mixture as deviations from its mean. */
  private LatentSamples deviations(List<JointGaussian> parts, double[] mean, long seed, int count) {
    UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
    int[] chosen = AliasMethodDiscreteSampler.of(rng, weights).samples(count).toArray();
    float[][] unary = new float[count][];
    float[][] transitions = new float[count][];

    for (int s = 0; s < count; s++) {
      JointGaussian component = parts.get(chosen[s]);
      LatentSamples sample = component.draw(rng, 1);
      unary[s] = sample.unary()[0];
      transitions[s] = sample.pairwise()[0];
      for (int i = 0; i < mean.length; i++) {
        unary[s][i] += (float) (component.unaryMean()[i] - mean[i]);
      }
    }

    return new LatentSamples(unary, transitions);
  }
}
