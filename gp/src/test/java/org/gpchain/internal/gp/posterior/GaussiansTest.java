package org.gpchain.internal.gp.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.doubles;
import static org.gpchain.core.NaiveAlgebra.matrix;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.rowMajor;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.NaiveAlgebra.transposed;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.SINGLE;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.posterior.LatentSamples;
import org.gpchain.internal.gp.algebra.Cholesky;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests Gaussians over inducing values and over the scores of a sentence. */
class GaussiansTest {
  private static final int LABELS = 3;

  /** Sums are computed four at a time, so M takes values around multiples of four. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, true",
    "1, 1, false",
    "3, 4, false",
    "4, 1, true",
    "4, 5, false",
    "5, 2, true",
    "9, 6, true",
    "9, 6, false"
  })
  void latentMomentsEqualTheFormulas(int m, int length, boolean diagonal) {
    Draws draws = new Draws(m + length);
    GaussianComponent component = Components.of(draws, LABELS, m, diagonal);
    assertThat(component.isDiagonal()).isEqualTo(diagonal);
    double[] w = draws.normals(length * m, 1);
    double[] before = w.clone();
    double[][] rows = matrix(w, length);
    for (int label = 0; label < LABELS; label++) {
      double[][] s = Components.covariance(component, label, m);
      double[][] mean = product(rows, Components.mean(component, label, m));
      double[] meanOut = new double[length * LABELS];
      Arrays.fill(meanOut, -7);
      component.latentMean(label, w, length, meanOut, LABELS);
      for (int i = 0; i < meanOut.length; i++) {
        double expected = i % LABELS == label ? mean[i / LABELS][0] : -7;
        assertClose("b", meanOut[i], expected, ROUNDING);
      }

      double[] start = draws.normals(length * length, 1);
      double[] covariance = start.clone();
      component.addLatentCovariance(label, w, length, covariance);
      double[][] explained = product(product(rows, s), transposed(rows));
      assertClose(
          "W S Wᵀ", covariance, rowMajor(sum(matrix(start, length), 1, explained)), ROUNDING);
    }
    assertThat(w).isEqualTo(before);
  }

  @Test
  void refusesComponentsOfOtherShapes() {
    double[] six = new double[6];
    assertRefused(() -> new GaussianComponent(six, null, null), "either deviations or factors");
    assertRefused(
        () -> new GaussianComponent(six, six, new double[2][9]), "either deviations or factors");
    GaussianComponent.diagonal(six, six).check(2, 3);
    GaussianComponent.full(six, new double[2][9]).check(2, 3);
    refusesComponent(GaussianComponent.diagonal(new double[5], six), "mean must have length 6");
    refusesComponent(
        GaussianComponent.diagonal(six, new double[5]), "deviation must have length 6");
    refusesComponent(GaussianComponent.full(six, new double[3][9]), "factor must have length 2");
    double[][] uneven = {new double[9], new double[8]};
    refusesComponent(GaussianComponent.full(six, uneven), "factor must have length 9");
  }

  private static void refusesComponent(GaussianComponent component, String message) {
    assertRefused(() -> component.check(2, 3), message);
  }

  private static JointGaussian joint(int length, int v, boolean diagonal) {
    Draws draws = new Draws(length * 10L + v);
    List<Cholesky> factors = new ArrayList<>();
    for (int label = 0; label < v; label++) {
      factors.add(Cholesky.ofFactor(draws.factor(length, 1, 0.3, 2), length));
    }

    double[] deviation = draws.uniforms(v * v, 0.3, 2);
    double[] unaryMean = draws.normals(length * v, 1);
    double[] pairwiseMean = draws.normals(v * v, 1);
    if (diagonal) {
      return new JointGaussian(unaryMean, factors, pairwiseMean, deviation, null);
    }
    Cholesky pairwiseFactor = Cholesky.ofFactor(draws.factor(v * v, 1, 0.3, 2), v * v);
    return new JointGaussian(unaryMean, factors, pairwiseMean, null, pairwiseFactor);
  }

  private static double[] column(Cholesky factor, double[] noise, int from) {
    double[] part = Arrays.copyOfRange(noise, from, from + factor.size());
    return rowMajor(product(matrix(factor.lower(), factor.size()), matrix(part, part.length)));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, true",
    "1, 1, false",
    "1, 3, false",
    "6, 1, true",
    "4, 3, true",
    "4, 3, false"
  })
  void transformReturnsMeanPlusFactorTimesNoise(int length, int v, boolean diagonal) {
    JointGaussian q = joint(length, v, diagonal);
    assertThat(q.length()).isEqualTo(length);
    assertThat(q.labelCount()).isEqualTo(v);
    assertThat(q.noiseCount()).isEqualTo(length * v + v * v);

    double[] noise = new Draws(3).normals(q.noiseCount(), 1);
    double[] before = noise.clone();
    double[] unary = new double[length * v];
    double[] pairwise = new double[v * v];
    Arrays.fill(unary, Double.NaN);
    Arrays.fill(pairwise, Double.NaN);
    JointSampler sampler = new JointSampler(q);
    sampler.transform(new Draws(4).normals(q.noiseCount(), 1), unary, pairwise);
    sampler.transform(noise, unary, pairwise);

    assertThat(noise).isEqualTo(before);
    assertThat(sampler.pairwiseNoise())
        .isEqualTo(Arrays.copyOfRange(noise, length * v, noise.length));

    for (int label = 0; label < v; label++) {
      double[] deviation = column(q.unaryFactor().get(label), noise, label * length);
      for (int t = 0; t < length; t++) {
        assertThat(sampler.unaryNoise()[t * v + label]).isEqualTo(noise[label * length + t]);
        double expected = q.unaryMean()[t * v + label] + deviation[t];
        assertClose("f", unary[t * v + label], expected, ROUNDING);
      }
    }

    double[] full = diagonal ? null : column(q.pairwiseFactor(), noise, length * v);
    for (int i = 0; i < v * v; i++) {
      double deviation = diagonal ? q.pairwiseDeviation()[i] * noise[length * v + i] : full[i];
      assertClose("g", pairwise[i], q.pairwiseMean()[i] + deviation, ROUNDING);
    }
  }

  @Test
  void refusesJointGaussiansOfOtherShapes() {
    Cholesky two = Cholesky.ofFactor(new Draws(1).factor(2, 1, 0.3, 2), 2);
    Cholesky four = Cholesky.ofFactor(new Draws(1).factor(4, 1, 0.3, 2), 4);
    List<Cholesky> factors = List.of(two, two);
    double[] deviation = new double[4];
    refuses(4, List.of(), 4, deviation, null, "number of factors");
    refuses(3, factors, 4, deviation, null, "unaryMean");
    refuses(4, factors, 3, deviation, null, "pairwiseMean");
    refuses(4, factors, 4, null, null, "either deviations or a factor");
    refuses(4, factors, 4, deviation, four, "either deviations or a factor");
    refuses(4, factors, 4, new double[3], null, "covariance of g");
    refuses(4, factors, 4, null, two, "covariance of g");
    refuses(4, List.of(two, four), 4, deviation, null, "unaryFactor");
  }

  private static void refuses(
      int mean,
      List<Cholesky> factors,
      int pairs,
      double[] deviation,
      Cholesky factor,
      String message) {
    assertRefused(
        () -> new JointGaussian(new double[mean], factors, new double[pairs], deviation, factor),
        message);
  }

  @ParameterizedTest
  @CsvSource({"1, 1, true", "4, 2, true", "4, 2, false"})
  void drawsAreDeviationsFromTheMean(int length, int v, boolean diagonal) {
    JointGaussian q = joint(length, v, diagonal);
    JointGaussian centered =
        new JointGaussian(
            new double[length * v],
            q.unaryFactor(),
            new double[v * v],
            q.pairwiseDeviation(),
            q.pairwiseFactor());
    LatentSamples samples = q.draw(5, 20);
    LatentSamples expected = centered.draw(5, 20);

    assertThat(samples.count()).isEqualTo(20);

    for (int s = 0; s < 20; s++) {
      assertClose("f − E f", doubles(samples.unary()[s]), doubles(expected.unary()[s]), SINGLE);
      assertClose(
          "g − E g", doubles(samples.pairwise()[s]), doubles(expected.pairwise()[s]), SINGLE);
    }

    assertThat(samples.unary()[0]).isNotEqualTo(samples.unary()[1]);
    assertThat(q.draw(5, 20).unary()).isDeepEqualTo(samples.unary());
  }
}
