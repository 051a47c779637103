package org.gpchain.internal.training.hyper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.dot;
import static org.gpchain.core.Tolerances.FINITE_DIFFERENCE;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;
import static org.gpchain.core.Tolerances.differences;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.training.optim.Precision;
import org.junit.jupiter.api.Test;

/**
 * Tests columns of seven features. The training rows have the features 0, 1 and 2 on the same
 * tokens, and 3 and 4 on the same token, twice. Feature 5 is alone on a token, and feature 6 is
 * only in held-out rows. Feature 1 is in held-out rows as well, so that it is not tied to 0 and 2.
 */
class TiedColumnsTest {
  private static final int[] GROUPS = {0, 0, 1, 0, 1, 1, 0};
  private static final SparseRows TRAIN =
      SparseRows.of(7, new int[] {0, 3, 10, 11, 11}, new int[] {0, 1, 2, 0, 1, 2, 3, 4, 4, 3, 5});
  private static final SparseRows HELD_OUT =
      SparseRows.of(7, new int[] {0, 2, 4}, new int[] {1, 6, 1, 1});
  private static final int COLUMNS = 4;
  private static final double[] THETA = {0.3, -0.8, 1.2};

  private final TiedColumns tied = TiedColumns.of(TRAIN, HELD_OUT, GROUPS);

  private static int[] row(SparseRows rows, int row) {
    return IntStream.range(rows.start(row), rows.start(row + 1)).map(rows::column).toArray();
  }

  @Test
  void rowsHaveTheColumnsOfTheirFeatures() {
    assertThat(tied.count).isEqualTo(COLUMNS);
    SparseRows train = tied.tie(TRAIN);
    assertThat(train.columnCount()).isEqualTo(COLUMNS);
    assertThat(row(train, 0)).containsExactly(0, 1);
    assertThat(row(train, 1)).containsExactly(0, 1, 2, 2);
    assertThat(row(train, 2)).containsExactly(3);
    assertThat(row(train, 3)).isEmpty();
  }

  @Test
  void heldOutRowsLoseFeaturesWithoutTrainingRows() {
    SparseRows heldOut = tied.tie(HELD_OUT);
    assertThat(row(heldOut, 0)).containsExactly(1);
    assertThat(row(heldOut, 1)).containsExactly(1, 1);
  }

  @Test
  void withoutHeldOutRowsMoreFeaturesAreTied() {
    TiedColumns columns = TiedColumns.of(TRAIN, HELD_OUT.select(new int[0]), GROUPS);
    assertThat(columns.count).isEqualTo(3);
    SparseRows rows = columns.tie(TRAIN);
    assertThat(row(rows, 0)).containsExactly(0);
    assertThat(row(rows, 1)).containsExactly(0, 1, 1);
    assertThat(row(rows, 2)).containsExactly(2);
    assertThat(IntStream.range(columns.start[0], columns.start[1]).map(i -> columns.groups[i]))
        .containsExactly(0, 1);
    assertThat(IntStream.range(columns.start[0], columns.start[1]).map(i -> columns.features[i]))
        .containsExactly(2, 1);
  }

  @Test
  void columnsHaveTheGroupsOfTheirFeatures() {
    int[][] groups = {{0, 1}, {0}, {0, 1}, {1}};
    for (int c = 0; c < COLUMNS; c++) {
      IntStream entries = IntStream.range(tied.start[c], tied.start[c + 1]);
      assertThat(entries.map(i -> tied.groups[i]))
          .containsExactly(Arrays.stream(groups[c]).boxed().toArray(Integer[]::new));
      for (int i = tied.start[c]; i < tied.start[c + 1]; i++) {
        assertThat(tied.features[i]).isOne();
      }
    }
  }

