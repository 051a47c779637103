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
 * The posterior of the papers (Galliani et al. 2017, eq. 15–19): a mixture of K Gaussians over the
 * whitened values of M inducing points, and a Gaussian over the transition scores. With the
 * inducing points at all training tokens it is the full Gaussian process. Immutable; arrays are
 * shared with the caller.
 */
public final class SparsePosterior implements Posterior {
  /** Share of the mean variance that keeps the covariance of repeated tokens positive definite. */
  private static final double JITTER = 1e-8;

  private final int labelCount;
  private final InducingProjection projection;
  private final double[] weights;
  private final List<GaussianComponent> components;
  private final GaussianComponent pairwise;

  /**
   * Built on first use: learning makes a posterior at each step and never needs it. It is the same
   * whichever thread builds it.
   */
  private volatile SparseMean plugIn;

  /**
   * @param weights π, {@code [K]}, sums to one; kept
   * @param components over {@code [V×M]}
   * @param pairwise over {@code [1×V²]}: q(g)
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

  /** The mean of this posterior without the covariance: {@code Σ_k π_k m_k} in every label. */
  public SparseMean plugIn() {
    SparseMean made = plugIn;
    if (made == null) {
      int m = projection.size();
      double[] mean = new double[m * labelCount];
      for (int k = 0; k < weights.length; k++) {
        ScaledSums.add(weights[k], components.get(k).mean(), mean.length, mean);
      }
      made = new SparseMean(projection.expansion(transposed(mean, labelCount, m)), pairwise.mean());
      plugIn = made;
    }
    return made;
  }

  public InducingProjection projection() {
    return projection;
  }

  /** Weights π of the components, {@code [K]}; shared, not to be modified. */
  public double[] weights() {
    return weights;
  }

  public List<GaussianComponent> components() {
    return components;
  }

  public GaussianComponent pairwise() {
    return pairwise;
  }

  @Override
  public LatentGaussian latent(SparseRows x, int from, int length, boolean withResidual) {
    List<JointGaussian> all = new ArrayList<>();
    for (int k = 0; k < weights.length; k++) {
      all.add(latent(k, x, from, length, withResidual));
    }
    JointGaussian first = all.get(0);
    return all.size() == 1
        ? new LatentGaussian(first.unaryMean(), first.pairwiseMean(), first::draw)
        : mixture(all);
  }

  /** One component's Gaussian over a sentence. */
  public JointGaussian latent(
      int component, SparseRows x, int from, int length, boolean withResidual) {
    double[] projected = new double[projection.size() * length];
    projection.project(x, from, length, projected);
    double[] residual =
        withResidual
            ? projection.residual(x, from, length, projected)
            : new double[length * length];
    return joint(
        components.get(component),
        pairwise,
        labelCount,
        transposed(projected, projection.size(), length),
        residual,
        null);
  }

  /**
   * The Gaussian over a sentence's scores that a Gaussian over inducing values makes (supplement,
   * eq. 38–39).
   *
   * @param unary over {@code [V×M]}
   * @param pairwise over {@code [1×V²]}
   * @param projected w of each token, {@code [T×M]}; not modified
   * @param residual K̃, {@code [T×T]}; not modified
   * @param held a Gaussian over the sentence that has its covariances; null to compute them
   */
  public static JointGaussian joint(
      GaussianComponent unary,
      GaussianComponent pairwise,
      int labelCount,
      double[] projected,
      double[] residual,
      JointGaussian held) {
    int length = (int) Math.round(Math.sqrt(residual.length));
    double[] mean = new double[length * labelCount];
    List<Cholesky> factors = held == null ? new ArrayList<>(labelCount) : held.unaryFactor();
    for (int v = 0; v < labelCount; v++) {
      unary.latentMean(v, projected, length, mean, labelCount);
    }
    for (int v = factors.size(); v < labelCount; v++) {
      double[] covariance = residual.clone();
      unary.addLatentCovariance(v, projected, length, covariance);
      factors.add(latentFactor(covariance, length));
    }
    return new JointGaussian(
        mean,
        factors,
        pairwise.mean(),
        pairwise.deviation(),
        pairwise.isDiagonal()
            ? null
            : Cholesky.ofFactor(pairwise.factor()[0], pairwise.mean().length));
  }

  /**
   * Tokens without any feature have no variance: a small one lets the rest be factorised. Where
   * rounding has left no covariance at all, as with inducing points that are nearly the same,
   * tokens are taken to be independent.
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
   * The transpose of a block: w token by token, as {@link #joint} takes it.
   *
   * @param block {@code [rows×columns]}; not modified
   * @return {@code [columns×rows]}; a new array
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
   * A mixture over one sentence's scores f, with one Gaussian over g: each sample is drawn from a
   * component that is drawn first.
   *
   * @param parts K Gaussians that agree on g
   */
  private LatentGaussian mixture(List<JointGaussian> parts) {
    double[] mean = new double[parts.get(0).unaryMean().length];
    for (int k = 0; k < weights.length; k++) {
      ScaledSums.add(weights[k], parts.get(k).unaryMean(), mean.length, mean);
    }
    return new LatentGaussian(
        mean, pairwise.mean(), (seed, count) -> deviations(parts, mean, seed, count));
  }

  private LatentSamples deviations(List<JointGaussian> parts, double[] mean, long seed, int count) {
    UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
    int[] chosen = AliasMethodDiscreteSampler.of(rng, weights).samples(count).toArray();
    float[][] unary = new float[count][];
    float[][] transitions = new float[count][];
    for (int s = 0; s < count; s++) {
      JointGaussian component = parts.get(chosen[s]);
      LatentSamples one = component.draw(rng, 1);
      unary[s] = one.unary()[0];
      transitions[s] = one.pairwise()[0];
      for (int i = 0; i < mean.length; i++) {
        unary[s][i] += (float) (component.unaryMean()[i] - mean[i]);
      }
    }
    return new LatentSamples(unary, transitions);
  }
}
