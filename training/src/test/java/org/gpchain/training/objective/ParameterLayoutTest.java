package org.gpchain.training.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;
import static org.gpchain.training.objective.ParameterLayout.CovarianceForm.DIAGONAL;
import static org.gpchain.training.objective.ParameterLayout.CovarianceForm.FULL;

import java.util.Arrays;
import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.core.posterior.GaussianComponent;
import org.gpchain.training.objective.ParameterLayout.CovarianceForm;
import org.gpchain.training.optim.RestrictedObjective.Range;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParameterLayoutTest {
  private final Draws draws = new Draws(1);

  @ParameterizedTest
  @EnumSource(CovarianceForm.class)
  void rangesTileTheVector(CovarianceForm form) {
    for (CovarianceForm pairwise : CovarianceForm.values()) {
      ParameterLayout layout = new ParameterLayout(3, 2, 5, form, pairwise);
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
      int block = form == DIAGONAL ? 5 : 25;
      assertThat(layout.unaryMean().size()).isEqualTo(30);
      assertThat(layout.unaryCovariance().size()).isEqualTo(3 * 2 * block + 3);
      assertThat(layout.pairwiseMean().size()).isEqualTo(4);
      assertThat(layout.pairwiseCovariance().size()).isEqualTo(pairwise == DIAGONAL ? 4 : 16);
      assertThat(layout.logits()).isEqualTo(layout.covarianceOf(3));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 3, -1000, 1000})
  void weightsAreASoftmax(double shift) {
    ParameterLayout layout = new ParameterLayout(3, 1, 2, FULL, DIAGONAL);
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
  void oneComponentHasTheWholeWeight() {
    ParameterLayout layout = new ParameterLayout(1, 1, 1, DIAGONAL, DIAGONAL);
    assertThat(layout.weights(new double[] {1, 2, -5000, 4, 5})).containsExactly(1);
  }

  /** Each parameter stands where the javadoc says; above the diagonal there is nothing. */
  @Test
  void componentsAreReadFromTheirPlaces() {
    double[] scale = {2, 3};
    for (CovarianceForm form : CovarianceForm.values()) {
      ParameterLayout layout = new ParameterLayout(2, 3, 2, form, form);
      double[] parameters = draws.normals(layout.parameterCount(), 1);
      int block = form.size(2);
      for (int k = 0; k < 2; k++) {
        GaussianComponent component = layout.unaryComponents(parameters, scale).get(k);
        for (int v = 0; v < 3; v++) {
          for (int i = 0; i < 2; i++) {
            double mean = scale[i] * parameters[(k * 3 + v) * 2 + i];
            assertThat(component.mean()[v * 2 + i]).isEqualTo(mean);
          }
          int from = 2 * 3 * 2 + (k * 3 + v) * block;
          double[] own = Arrays.copyOfRange(parameters, from, from + block);
          if (form == DIAGONAL) {
            assertThat(Arrays.copyOfRange(component.deviation(), v * 2, v * 2 + 2))
                .containsExactly(Math.exp(own[0]), Math.exp(own[1]));
          } else {
            assertThat(component.factor()[v])
                .containsExactly(Math.exp(own[0]), 0, own[2], Math.exp(own[3]));
          }
        }
      }
    }
  }

  @Test
  void boundsOfCovariancesHoldForEachBlock() {
    ParameterLayout layout = new ParameterLayout(2, 2, 2, DIAGONAL, FULL);
    double[] parameters = new double[layout.parameterCount()];
    Arrays.fill(parameters, layout.unaryMean().from(), layout.unaryMean().to(), 1e9);
    Arrays.fill(parameters, layout.pairwiseMean().from(), layout.pairwiseMean().to(), Double.NaN);
    assertThat(layout.covarianceIsWithin(parameters, 0, 0)).isTrue();
    parameters[layout.unaryCovariance().from() + 3] = -2;
    parameters[layout.pairwiseCovariance().to() - 1] = 3;
    assertThat(layout.covarianceIsWithin(parameters, 2, 3)).isTrue();
    assertThat(layout.covarianceIsWithin(parameters, 1.9, 3)).isFalse();
    assertThat(layout.covarianceIsWithin(parameters, 2, 2.9)).isFalse();
  }

  /** Wherever it stands: first, in the middle or last. */
  @Test
  void noCovarianceThatIsNotANumberIsWithin() {
    ParameterLayout layout = new ParameterLayout(2, 2, 2, DIAGONAL, DIAGONAL);
    for (Range range : List.of(layout.unaryCovariance(), layout.pairwiseCovariance())) {
      for (int i = range.from(); i < range.to(); i++) {
        double[] parameters = draws.normals(layout.parameterCount(), 0.1);
        parameters[i] = Double.NaN;
        assertThat(layout.covarianceIsWithin(parameters, 10, 20)).as("NaN at " + i).isFalse();
        parameters[i] = Double.NEGATIVE_INFINITY;
        assertThat(layout.covarianceIsWithin(parameters, 10, 20)).as("∞ at " + i).isFalse();
      }
    }
  }

  @Test
  void refusesSizesThatAreNone() {
    assertRefused(() -> new ParameterLayout(0, 1, 1, FULL, FULL), "components");
    assertRefused(() -> new ParameterLayout(1, 0, 1, FULL, FULL), "labelCount");
    assertRefused(() -> new ParameterLayout(1, 1, 0, FULL, FULL), "inducing");
  }

  /** A line search must see that it has gone too far, whatever the likelihood would say there. */
  @Test
  void isComputableOnlyWithinBounds() {
    ParameterLayout layout = new ParameterLayout(1, 2, 1, DIAGONAL, DIAGONAL);
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