  @Test
  void variancesOfTiedFeaturesAddUp() {
    Precision precision = tied.precision(THETA);
    double precisionOfBoth = 1 / (Math.exp(THETA[0]) + Math.exp(THETA[1]));
    double[] expected = {
      precisionOfBoth, Math.exp(-THETA[0]), precisionOfBoth, Math.exp(-THETA[1])
    };
    assertClose("precision", precision.columns(), expected, ROUNDING);
    assertClose("shared", precision.shared(), Math.exp(-THETA[2]), ROUNDING);
  }

  /** {@code pullBack} computes derivatives of the negative precisions. */
  @Test
  void pullBackEqualsFiniteDifferences() {
    double[] slope = new Draws(4).normals(COLUMNS, 1);
    double[] gradient = {Double.NaN, Double.NaN, 17};
    tied.pullBack(slope, tied.precision(THETA), THETA, gradient);
    double[] theta = THETA.clone();
    double[] expected = differences(theta, () -> -dot(slope, tied.precision(theta).columns()));
    assertClose("∂/∂θ", gradient, Arrays.copyOf(expected, 2), FINITE_DIFFERENCE);
    assertThat(gradient[2]).as("derivative for the transitions").isEqualTo(17);
  }

  /** Among all weights with the same scores, the untied weights are the most probable ones. */
  @Test
  void untyingDividesWeightsInProportionToVariances() {
    double[] weights = new Draws(5).normals(2 * COLUMNS, 1);
    double[] untied = tied.untie(weights, 2, tied.precision(THETA), THETA);
    assertThat(untied).hasSize(14);
    assertClose("scores", scores(TRAIN, untied), scores(tied.tie(TRAIN), weights), ROUNDING);
    for (int a = 0; a < 2; a++) {
      assertThat(untied[2 + a]).as("not tied").isEqualTo(weights[2 + a]);
      assertClose("shares", untied[a] / untied[4 + a], Math.exp(THETA[0] - THETA[1]), ROUNDING);
      assertThat(untied[12 + a]).as("not in training").isZero();
    }
  }

  private static double[] scores(SparseRows rows, double[] weights) {
    double[] scores = new double[rows.rowCount() * 2];
    for (int row = 0; row < rows.rowCount(); row++) {
      rows.addSelected(row, weights, 2, scores, row * 2);
    }
    return scores;
  }

  /** Features 0 and 1 differ only in a held-out row, features 0 and 2 in a training row. */
  @Test
  void featuresWithDifferentValuesAreNotTied() {
    int[] groups = {0, 1, 0, 1};
    SparseRows train =
        SparseRows.of(
            4,
            new int[] {0, 4, 7},
            new int[] {0, 1, 2, 3, 0, 1, 2},
            new float[] {0.5f, 0.5f, 0.5f, 0.5f, 0.25f, 0.25f, 1});
    SparseRows same =
        SparseRows.of(4, new int[] {0, 2}, new int[] {0, 1}, new float[] {0.75f, 0.75f});
    SparseRows different =
        SparseRows.of(4, new int[] {0, 2}, new int[] {0, 1}, new float[] {0.75f, 1});

    assertThat(TiedColumns.of(train, same, groups).count).isEqualTo(3);
    assertThat(TiedColumns.of(train, different, groups).count).isEqualTo(4);

    SparseRows rows = TiedColumns.of(train, same, groups).tie(train);
    assertThat(row(rows, 0)).containsExactly(0, 1, 2);
    assertThat(row(rows, 1)).containsExactly(0, 1);
    assertThat(rows.value(3)).isEqualTo(0.25f);
    assertThat(rows.value(4)).isOne();
  }

  @Test
  void trainingRowsMayHaveNoFeatures() {
    TiedColumns none =
        TiedColumns.of(SparseRows.of(7, new int[] {0, 0}, new int[0]), HELD_OUT, GROUPS);
    assertThat(none.count).isZero();
    assertThat(none.tie(HELD_OUT).entryCount()).isZero();
    assertThat(none.untie(new double[0], 2, none.precision(THETA), THETA))
        .hasSize(14)
        .containsOnly(0);
  }
}
