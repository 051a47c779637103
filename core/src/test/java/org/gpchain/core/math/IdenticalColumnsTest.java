package org.gpchain.core.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.junit.jupiter.api.Test;

class IdenticalColumnsTest {
  /** A column as a list, one number a row. */
  private static List<Double> column(SparseRows rows, int column) {
    return Arrays.stream(SparseRowsTest.dense(rows)).map(row -> row[column]).toList();
  }

  private static Set<List<Double>> distinctColumns(SparseRows rows) {
    Set<List<Double>> distinct = new HashSet<>();
    IntStream.range(0, rows.columnCount()).forEach(d -> distinct.add(column(rows, d)));
    return distinct;
  }

  @Test
  void columnsShareAClassIfAndOnlyIfTheyAreEqual() {
    for (int seed = 0; seed < 40; seed++) {
      Draws draws = new Draws(seed);
      SparseRows rows = SparseRowsTest.random(draws, draws.between(0, 5), draws.between(1, 25), 8);
      check(rows);
    }
  }

  private static void check(SparseRows rows) {
    IdenticalColumns identical = IdenticalColumns.of(rows);
    assertThat(identical.classCount()).isEqualTo(distinctColumns(rows).size());
    for (int a = 0; a < rows.columnCount(); a++) {
      assertThat(identical.classOf()[a]).isBetween(0, identical.classCount() - 1);
      for (int b = 0; b < rows.columnCount(); b++) {
        assertThat(identical.classOf()[a] == identical.classOf()[b])
            .isEqualTo(column(rows, a).equals(column(rows, b)));
      }
    }
  }

  /** The same rows with values of two kinds: columns that differ in a value alone are apart. */
  @Test
  void valuesKeepColumnsApart() {
    for (int seed = 0; seed < 40; seed++) {
      Draws draws = new Draws(seed);
      SparseRows counts = SparseRowsTest.random(draws, draws.between(1, 4), 12, 3);
      float[] value = new float[12];
      for (int d = 0; d < value.length; d++) {
        value[d] = draws.chance(0.5) ? 1 : 0.75f;
      }
      check(SparseRowsTest.withValues(counts, i -> value[counts.column(i)]));
    }
  }

  @Test
  void mergeKeepsOneColumnOfEachClass() {
    for (int seed = 0; seed < 40; seed++) {
      Draws draws = new Draws(seed);
      SparseRows rows =
          SparseRowsTest.random(draws, draws.between(1, 5), draws.between(1, 25), 8, seed % 2 == 1);
      IdenticalColumns identical = IdenticalColumns.of(rows);
      SparseRows merged = identical.merge(rows);
      assertThat(merged.rowCount()).isEqualTo(rows.rowCount());
      assertThat(merged.columnCount()).isEqualTo(identical.classCount());
      for (int d = 0; d < rows.columnCount(); d++) {
        assertThat(column(merged, identical.classOf()[d])).isEqualTo(column(rows, d));
      }
    }
  }

  @Test
  void classesAreNumberedInTheOrderInWhichRowsNeedThem() {
    SparseRows rows = SparseRows.of(6, new int[] {0, 3, 5}, new int[] {4, 1, 5, 0, 1});
    IdenticalColumns identical = IdenticalColumns.of(rows);
    assertThat(IntStream.range(0, 6).map(d -> identical.classOf()[d]))
        .containsExactly(2, 1, 3, 3, 0, 0);
    int[] first = {identical.merge(rows).column(0), identical.merge(rows).column(1)};
    assertThat(Arrays.stream(first)).containsExactly(0, 1);
  }

  @Test
  void noRowsMakeOneClassOfAll() {
    SparseRows rows = SparseRows.of(3, new int[] {0}, new int[0]);
    IdenticalColumns identical = IdenticalColumns.of(rows);
    assertThat(identical.classCount()).isEqualTo(1);
    assertThat(identical.merge(rows).columnCount()).isEqualTo(1);
  }

  @Test
  void noColumnsMakeNoClass() {
    SparseRows rows = SparseRows.of(0, new int[] {0, 0}, new int[0]);
    assertThat(IdenticalColumns.of(rows).classCount()).isZero();
    assertThat(IdenticalColumns.of(rows).merge(rows).rowCount()).isEqualTo(1);
  }
}
