package org.gpchain.internal.training.inducing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.Parallel;
import org.junit.jupiter.api.Test;

/** Compares Lloyd's iteration with an implementation in exact fractions, step by step. */
class LloydIterationTest {
  private static final int CASES = 3000;

  private final Parallel parallel = new Parallel(1);

  /** Returns points of a grid in few dimensions, where clusters may lose all their points. */
  private static DistinctRows points(int seed) {
    Draws draws = new Draws(seed);
    int dimensions = 1 + draws.index(3);
    int[][] columns = new int[2 + draws.index(20)][];

    for (int row = 0; row < columns.length; row++) {
      int[] counts = draws.indices(dimensions, 20);
      columns[row] =
          IntStream.range(0, dimensions)
              .flatMap(d -> IntStream.range(0, counts[d]).map(i -> d))
              .toArray();
      if (row > 0 && draws.chance(0.3)) {
        columns[row] = columns[row - 1];
      }
    }
    return DistinctRows.of(ClusterCase.rows(dimensions, columns));
  }

  private static int[] seeds(DistinctRows points, int seed) {
    Draws draws = new Draws(1000 + seed);
    int count = Math.min(points.count(), 1 + draws.index(8));
    return IntStream.generate(() -> draws.index(points.count())).distinct().limit(count).toArray();
  }

  @Test
  void matchesExactFractionsStepByStep() {
    int emptied = 0;
    for (int seed = 0; seed < CASES; seed++) {
      DistinctRows points = points(seed);
      if (points.count() == 0) {
        continue;
      }
      int[] seeds = seeds(points, seed);
      LloydIteration lloyd = new LloydIteration(points, seeds, parallel);
      NaiveLloyd naive =
          new NaiveLloyd(ClusterCase.dense(points.rows()), points.multiplicity(), seeds);
      boolean changed = true;
      while (changed) {
        changed = naive.step();
        assertThat(lloyd.step()).isEqualTo(changed);
        assertThat(lloyd.assignment).isEqualTo(naive.assignment());
        assertClose("objective", objective(points, lloyd), naive.objective(), ROUNDING);
        assertThat(lloyd.medoids()).isEqualTo(naive.medoids());
      }
      emptied += naive.emptied();
    }

    assertThat(emptied).as("clusters that became empty").isPositive();
  }

  /** Returns the sum of squared distances over all rows, which no step increases. */
  private static double objective(DistinctRows points, LloydIteration lloyd) {
    return IntStream.range(0, points.count())
        .mapToDouble(point -> points.multiplicity()[point] * lloyd.distance[point])
        .sum();
  }

  @Test
  void doesNotStoreAllRowsAsDenseVectors() {
    int columns = 100_000;
    int[][] lists = new int[50_000][];
    Arrays.setAll(lists, row -> new int[] {row, row + 1, row % 2});
    DistinctRows points = DistinctRows.of(ClusterCase.rows(columns, lists));
    LloydIteration lloyd = new LloydIteration(points, new int[] {0, 1}, parallel);
    assertThat(lloyd.step()).as("5·10⁹ numbers would fit in no array").isTrue();
  }

  @Test
  void rejectsCentroidsThatDoNotFitIntoAnArray() {
    DistinctRows points = DistinctRows.of(ClusterCase.rows(1 << 20, new int[] {0}));
    int[] seeds = new int[1 << 11];
    assertFails(ArithmeticException.class, () -> new LloydIteration(points, seeds, parallel));
  }
}
