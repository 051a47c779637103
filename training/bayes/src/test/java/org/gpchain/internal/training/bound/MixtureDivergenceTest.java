package org.gpchain.internal.training.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.filled;
import static org.gpchain.core.NaiveAlgebra.rowMajor;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.FINITE_DIFFERENCE;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;
import static org.gpchain.core.Tolerances.differences;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.gp.posterior.GaussianComponent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MixtureDivergenceTest {
  /** Returns the gap between the bound for several components and the divergence of one. */
  private static double slack(int labels, int size) {
    return 0.5 * labels * size * (1 - Math.log(2));
  }

  /** The bound with its gradient, computed on one thread into arrays of NaN. */
  private record Bound(double value, MixtureDivergence.Gradient gradient) {
    static Bound of(double[] weights, List<GaussianComponent> components, int labels, int size) {
      return of(weights, components, labels, size, 1);
    }

    static Bound of(
        double[] weights, List<GaussianComponent> components, int labels, int size, int threads) {
      MixtureDivergence.Gradient out = MixtureDivergence.Gradient.of(components);
      arrays(out).forEach(array -> Arrays.fill(array, Double.NaN));
      try (Parallel parallel = new Parallel(threads)) {
        MixtureDivergence divergence = new MixtureDivergence(labels, size, parallel);
        return new Bound(divergence.value(weights, components, out), out);
      }
    }

    /** Returns the arrays of a gradient: weights, then means and deviations of each component. */
    private static Stream<double[]> arrays(MixtureDivergence.Gradient gradient) {
      return Stream.concat(
          Stream.of(gradient.weights()),
          gradient.components().stream().flatMap(c -> Stream.of(c.mean(), c.deviation())));
    }

    double[] flat() {
      return rowMajor(arrays(gradient).toArray(double[][]::new));
    }

    void assertFinite() {
      assertThat(value).isFinite();
      assertThat(Arrays.stream(flat())).allMatch(Double::isFinite);
    }

    double[] mean(int k) {
      return gradient.components().get(k).mean();
    }

    double[] covariance(int k) {
      return gradient.components().get(k).deviation();
    }
  }

  @ParameterizedTest
  @CsvSource({"1,1,1", "1,1,3", "1,3,2", "2,1,1", "2,1,4", "2,3,2", "3,1,1", "3,2,3", "3,4,1"})
  void gradientMatchesFiniteDifferences(int count, int labels, int size) {
    Draws draws = new Draws(count * 100 + labels * 10 + size);
    int length = labels * size;
    int each = 2 * length;
    double[] at = new double[count * (1 + each)];
    System.arraycopy(draws.uniforms(count, 0.2, 0.7), 0, at, 0, count);

    for (int i = count; i < at.length; i++) {
      at[i] = draws.between(-0.7, 0.7);
    }
    double[] gradient = at(at, count, labels, size).flat();

    assertThat(gradient).hasSize(at.length);
    double[] expected = differences(at, () -> at(at, count, labels, size).value());
    assertClose("gradient", gradient, expected, FINITE_DIFFERENCE);
  }

  private Bound at(double[] parameters, int count, int labels, int size) {
    int length = labels * size;
    int each = 2 * length;
    List<GaussianComponent> components = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      int from = count + k * each;
      double[] mean = Arrays.copyOfRange(parameters, from, from + length);
      double[] covariance = Arrays.copyOfRange(parameters, from + length, from + each);
      components.add(Mixtures.component(mean, covariance));
    }
    return Bound.of(Arrays.copyOf(parameters, count), components, labels, size);
  }

  @ParameterizedTest
  @CsvSource({"2,1,1", "2,3,2", "3,2,3", "5,2,2"})
  void valueMatchesThePaper(int count, int labels, int size) {
    Draws draws = new Draws(count);
    double[] weights = Mixtures.weights(draws, count);
    List<GaussianComponent> components = Mixtures.random(draws, labels, size, count);
    double expected = Mixtures.bound(weights, components, labels, size);
    assertClose("bound", Bound.of(weights, components, labels, size).value(), expected, ALGEBRA);
  }

  @ParameterizedTest
  @CsvSource({"1,1", "1,4", "3,1", "2,3"})
  void divergenceOfOneComponentIsExact(int labels, int size) {
    GaussianComponent component = Mixtures.random(new Draws(size), labels, size);
    double expected = Mixtures.divergence(component, labels, size);
    Bound bound = Bound.of(new double[] {1}, List.of(component), labels, size);
    assertClose("KL", bound.value(), expected, ALGEBRA);
  }

  /** For distant components, the bound is {@code Σ π_k KL_k + Σ π_k log π_k} plus the gap. */
  @ParameterizedTest
  @CsvSource({"40", "1e6"})
  void distantComponentsAddTheEntropyOfTheirWeights(double distance) {
    Draws draws = new Draws(2);
    double[] weights = {0.2, 0.5, 0.3};
    List<GaussianComponent> components = Mixtures.random(draws, 2, 3, 3);
    double expected = slack(2, 3);

    for (int k = 0; k < 3; k++) {
      components.get(k).mean()[k] += k * distance;
      double divergence = Mixtures.divergence(components.get(k), 2, 3);
      expected += weights[k] * (divergence + Math.log(weights[k]));
    }

    Bound bound = Bound.of(weights, components, 2, 3);
    assertClose("value", bound.value(), expected, ALGEBRA);
    for (int k = 0; k < 3; k++) {
      double weight = weights[k];
      Bound alone = Bound.of(new double[] {1}, List.of(components.get(k)), 2, 3);
      assertClose("∂/∂m", bound.mean(k), scaled(weight, alone.mean(0)), ALGEBRA);
      double[] covariance = scaled(weight, alone.covariance(0));
      assertClose("∂/∂S", bound.covariance(k), covariance, ALGEBRA);
      double free = alone.value() + slack(2, 3) + Math.log(weight) + 1;
      assertClose("∂/∂π", bound.gradient().weights()[k], free, ALGEBRA);
    }
  }

  private static double[] scaled(double factor, double[] values) {
    return Arrays.stream(values).map(x -> factor * x).toArray();
  }

  /** With 540 dimensions, all densities, even at the mean, are zero or infinite. */
  @ParameterizedTest
  @CsvSource({"-3", "3"})
  void handlesDensitiesThatUnderflowOrOverflow(double shift) {
    Draws draws = new Draws(3);
    int labels = 60;
    int size = 9;
    List<GaussianComponent> components = new ArrayList<>();
    double[] mean = draws.normals(labels * size, 1);

    for (int k = 0; k < 2; k++) {
      double[] covariance = filled(labels * size, shift);
      components.add(Mixtures.component(mean, covariance));
      mean[0] += 0.01;
    }

    Bound bound = Bound.of(new double[] {0.4, 0.6}, components, labels, size);
    double divergence = Mixtures.divergence(components.get(0), labels, size);
    double other = Mixtures.divergence(components.get(1), labels, size);
    double above = 0.4 * divergence + 0.6 * other + slack(labels, size);
    double mixing = 0.4 * Math.log(0.4) + 0.6 * Math.log(0.6);

    // In any dimension, the bound is near the bound for components that coincide.
    assertThat(bound.value()).isBetween(above + mixing - 5, above + 5);
    bound.assertFinite();
  }

  @Test
  void handlesWeightsNearZeroAndOne() {
    Draws draws = new Draws(4);
    List<GaussianComponent> components = Mixtures.random(draws, 2, 3, 3);
    double alone = Bound.of(new double[] {1}, components.subList(1, 2), 2, 3).value();
    Bound corner = Bound.of(new double[] {0, 1, 0}, components, 2, 3);

    assertClose("value", corner.value(), alone + slack(2, 3), ROUNDING);
    corner.assertFinite();
    for (int k = 0; k < 3; k += 2) {
      assertThat(Arrays.stream(corner.mean(k)).allMatch(x -> x == 0)).isTrue();
      assertThat(Arrays.stream(corner.covariance(k)).allMatch(x -> x == 0)).isTrue();
    }

    for (double tiny : new double[] {1e-12, 1e-300, Double.MIN_VALUE}) {
      Bound near = Bound.of(new double[] {tiny, 1, tiny}, components, 2, 3);
      near.assertFinite();
      assertClose("value", near.value(), corner.value(), ALGEBRA);
      double[] expected = corner.gradient().weights();
      assertClose("∂/∂π", near.gradient().weights(), expected, ALGEBRA);
    }
  }

  /** {@code N_kℓ / z_ℓ} can be {@code 2^(JM/2)}, which overflows, but π times it must be zero. */
  @Test
  void handlesAWeightOfZeroWhoseDerivativeOverflows() {
    int labels = 900;
    double[] narrow = filled(labels * 3, -8);
    double[] mean = new double[labels * 3];
    double[] unit = new double[narrow.length];
    List<GaussianComponent> components =
        List.of(Mixtures.component(mean, narrow), Mixtures.component(mean, unit));
    Bound bound = Bound.of(new double[] {0, 1}, components, labels, 3);
    bound.assertFinite();
    assertThat(0 * bound.gradient().weights()[0]).isZero();
  }

  @Test
  void valueDoesNotDependOnTheNumberOfThreads() {
    Draws draws = new Draws(5);
    double[] weights = Mixtures.weights(draws, 3);
    List<GaussianComponent> components = Mixtures.random(draws, 13, 4, 3);
    Bound singleThreaded = Bound.of(weights, components, 13, 4);
    Bound four = Bound.of(weights, components, 13, 4, 4);
    assertThat(four).usingRecursiveComparison().isEqualTo(singleThreaded);
  }

  @Test
  void valueIsNotFiniteForNonpositiveDeviations() {
    for (double bad : new double[] {Double.NaN, Double.NEGATIVE_INFINITY}) {
      double[] covariance = new double[1 * 2];
      covariance[0] = bad;
      GaussianComponent component = Mixtures.component(new double[2], covariance);
      Bound bound = Bound.of(new double[] {1}, List.of(component), 1, 2);
      assertThat(Double.isFinite(bound.value())).isFalse();
    }
  }
}
