package org.gpchain.internal.training.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.internal.gp.posterior.GaussianComponent;
import org.gpchain.internal.training.descent.RestrictedObjective.Range;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParameterLayoutTest {
  private final Draws draws = new Draws(1);

  @Test
  void rangesPartitionTheParameters() {
    ParameterLayout layout = new ParameterLayout(3, 2, 5);
    List<Range> ranges =
        List.of(
            layout.unaryMean(),
            layout.unaryCovariance(),
            layout.pairwiseMean(),
            layout.pairwiseCovariance());
    int at = 0;

    for (Range range : ranges) {
      assertThat(range.from()).isEqualTo(at);
      at = range.to();
    }

    assertThat(at).isEqualTo(layout.parameterCount());
    assertThat(layout.allUnary()).isEqualTo(new Range(0, layout.unaryCovariance().to()));
    assertThat(layout.allPairwise())
        .isEqualTo(new Range(layout.allUnary().to(), layout.parameterCount()));
    assertThat(layout.unaryMean().size()).isEqualTo(30);
    assertThat(layout.unaryCovariance().size()).isEqualTo(3 * 2 * 5 + 3);
    assertThat(layout.pairwiseMean().size()).isEqualTo(4);
    assertThat(layout.pairwiseCovariance().size()).isEqualTo(4);
    assertThat(layout.logits()).isEqualTo(layout.covarianceOf(3));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 3, -1000, 1000})
  void weightsAreTheSoftmaxOfTheLogits(double shift) {
    ParameterLayout layout = new ParameterLayout(3, 1, 2);
    double[] parameters = new double[layout.parameterCount()];
    double[] logits = {0.5, -1, 2};
    for (int k = 0; k < 3; k++) {
      parameters[layout.logits() + k] = logits[k] + shift;
    }
    double sum = Arrays.stream(logits).map(Math::exp).sum();
    double[] expected = Arrays.stream(logits).map(x -> Math.exp(x) / sum).toArray();
    assertClose("weights", layout.weights(parameters), expected, ROUNDING);
  }

  @Test
  void singleComponentHasWeightOne() {
    ParameterLayout layout = new ParameterLayout(1, 1, 1);
    assertThat(layout.weights(new double[] {1, 2, -5000, 4, 5})).containsExactly(1);
  }

  /** Parameters have the documented positions. */
  @Test
  void readsComponentsFromTheirPositions() {
    double[] scale = {2, 3};
    ParameterLayout layout = new ParameterLayout(2, 3, 2);
    double[] parameters = draws.normals(layout.parameterCount(), 1);

    for (int k = 0; k < 2; k++) {
      GaussianComponent component = layout.unaryComponents(parameters, scale).get(k);
      for (int i = 0; i < 3 * 2; i++) {
        assertThat(component.mean()[i]).isEqualTo(scale[i % 2] * parameters[k * 6 + i]);
        assertThat(component.deviation()[i]).isEqualTo(Math.exp(parameters[12 + k * 6 + i]));
      }
    }

    GaussianComponent pairwise = layout.pairwiseComponent(parameters, draws.normals(9, 1));
    assertThat(pairwise.deviation()[8])
        .isEqualTo(Math.exp(parameters[layout.parameterCount() - 1]));
  }

  @Test
  void checksTheBoundsOfEachBlock() {
    ParameterLayout layout = new ParameterLayout(2, 2, 2);
    double[] parameters = new double[layout.parameterCount()];
    Arrays.fill(parameters, layout.unaryMean().from(), layout.unaryMean().to(), 1e9);
    Arrays.fill(parameters, layout.pairwiseMean().from(), layout.pairwiseMean().to(), Double.NaN);

    assertThat(layout.covarianceIsWithinBounds(parameters)).isTrue();
    int unary = layout.unaryCovariance().from() + 3;
    int pairwise = layout.pairwiseCovariance().to() - 1;
    parameters[unary] = -10;
    parameters[pairwise] = 20;
    assertThat(layout.covarianceIsWithinBounds(parameters)).isTrue();
    parameters[unary] = -10.1;
    assertThat(layout.covarianceIsWithinBounds(parameters)).isFalse();
    parameters[unary] = 0;
    parameters[pairwise] = 20.1;
    assertThat(layout.covarianceIsWithinBounds(parameters)).isFalse();
  }

  /** NaN is out of bounds at any position: first, in the middle or last. */
  @Test
  void nanIsOutOfBounds() {
    ParameterLayout layout = new ParameterLayout(2, 2, 2);
    for (Range range : List.of(layout.unaryCovariance(), layout.pairwiseCovariance())) {
      for (int i = range.from(); i < range.to(); i++) {
        double[] parameters = draws.normals(layout.parameterCount(), 0.1);
        parameters[i] = Double.NaN;
        assertThat(layout.covarianceIsWithinBounds(parameters)).as("NaN at " + i).isFalse();
        parameters[i] = Double.NEGATIVE_INFINITY;
        assertThat(layout.covarianceIsWithinBounds(parameters)).as("∞ at " + i).isFalse();
      }
    }
  }

  @Test
  void rejectsInvalidSizes() {
    assertRefused(() -> new ParameterLayout(0, 1, 1), "components");
    assertRefused(() -> new ParameterLayout(1, 0, 1), "labelCount");
    assertRefused(() -> new ParameterLayout(1, 1, 0), "inducing");
  }

  /** Outside the bounds, a line search must step back before the likelihood is evaluated. */
  @Test
  void isComputableOnlyWithinBounds() {
    ParameterLayout layout = new ParameterLayout(1, 2, 1);
    double[] parameters = new double[layout.parameterCount()];
    assertThat(layout.isComputable(parameters)).isTrue();
    for (double bad : new double[] {Double.NaN, Double.NEGATIVE_INFINITY, 1e9}) {
      for (int i = 0; i < parameters.length; i++) {
        double[] outside = parameters.clone();
        outside[i] = bad;
        assertThat(layout.isComputable(outside)).as("%s at %d", bad, i).isFalse();
      }
    }
  }
}
