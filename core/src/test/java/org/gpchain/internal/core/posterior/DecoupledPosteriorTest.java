package org.gpchain.internal.core.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.SINGLE;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.kernel.RandomRows;
import org.gpchain.internal.core.math.DenseColumns;
import org.gpchain.internal.core.math.SparseRows;
import org.junit.jupiter.api.Test;

class DecoupledPosteriorTest {
  private static final int FEATURES = 12;

  private static float[] weights(int labelCount) {
    return new Draws(5).floats(FEATURES * labelCount, 1);
  }

  private static DecoupledPosterior posterior(ScoreCovariance covariance, int v) {
    return new DecoupledPosterior(
        v, weights(v), new Draws(1).normals(v * v, 1), new double[v * v], covariance);
  }

  private static double[] mean(
      DecoupledPosterior posterior, int[] starts, int[] features, float[] values) {
    int v = posterior.labelCount();
    double[] mean = new double[(starts.length - 1) * v];
    for (int t = 0; t < starts.length - 1; t++) {
      for (int i = starts[t]; i < starts[t + 1]; i++) {
        for (int a = 0; a < v; a++) {
          mean[t * v + a] += (double) values[i] * posterior.weights()[features[i] * v + a];
        }
      }
    }
    return mean;
  }

  private static SparseRows rows(int[] rowStart, int[] features, float[] values) {
    return SparseRows.of(FEATURES, rowStart, features, values);
  }

  /** Several rows of weights are added together, so that all remainders must be tested. */
  @Test
  void meanIsTheSumOfAnyNumberOfActiveWeights() {
    int v = 5;
    DecoupledPosterior posterior = posterior(null, v);
    Draws draws = new Draws(8);
    int length = 12;
    int[] rowStart = new int[length + 1];
    for (int t = 0; t < length; t++) {
      rowStart[t + 1] = rowStart[t] + t;
    }

    int[] features = draws.indices(rowStart[length], FEATURES);
    float[] ones = new float[features.length];
    Arrays.fill(ones, 1);
    float[] values = draws.floats(features.length, 1);
    double[] out = draws.normals(length * v, 1);
    double[] ofOnes = draws.normals(length * v, 1);
    for (float[] entries : List.of(ones, values)) {
      posterior.unaryMean(rows(rowStart, features, entries), 0, length, out);
      assertClose("E[f]", out, mean(posterior, rowStart, features, entries), ROUNDING);
    }

    posterior.unaryMean(rows(rowStart, features, ones), 0, length, ofOnes);
    posterior.unaryMean(rows(rowStart, features, null), 0, length, out);

    assertThat(ofOnes).as("exactly equal").containsExactly(out);
  }

  /** Component e of block b is column {@code e·B + b}, after the sparse columns. */
  @Test
  void denseColumnsAddTheProductsOfTheirWeights() {
    int v = 2;
    DenseColumns dense =
        new DenseColumns(
            2, 2, new float[] {1, 2, -3, 0.5f}, new int[] {0, 1, DenseColumns.NONE, 1});
    SparseRows sparse = SparseRows.of(FEATURES - 4, new int[] {0, 1, 1}, new int[] {7});
    DecoupledPosterior posterior = posterior(null, v);
    double[] out = {9, 9, 9, 9};

    posterior.unaryMean(sparse.withDense(dense), 0, 2, out);

    double[][] rows = {{1, 1, -3, 2, 0.5}, {0, 0, -3, 0, 0.5}};
    double[] expected = new double[4];
    for (int t = 0; t < 2; t++) {
      for (int d = 7; d < FEATURES; d++) {
        for (int a = 0; a < v; a++) {
          expected[t * v + a] += rows[t][d - 7] * posterior.weights()[d * v + a];
        }
      }
    }
    assertClose("E[f]", out, expected, SINGLE);
  }

  @Test
  void latentScoresHaveTheMeansOfThePosterior() {
    DecoupledPosterior posterior = posterior(new ToyCovariance(2, 1), 2);
    SparseRows x = RandomRows.rows(new Draws(3), 8, FEATURES, 5);
    double[] unaryMean = new double[10];
    posterior.unaryMean(x, 1, 5, unaryMean);

    LatentGaussian latent = posterior.latent(x, 1, 5, false);

    assertThat(latent.unaryMean()).isEqualTo(unaryMean).isNotEqualTo(new double[10]);
    assertThat(latent.pairwiseMean()).isEqualTo(posterior.pairwiseMean());
    assertThat(latent.deviations().draw(4, 7).unary())
        .isDeepEqualTo(
            posterior.covariance().deviations(x, 1, 5, false, new double[4]).draw(4, 7).unary());
    assertThat(posterior.hasCovariance()).isTrue();
  }

  @Test
  void samplesAreDrawnFromTheCovariance() {
    ToyCovariance covariance = new ToyCovariance(2, 1);
    SparseRows x = RandomRows.rows(new Draws(3), 8, FEATURES, 5);
    LatentSamples expected = covariance.deviations(x, 1, 5, true, new double[4]).draw(4, 7);
    LatentSamples actual = posterior(covariance, 2).latent(x, 1, 5, true).deviations().draw(4, 7);
    assertThat(actual.count()).isEqualTo(7);
    assertThat(actual.unary()).isDeepEqualTo(expected.unary());
    assertThat(actual.pairwise()).isDeepEqualTo(expected.pairwise());
  }

  @Test
  void plugInPosteriorHasNoSamples() {
    DecoupledPosterior posterior =
        DecoupledPosterior.plugIn(2, weights(2), new double[] {1, 2, 3, 4});
    assertThat(posterior.hasCovariance()).isFalse();
    assertThat(posterior.ownSamples()).isZero();
    assertThat(posterior.featureCount()).isEqualTo(FEATURES);
    assertThat(posterior.featureWeights()).isSameAs(posterior.weights()).isEqualTo(weights(2));
    assertThat(posterior.pairwiseMean()).containsExactly(1, 2, 3, 4);
    assertThat(posterior.pairwiseVariance()).containsExactly(0, 0, 0, 0);
    SparseRows x = SparseRows.of(FEATURES, new int[] {0, 0}, new int[0]);
    assertFails(IllegalStateException.class, () -> posterior.latent(x, 0, 1, false), "plug-in");
  }

  @Test
  void shapesAreChecked() {
    assertRejected(0, 0, 0, 0, null, "labelCount");
    assertRejected(2, 3, 4, 4, null, "weights");
    assertRejected(2, 4, 3, 4, null, "pairwiseMean");
    assertRejected(2, 4, 4, 3, null, "pairwiseVariance");
    assertRejected(2, 4, 4, 4, new ToyCovariance(3, 1), "covariance");
  }

  private static void assertRejected(
      int v, int weights, int mean, int variance, ScoreCovariance covariance, String named) {
    assertRefused(
        () ->
            new DecoupledPosterior(
                v, new float[weights], new double[mean], new double[variance], covariance),
        named);
  }

  @Test
  void differenceSubtractsTheMean() {
    assertThat(LatentSamples.difference(new double[] {3, -1, 5}, new double[] {1, 2}))
        .containsExactly(2, -3);
  }

  @Test
  void shapesOfSamplesAreChecked() {
    assertRefused(() -> new LatentSamples(new float[0][], new float[0][]), "number of samples");
    assertRefused(() -> new LatentSamples(new float[2][3], new float[1][3]), "pairwise");
  }
}
