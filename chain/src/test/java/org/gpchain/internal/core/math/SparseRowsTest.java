package org.gpchain.internal.core.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.core.NaiveAlgebra.transposed;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows by themselves, and which of their columns are the same. */
class SparseRowsTest {
  /** Random rows, some of them empty, some with repeated columns, sorted or not. */
  private static SparseRows random(Draws draws, int rows, int columns, int longest) {
    int[] start = new int[rows + 1];
    for (int r = 0; r < rows; r++) {
      start[r + 1] = start[r] + (columns == 0 ? 0 : draws.between(0, longest));
    }
    return SparseRows.of(columns, start, draws.indices(start[rows], columns));
  }

  /** The same with or without values, which are fractions of two and so add up exactly. */
  private static SparseRows random(
      Draws draws, int rows, int columns, int longest, boolean weighted) {
    SparseRows counts = random(draws, rows, columns, longest);
    return weighted ? withValues(counts, i -> draws.between(1, 8) / 4f) : counts;
  }

  /** The same entries with values. */
  private static SparseRows withValues(SparseRows rows, IntFunction<Float> valueOfEntry) {
    int[] start = IntStream.rangeClosed(0, rows.rowCount()).map(rows::start).toArray();
    float[] values = new float[rows.entryCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] = valueOfEntry.apply(i);
    }
    return SparseRows.of(rows.columnCount(), start, entries(rows), values);
  }

  private static double[][] dense(SparseRows rows) {
    double[][] dense = new double[rows.rowCount()][rows.columnCount()];
    for (int r = 0; r < dense.length; r++) {
      for (int i = rows.start(r); i < rows.start(r + 1); i++) {
        dense[r][rows.column(i)] += rows.value(i);
      }
    }
    return dense;
  }

  private static int[] entries(SparseRows rows) {
    int[] entries = new int[rows.entryCount()];
    Arrays.setAll(entries, i -> rows.column(i));
    return entries;
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 0", "0, 5, 0", "1, 1, 1", "1, 5, 4", "7, 1, 3", "20, 30, 6", "30, 4, 9"})
  void selectedColumnsAreThoseOfTheDenseMatrix(int rowCount, int columnCount, int longest) {
    for (int seed = 0; seed < 10; seed++) {
      SparseRows rows = random(new Draws(seed), rowCount, columnCount, longest, seed % 2 == 1);
      double[][] dense = dense(rows);
      int[] used = rows.usedColumns();
      assertThat(used).isSorted().doesNotHaveDuplicates();
      for (int c = 0; c < columnCount; c++) {
        int column = c;
        boolean active = Arrays.stream(dense).anyMatch(row -> row[column] > 0);
        assertThat(Arrays.binarySearch(used, c) >= 0).isEqualTo(active);
      }
      assertThat(dense(rows.selectColumns(used))).isDeepEqualTo(columns(dense, used));
      int[] reversed = new int[columnCount / 2];
      Arrays.setAll(reversed, i -> columnCount - 1 - i);
      SparseRows some = rows.selectColumns(reversed);
      assertThat(some.columnCount()).isEqualTo(reversed.length);
      assertThat(dense(some)).isDeepEqualTo(columns(dense, reversed));
    }
  }

  private static double[][] columns(double[][] dense, int[] columns) {
    return Arrays.stream(dense)
        .map(row -> Arrays.stream(columns).mapToDouble(c -> row[c]).toArray())
        .toArray(double[][]::new);
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 0", "0, 5, 0", "1, 1, 1", "1, 5, 4", "7, 1, 3", "20, 30, 6", "30, 4, 9"})
  void transpose(int rowCount, int columnCount, int longest) {
    for (int seed = 0; seed < 10; seed++) {
      SparseRows rows = random(new Draws(seed), rowCount, columnCount, longest, seed % 2 == 1);
      SparseRows transposed = rows.transpose();
      assertThat(transposed.rowCount()).isEqualTo(columnCount);
      assertThat(transposed.columnCount()).isEqualTo(rowCount);
      assertThat(transposed.entryCount()).isEqualTo(rows.entryCount());
      double[][] dense = dense(rows);
      double[][] expected = rowCount == 0 ? new double[columnCount][0] : transposed(dense);
      assertThat(dense(transposed)).isDeepEqualTo(expected);
      assertAscendingRows(transposed);
      assertThat(dense(transposed.transpose())).isDeepEqualTo(dense);
      assertThat(entries(transposed.transpose().transpose())).isEqualTo(entries(transposed));
    }
  }

  private static void assertAscendingRows(SparseRows rows) {
    for (int r = 0; r < rows.rowCount(); r++) {
      for (int i = rows.start(r) + 1; i < rows.start(r + 1); i++) {
        assertThat(rows.column(i)).isGreaterThanOrEqualTo(rows.column(i - 1));
      }
    }
  }

  @Test
  void selectTakesRowsInTheGivenOrder() {
    for (int seed = 0; seed < 20; seed++) {
      Draws draws = new Draws(seed);
      SparseRows rows = random(draws, 9, 12, 5, seed % 2 == 1);
      int[] wanted = draws.indices(draws.between(0, 15), 9);
      SparseRows selected = rows.select(wanted);
      assertThat(selected.columnCount()).isEqualTo(12);
      double[][] dense = dense(rows);
      double[][] expected =
          Arrays.stream(wanted).mapToObj(row -> dense[row]).toArray(double[][]::new);
      assertThat(dense(selected)).isDeepEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 9})
  void addSelectedAddsTheRowsOfATable(int width) {
    for (int seed = 0; seed < 20; seed++) {
      Draws draws = new Draws(seed);
      SparseRows rows = random(draws, 6, 10, 11, seed % 2 == 1);
      double[] table = draws.normals(10 * width, 1);
      for (int r = 0; r < 6; r++) {
        double[] out = draws.normals(width + 3, 1);
        double[] expected = out.clone();
        for (int d = 0; d < 10; d++) {
          for (int k = 0; k < width; k++) {
            expected[2 + k] += dense(rows)[r][d] * table[d * width + k];
          }
        }
        rows.addSelected(r, table, width, out, 2);
        assertClose("Σ_d table[d]", out, expected, ROUNDING);
      }
    }
  }

  @Test
  void selectKeepsTheOrderWithinARow() {
    SparseRows rows = SparseRows.of(5, new int[] {0, 3, 4}, new int[] {4, 0, 4, 2});
    assertThat(entries(rows.select(new int[] {1, 0}))).containsExactly(2, 4, 0, 4);
  }

  @Test
  void columnsMayBeLongerThanNeeded() {
    SparseRows rows = SparseRows.of(3, new int[] {0, 2}, new int[] {0, 2, 99, -1});
    assertThat(rows.entryCount()).isEqualTo(2);
    assertThat(dense(rows.transpose())).isDeepEqualTo(new double[][] {{1}, {0}, {1}});
    assertThat(dense(rows.select(new int[] {0, 0})))
        .isDeepEqualTo(new double[][] {{1, 0, 1}, {1, 0, 1}});
  }

  @Test
  void refusesPartsThatDoNotFit() {
    refuses(3, new int[] {}, new int[] {}, "rowStart.length");
    refuses(3, new int[] {0, 2}, new int[] {0}, "columns");
    refuses(3, new int[] {0, 2, 1}, new int[] {0, 1}, "rowStart[2]");
    refuses(3, new int[] {0, 1}, new int[] {3}, "column of entry 0");
    refuses(3, new int[] {0, 2}, new int[] {0, -1}, "column of entry 1");
    refuses(0, new int[] {0, 1}, new int[] {0}, "column of entry 0");
    refuses(-1, new int[] {0}, new int[] {}, "columnCount");
    refuses(3, new int[] {1, 2}, new int[] {0, 1}, "rowStart[0]");
    refuses(3, new int[] {-1, 2}, new int[] {0, 1}, "rowStart[0]");
  }

  private static void refuses(int columnCount, int[] rowStart, int[] columns, String named) {
    assertThatThrownBy(() -> SparseRows.of(columnCount, rowStart, columns))
        .isInstanceOfAny(IllegalArgumentException.class, IndexOutOfBoundsException.class)
        .hasMessageContaining(named);
  }

  @Test
  void refusesRowsThatAreNotThere() {
    SparseRows rows = SparseRows.of(3, new int[] {0, 1}, new int[] {2});
    assertFails(IndexOutOfBoundsException.class, () -> rows.select(new int[] {1}));
    assertFails(IndexOutOfBoundsException.class, () -> rows.select(new int[] {-1}));
    SparseRows ofTwoColumns = SparseRows.of(2, new int[] {0}, new int[0]);
    assertRefused(() -> rows.followedBy(ofTwoColumns), "columns");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "3, 0", "0, 2", "4, 5"})
  void rowsFollowOneAnother(int first, int second) {
    Draws draws = new Draws(first + 10 * second);
    for (boolean weighted : new boolean[] {false, true}) {
      for (boolean otherWeighted : new boolean[] {false, true}) {
        SparseRows one = random(draws, first, 6, 4, weighted);
        SparseRows other = random(draws, second, 6, 4, otherWeighted);
        SparseRows together = one.followedBy(other);
        assertThat(together.isWeighted()).isEqualTo(weighted || otherWeighted);
        double[][] both = dense(together);
        assertThat(Arrays.copyOf(both, first)).isDeepEqualTo(dense(one));
        assertThat(Arrays.copyOfRange(both, first, first + second)).isDeepEqualTo(dense(other));
      }
    }
  }

  /** Each entry by itself: a row that lists a column twice counts as two rows. */
  @Test
  void sumsOfSquaresAreThoseOfTheEntries() {
    int[] columns = {0, 2, 2, 0, 2};
    assertThat(SparseRows.of(3, new int[] {0, 3, 5}, columns).sumsOfSquares())
        .containsExactly(2, 0, 3);
    float[] values = {0.5f, 1, 2, -1, 0.25f};
    assertThat(SparseRows.of(3, new int[] {0, 3, 5}, columns, values).sumsOfSquares())
        .containsExactly(1.25, 0, 5.0625);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 9})
  void addToSelectedAddsAVectorToTheRowsOfATable(int width) {
    for (int seed = 0; seed < 20; seed++) {
      Draws draws = new Draws(seed);
      SparseRows rows = random(draws, 6, 10, 11, seed % 2 == 1);
      double[] vector = draws.normals(width + 1, 1);
      for (int r = 0; r < 6; r++) {
        double[] table = draws.normals(10 * width, 1);
        double[] expected = table.clone();
        for (int d = 0; d < 10; d++) {
          for (int k = 0; k < width; k++) {
            expected[d * width + k] += dense(rows)[r][d] * vector[1 + k];
          }
        }
        rows.addToSelected(r, vector, 1, width, table);
        assertClose("table[d]", table, expected, ROUNDING);
      }
    }
  }

  /** Bit for bit, whatever is computed with them. */
  @Test
  void valuesOfOneAreCounts() {
    for (int seed = 0; seed < 20; seed++) {
      Draws draws = new Draws(seed);
      SparseRows counts = random(draws, 6, 10, 11);
      SparseRows ones = withValues(counts, i -> 1f);
      double[] table = draws.normals(30, 1);
      double[] vector = draws.normals(3, 1);
      for (int r = 0; r < 6; r++) {
        double[] out = new double[3];
        double[] expected = new double[3];
        ones.addSelected(r, table, 3, out, 0);
        counts.addSelected(r, table, 3, expected, 0);
        assertThat(out).containsExactly(expected);
        double[] to = table.clone();
        double[] expectedTo = table.clone();
        ones.addToSelected(r, vector, 0, 3, to);
        counts.addToSelected(r, vector, 0, 3, expectedTo);
        assertThat(to).containsExactly(expectedTo);
      }
      assertThat(ones.sumsOfSquares()).containsExactly(counts.sumsOfSquares());
    }
  }

  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
  void valuesAreFinite(float wrong) {
    assertRefused(
        () -> SparseRows.of(1, new int[] {0, 2}, new int[2], new float[] {1, wrong}),
        "value of entry 1");
    assertRefused(() -> SparseRows.of(1, new int[] {0, 2}, new int[2], new float[1]), "values");
  }

  /** A column as a list, one number a row. */
  private static List<Double> column(SparseRows rows, int column) {
    return Arrays.stream(dense(rows)).map(row -> row[column]).toList();
  }

  private static void assertEqualColumnsShareAClass(SparseRows rows) {
    IdenticalColumns identical = IdenticalColumns.of(rows);
    IntStream columns = IntStream.range(0, rows.columnCount());
    assertThat(columns.mapToObj(d -> column(rows, d)).distinct()).hasSize(identical.classCount());
    for (int a = 0; a < rows.columnCount(); a++) {
      assertThat(identical.classOf()[a]).isBetween(0, identical.classCount() - 1);
      for (int b = 0; b < rows.columnCount(); b++) {
        assertThat(identical.classOf()[a] == identical.classOf()[b])
            .isEqualTo(column(rows, a).equals(column(rows, b)));
      }
    }
  }

  /** Columns that differ in a value alone are apart. */
  @Test
  void columnsShareAClassIfAndOnlyIfTheyAreEqual() {
    for (int seed = 0; seed < 40; seed++) {
      Draws draws = new Draws(seed);
      assertEqualColumnsShareAClass(random(draws, draws.between(0, 5), draws.between(1, 25), 8));
      SparseRows counts = random(draws, draws.between(1, 4), 12, 3);
      float[] value = new float[12];
      for (int d = 0; d < value.length; d++) {
        value[d] = draws.chance(0.5) ? 1 : 0.75f;
      }
      assertEqualColumnsShareAClass(withValues(counts, i -> value[counts.column(i)]));
    }
  }

  @Test
  void mergeKeepsOneColumnOfEachClass() {
    for (int seed = 0; seed < 40; seed++) {
      Draws draws = new Draws(seed);
      SparseRows rows = random(draws, draws.between(1, 5), draws.between(1, 25), 8, seed % 2 == 1);
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
  void noRowsMakeOneClassOfAllAndNoColumnsMakeNone() {
    SparseRows noRows = SparseRows.of(3, new int[] {0}, new int[0]);
    assertThat(IdenticalColumns.of(noRows).classCount()).isEqualTo(1);
    assertThat(IdenticalColumns.of(noRows).merge(noRows).columnCount()).isEqualTo(1);
    SparseRows noColumns = SparseRows.of(0, new int[] {0, 0}, new int[0]);
    assertThat(IdenticalColumns.of(noColumns).classCount()).isZero();
    assertThat(IdenticalColumns.of(noColumns).merge(noColumns).rowCount()).isEqualTo(1);
  }
}
