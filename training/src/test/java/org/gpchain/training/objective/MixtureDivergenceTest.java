package org.gpchain.training.objective;

import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.posterior.GaussianComponent;
import org.gpchain.training.objective.MixtureDivergenceContract.Bound;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bound in both forms, and one form against the other. */
class MixtureDivergenceTest {
  @AutoClose private final Parallel parallel = new Parallel(1);
  private final Draws draws = new Draws(1);

  @Nested
  class WithDeviations implements MixtureDivergenceContract {
    @Override
    public Mixtures.Form form() {
      return Mixtures.DIAGONAL;
    }
  }

  @Nested
  class WithFactors implements MixtureDivergenceContract {
    @Override
    public Mixtures.Form form() {
      return Mixtures.FULL;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void deviationsAreADiagonalFactor(int count) {
    int labels = 3;
    int size = 4;
    double[] weights = Mixtures.weights(draws, count);
    List<GaussianComponent> diagonal = Mixtures.DIAGONAL.random(draws, labels, size, count);
    List<GaussianComponent> full = new ArrayList<>();
    for (GaussianComponent component : diagonal) {
      double[][] factor = new double[labels][size * size];
      for (int i = 0; i < labels * size; i++) {
        factor[i / size][i % size * (size + 1)] = component.deviation()[i];
      }
      full.add(GaussianComponent.full(component.mean(), factor));
    }
    Bound expected = Bound.of(weights, diagonal, labels, size);
    Bound actual = Bound.of(weights, full, labels, size);
    assertClose("value", actual.value(), expected.value(), ALGEBRA);
    assertClose("∂/∂π", actual.gradient().weights(), expected.gradient().weights(), ALGEBRA);
    for (int k = 0; k < count; k++) {
      assertClose("∂/∂m", actual.mean(k), expected.mean(k), ALGEBRA);
      for (int i = 0; i < labels * size; i++) {
        double entry =
            actual.gradient().components().get(k).factor()[i / size][i % size * (size + 1)];
        double deviation = expected.gradient().components().get(k).deviation()[i];
        assertClose("∂/∂S", entry, deviation, ALGEBRA);
      }
    }
  }

  @Test
  void refusesWeightsThatAreNone() {
    List<GaussianComponent> two = Mixtures.DIAGONAL.random(draws, 1, 2, 2);
    refuses(two, "weights must not be negative, weight 1 was -0.1", 1.1, -0.1);
    refuses(two, "weights must not be negative, weight 0 was NaN", Double.NaN, 1);
    refuses(two, "sum of weights must be a positive finite number", 0, 0);
    refuses(two, "sum of weights", 1, Double.POSITIVE_INFINITY);
    refuses(two, "weights must have length 2", 1);
    refuses(List.of(), "components.size() must be at least 1");
  }

  @Test
  void refusesOtherShapesAndForms() {
    GaussianComponent diagonal = Mixtures.DIAGONAL.random(draws, 1, 2);
    GaussianComponent full = Mixtures.FULL.random(draws, 1, 2);
    refuses(List.of(diagonal, full), "of one form", 0.5, 0.5);
    refuses(List.of(Mixtures.DIAGONAL.random(draws, 1, 3)), "mean must have length 2", 1);
    GaussianComponent shortDeviation = GaussianComponent.diagonal(new double[2], new double[] {1});
    refuses(List.of(shortDeviation), "deviation must have length 2", 1);
    GaussianComponent shortFactor = GaussianComponent.full(new double[2], new double[1][3]);
    refuses(List.of(shortFactor), "factor must have length 4", 1);
    GaussianComponent noFactor = GaussianComponent.full(new double[2], new double[0][]);
    refuses(List.of(noFactor), "factor must have length 1", 1);
    assertRefused(
        () -> new GaussianComponent(new double[2], null, null), "either deviations or factors");
    assertRefused(
        () -> new GaussianComponent(new double[2], new double[2], new double[1][4]),
        "either deviations or factors");
  }

  @Test
  void refusesAGradientOfAnotherForm() {
    List<GaussianComponent> diagonal = List.of(Mixtures.DIAGONAL.random(draws, 1, 2));
    List<GaussianComponent> full = List.of(Mixtures.FULL.random(draws, 1, 2));
    MixtureDivergence.Gradient own = MixtureDivergence.Gradient.of(diagonal);
    refuses(diagonal, MixtureDivergence.Gradient.of(full), "of one form");
    refuses(
        diagonal,
        new MixtureDivergence.Gradient(new double[2], own.components()),
        "gradient of weights");
    refuses(
        diagonal,
        new MixtureDivergence.Gradient(new double[1], List.of()),
        "gradient of components");
  }

  private void refuses(
      List<GaussianComponent> components, MixtureDivergence.Gradient out, String message) {
    MixtureDivergence divergence = new MixtureDivergence(1, 2, parallel);
    assertRefused(() -> divergence.value(new double[] {1}, components, out), message);
  }

  private static void refuses(
      List<GaussianComponent> components, String message, double... weights) {
    assertRefused(() -> Bound.of(weights, components, 1, 2), message);
  }
}
