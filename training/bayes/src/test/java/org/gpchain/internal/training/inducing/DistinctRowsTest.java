package org.gpchain.internal.training.inducing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.SparseRows;
import org.junit.jupiter.api.Test;

/** Tests that identical rows are merged. */
class DistinctRowsTest {
  @Test
  void matchesRowsMergedByHand() {
    DistinctRows distinct =
        DistinctRows.of(
            ClusterCase.rows(
                4,
                new int[] {},
                new int[] {3, 1},
                new int[] {2, 2, 0, 2},
                new int[] {1, 3},
                new int[] {2, 0},
                new int[] {},
                new int[] {0, 2, 2, 2},
                new int[] {3, 1}));

    assertThat(distinct.count()).isEqualTo(3);
    assertThat(distinct.numberOf()).containsExactly(-1, 0, 1, 0, 2, -1, 1, 0);
    assertThat(distinct.firstRow()).containsExactly(1, 2, 4);
    assertThat(distinct.multiplicity()).containsExactly(3, 2, 1);
    assertThat(distinct.squaredNorm()).containsExactly(2, 10, 2);
    assertThat(ClusterCase.dense(distinct.rows()))
        .isDeepEqualTo(new int[][] {{0, 1, 0, 1}, {1, 0, 3, 0}, {1, 0, 1, 0}});
  }

  @Test
  void everyRowIsEqualToItsDistinctRow() {
    for (int seed = 0; seed < 50; seed++) {
      SparseRows rows = ClusterCase.random(new Draws(seed), 40, 3, 4);
      int[][] dense = ClusterCase.dense(rows);
      DistinctRows distinct = DistinctRows.of(rows);
      int[][] distinctDense = ClusterCase.dense(distinct.rows());
      assertThat(Arrays.stream(distinctDense).map(Arrays::toString)).doesNotHaveDuplicates();
      assertThat(distinct.firstRow()).isSorted();
      for (int row = 0; row < dense.length; row++) {
        int number = distinct.numberOf()[row];
        assertThat(dense[row]).isEqualTo(number < 0 ? new int[3] : distinctDense[number]);
      }
      for (int number = 0; number < distinct.count(); number++) {
        assertThat(distinct.squaredNorm()[number])
            .isEqualTo(Arrays.stream(distinctDense[number]).map(x -> x * x).sum());
      }
    }
  }

  @Test
  void acceptsAMatrixWithoutRows() {
    assertThat(DistinctRows.of(ClusterCase.rows(3)).count()).isZero();
    assertThat(DistinctRows.of(ClusterCase.rows(3, new int[0])).count()).isZero();
  }
}
