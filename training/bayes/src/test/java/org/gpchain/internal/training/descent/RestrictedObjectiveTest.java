package org.gpchain.internal.training.descent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.training.descent.RestrictedObjective.Range;
import org.gpchain.internal.training.optim.StochasticObjectiveContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

class RestrictedObjectiveTest {
  private static final LeastSquares WHOLE = LeastSquares.random(1, 7, 4, 0.5);
  private static final double[] ALL = {1, -2, 3, 0.5};

  private static RestrictedObjective restricted(int from, int to) {
    return new RestrictedObjective(WHOLE, ALL, new Range(from, to));
  }

  @Nested
  @ParameterizedClass
  @CsvSource({"1, 3", "3, 4", "0, 4"})
  class OfARange implements StochasticObjectiveContract {
    @Parameter(0)
    int from;

    @Parameter(1)
    int to;

    @Override
    public RestrictedObjective objective(Parallel parallel) {
      return restricted(from, to);
    }
  }

  @Test
  void valueIsThatOfTheWholeAtTheExpandedParameters() {
    RestrictedObjective objective = restricted(1, 3);
    double[] part = {7, 8};
    double[] expanded = objective.expand(part);
    assertThat(expanded).containsExactly(1, 7, 8, 0.5);
    double[] gradient = new double[2];
    double[] whole = new double[4];
    assertThat(objective.valueAndGradient(part, 9, gradient))
        .isEqualTo(WHOLE.valueAndGradient(expanded, 9, whole));
    assertThat(gradient).containsExactly(whole[1], whole[2]);
    assertThat(objective.parameterCount()).isEqualTo(2);
  }

  @Test
  void lengthsAreChecked() {
    assertRefused(() -> restricted(3, 5), "room for 5");
    assertRefused(
        () -> new RestrictedObjective(WHOLE, new double[3], new Range(0, 1)),
        "all must have length 4 [parameterCount], had 3");
    assertRefused(() -> restricted(1, 3).expand(new double[3]));
    assertRefused(() -> new Range(3, 2), "3, 2");
    assertRefused(() -> new Range(-1, 2), "-1, 2");
  }
}
