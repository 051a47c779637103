package org.gpchain.internal.gp.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.gpchain.internal.core.kernel.VectorKernel;
import org.gpchain.internal.core.math.DenseColumns;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.gp.inducing.InducingProjection;
import org.gpchain.internal.gp.kernel.ComposedKernel;
import org.gpchain.internal.gp.kernel.Rbf;
import org.junit.jupiter.api.Test;

/** Tests the predictive variance of a squared exponential of vectors. */
class VectorVarianceTest {
  private static final double PRIOR = 2;

  /** Standard deviation of q(v), which is smaller than that of the prior. */
  private static final double DEVIATION = 0.1;

  /** Returns rows that have only one vector with one component each. */
  private static SparseRows rows(float... places) {
    int[] numbers = new int[places.length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i;
    }
    return SparseRows.of(0, new int[places.length + 1], new int[0])
        .withDense(new DenseColumns(1, 1, places, numbers));
  }

  @Test
  void varianceGrowsWithTheDistanceFromTheInducingPoints() {
    VectorKernel vectors = new VectorKernel(new double[] {1});
    ComposedKernel rbf = new ComposedKernel(vectors, PRIOR, new Rbf(1.5));
    GaussianComponent values =
        GaussianComponent.diagonal(new double[2], new double[] {DEVIATION, DEVIATION});
    GaussianComponent transitions = GaussianComponent.diagonal(new double[1], new double[1]);
    InducingProjection projection = InducingProjection.of(rbf, rows(0, 1));
    SparsePosterior posterior =
        new SparsePosterior(1, projection, new double[] {1}, List.of(values), transitions);

    SparseRows inputs = rows(1, 1.5f, 2, 3, 5, 8, 30);
    double[] variances = new double[inputs.rowCount()];
    for (int i = 0; i < variances.length; i++) {
      JointGaussian latent = posterior.latent(0, inputs, i, 1, true);
      variances[i] = Math.pow(latent.unaryFactor().get(0).lower()[0], 2);
    }
    assertThat(variances).isSorted();
    assertThat(variances[0]).isLessThan(0.05 * PRIOR);
    assertThat(variances[variances.length - 1]).isCloseTo(PRIOR, within(1e-6));
  }
}
