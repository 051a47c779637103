package org.gpchain.internal.core.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.NaiveAlgebra.transposed;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gpchain.core.Draws;
import org.gpchain.core.NaiveAlgebra;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests {@link SparseRows} and {@link IdenticalColumns} against matrices that store every number.
 */
class SparseRowsTest {
  /** Returns random unweighted rows. Some are empty, some list a column more than once. */
  private static SparseRows random(Draws draws, int rows, int columns, int longest) {
    int[] start = new int[rows + 1];
    for (int r = 0; r < rows; r++) {
      start[r + 1] = start[r] + draws.between(0, longest);
    }
    return SparseRows.of(columns, start, draws.indices(start[rows], columns));
  }

  /**
   * Returns random rows, with random values if they are weighted. The values are multiples of 1/4,
   * so that their sums are exact.
   */
  private static SparseRows random(
      Draws draws, int rows, int columns, int longest, boolean weighted) {
    SparseRows counts = random(draws, rows, columns, longest);
    if (!weighted) {
      return counts;
    }
    return withValues(counts, i -> draws.between(1, 8) / 4f);
  }

  /** Returns rows with the same entries and the given values. */
  private static SparseRows withValues(SparseRows rows, IntFunction<Float> valueOfEntry) {
    int[] start = IntStream.rangeClosed(0, rows.rowCount()).map(rows::start).toArray();
    float[] values = new float[rows.entryCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] = valueOfEntry.apply(i);
    }
    return SparseRows.of(rows.columnCount(), start, entries(rows), values);
  }

  /** Returns all numbers of a matrix, {@code [rows][D]}, including dense columns. */
  private static double[][] matrix(SparseRows rows) {
    double[][] matrix = new double[rows.rowCount()][rows.columnCount()];
    for (int r = 0; r < matrix.length; r++) {
      for (int i = rows.start(r); i < rows.start(r + 1); i++) {
        matrix[r][rows.column(i)] += rows.value(i);
      }
      for (int c = 0; c < rows.denseCount(); c++) {
        matrix[r][rows.sparseCount() + c] = rows.dense().value(r, c);
      }
    }
    return matrix;
  }

  private static int[] entries(SparseRows rows) {
    int[] entries = new int[rows.entryCount()];
    Arrays.setAll(entries, i -> rows.column(i));
    return entries;
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 0", "0, 5, 0", "1, 1, 1", "1, 5, 4", "7, 1, 3", "20, 30, 6", "30, 4, 9"})
  void usedAndSelectedColumnsMatchTheMatrix(int rowCount, int columnCount, int longest) {
    for (int seed = 0; seed < 10; seed++) {
      SparseRows rows = random(new Draws(seed), rowCount, columnCount, longest, seed % 2 == 1);
      double[][] matrix = matrix(rows);
      int[] used = rows.usedColumns();
      assertThat(used).isSorted().doesNotHaveDuplicates();
      for (int c = 0; c < columnCount; c++) {
        int column = c;
        boolean isActive = Arrays.stream(matrix).anyMatch(row -> row[column] > 0);
        assertThat(Arrays.binarySearch(used, c) >= 0).isEqualTo(isActive);
      }
      assertThat(matrix(rows.selectColumns(used))).isDeepEqualTo(columns(matrix, used));

      int[] reversed = new int[columnCount / 2];
      Arrays.setAll(reversed, i -> columnCount - 1 - i);
      SparseRows lastColumns = rows.selectColumns(reversed);
      assertThat(lastColumns.columnCount()).isEqualTo(reversed.length);
      assertThat(matrix(lastColumns)).isDeepEqualTo(columns(matrix, reversed));
    }
  }

  private static double[][] columns(double[][] matrix, int[] columns) {
    double[][] selected = new double[matrix.length][columns.length];
    for (int r = 0; r < matrix.length; r++) {
      for (int c = 0; c < columns.length; c++) {
        selected[r][c] = matrix[r][columns[c]];
      }
    }
    return selected;
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 0", "0, 5, 0", "1, 1, 1", "1, 5, 4", "7, 1, 3", "20, 30, 6", "30, 4, 9"})
  void transposeSwapsRowsAndColumns(int rowCount, int columnCount, int longest) {
    for (int seed = 0; seed < 10; seed++) {
      SparseRows rows = random(new Draws(seed), rowCount, columnCount, longest, seed % 2 == 1);
      SparseRows transposed = rows.transpose();
      assertThat(transposed.rowCount()).isEqualTo(columnCount);
      assertThat(transposed.columnCount()).isEqualTo(rowCount);
      assertThat(transposed.entryCount()).isEqualTo(rows.entryCount());

      double[][] matrix = matrix(rows);
      double[][] expected = rowCount == 0 ? new double[columnCount][0] : transposed(matrix);
      assertThat(matrix(transposed)).isDeepEqualTo(expected);
      assertAscendingRows(transposed);
      assertThat(matrix(transposed.transpose())).isDeepEqualTo(matrix);
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

  private static double[][] rows(double[][] matrix, int[] rowNumbers) {
    double[][] selected = new double[rowNumbers.length][];
    for (int i = 0; i < rowNumbers.length; i++) {
      selected[i] = matrix[rowNumbers[i]];
    }
    return selected;
  }

  @Test
  void selectTakesRowsInTheGivenOrder() {
    for (int seed = 0; seed < 20; seed++) {
      Draws draws = new Draws(seed);
      int[] rowNumbers = draws.indices(draws.between(0, 15), 9);
      SparseRows sparse = random(draws, 9, 12, 5, seed % 2 == 1);
      SparseRows withDense = withDenseColumns(draws, 9, seed % 2 == 1);
      for (SparseRows rows : List.of(sparse, withDense)) {
        SparseRows selected = rows.select(rowNumbers);
        assertThat(selected.denseCount()).isEqualTo(rows.denseCount());
        assertThat(matrix(selected)).isDeepEqualTo(rows(matrix(rows), rowNumbers));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 9})
  void addSelectedAndItsTransposeAddProductsOfARow(int width) {
    for (int seed = 0; seed < 20; seed++) {
      Draws draws = new Draws(seed);
      SparseRows rows = random(draws, 6, 10, 11, seed % 2 == 1);
      double[] table = draws.normals(10 * width, 1);
      double[] vector = draws.normals(width + 1, 1);
      for (int r = 0; r < 6; r++) {
        double[] out = draws.normals(width + 3, 1);
        double[] expected = out.clone();
        double[] tableOut = table.clone();
        double[] expectedTable = table.clone();
        for (int d = 0; d < 10; d++) {
          for (int k = 0; k < width; k++) {
            expected[2 + k] += matrix(rows)[r][d] * table[d * width + k];
            expectedTable[d * width + k] += matrix(rows)[r][d] * vector[1 + k];
          }
        }

        rows.addSelected(r, table, width, out, 2);
        rows.addToSelected(r, vector, 1, width, tableOut);

        assertClose("Σ_d table[d]", out, expected, ROUNDING);
        assertClose("table[d]", tableOut, expectedTable, ROUNDING);
      }
    }
  }

  @Test
  void selectKeepsTheOrderWithinARow() {
    SparseRows rows = SparseRows.of(5, new int[] {0, 3, 4}, new int[] {4, 0, 4, 2});
    assertThat(entries(rows.select(new int[] {1, 0}))).containsExactly(2, 4, 0, 4);
  }

  @Test
  void arrayOfColumnsMayBeLongerThanNeeded() {
    SparseRows rows = SparseRows.of(3, new int[] {0, 2}, new int[] {0, 2, 99, -1});
    assertThat(rows.entryCount()).isEqualTo(2);
    assertThat(matrix(rows.transpose())).isDeepEqualTo(new double[][] {{1}, {0}, {1}});
    assertThat(matrix(rows.select(new int[] {0, 0})))
        .isDeepEqualTo(new double[][] {{1, 0, 1}, {1, 0, 1}});
  }

  @Test
  void refusesArraysThatDoNotFitEachOther() {
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

  private static void refuses(int columnCount, int[] rowStart, int[] columns, String argument) {
    assertThatThrownBy(() -> SparseRows.of(columnCount, rowStart, columns))
        .isInstanceOfAny(IllegalArgumentException.class, IndexOutOfBoundsException.class)
        .hasMessageContaining(argument);
  }

  @Test
  void refusesToSelectRowsThatDoNotExist() {
    SparseRows rows = SparseRows.of(3, new int[] {0, 1}, new int[] {2});
    assertFails(IndexOutOfBoundsException.class, () -> rows.select(new int[] {1}));
    assertFails(IndexOutOfBoundsException.class, () -> rows.select(new int[] {-1}));
  }

  @Test
  void refusesToAppendRowsWithAnotherNumberOfColumns() {
    SparseRows rows = SparseRows.of(3, new int[] {0, 1}, new int[] {2});
    SparseRows ofTwoColumns = SparseRows.of(2, new int[] {0}, new int[0]);
    assertRefused(() -> rows.followedBy(ofTwoColumns), "columns");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "3, 0", "0, 2", "4, 5"})
  void followedByAppendsRows(int firstCount, int secondCount) {
    Draws draws = new Draws(firstCount + 10 * secondCount);
    for (boolean firstWeighted : new boolean[] {false, true}) {
      for (boolean secondWeighted : new boolean[] {false, true}) {
        SparseRows first = random(draws, firstCount, 6, 4, firstWeighted);
        SparseRows second = random(draws, secondCount, 6, 4, secondWeighted);
        SparseRows both = first.followedBy(second);
        assertThat(both.isWeighted()).isEqualTo(firstWeighted || secondWeighted);
        assertThat(matrix(both)).isDeepEqualTo(appended(matrix(first), matrix(second)));

        SparseRows firstDense = withDenseColumns(draws, firstCount, firstWeighted);
        SparseRows secondDense = withDenseColumns(draws, secondCount, secondWeighted);
        SparseRows bothDense = firstDense.followedBy(secondDense);
        assertThat(bothDense.denseCount()).isEqualTo(6);
        assertThat(matrix(bothDense))
            .isDeepEqualTo(appended(matrix(firstDense), matrix(secondDense)));
      }
    }
  }

  private static double[][] appended(double[][] first, double[][] second) {
    double[][] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  @Test
  void sumsOfSquaresSquareEntriesOfTheSameCellSeparately() {
    int[] columns = {0, 2, 2, 0, 2};
    assertThat(SparseRows.of(3, new int[] {0, 3, 5}, columns).sumsOfSquares())
        .containsExactly(2, 0, 3);
    float[] values = {0.5f, 1, 2, -1, 0.25f};
    assertThat(SparseRows.of(3, new int[] {0, 3, 5}, columns, values).sumsOfSquares())
        .containsExactly(1.25, 0, 5.0625);
  }

  @Test
  void resultsOfValuesOfOneEqualThoseWithoutValuesExactly() {
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

        double[] changedTable = table.clone();
        double[] expectedTable = table.clone();
        ones.addToSelected(r, vector, 0, 3, changedTable);
        counts.addToSelected(r, vector, 0, 3, expectedTable);
        assertThat(changedTable).containsExactly(expectedTable);
      }
      assertThat(ones.sumsOfSquares()).containsExactly(counts.sumsOfSquares());
    }
  }

  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
  void refusesValuesThatAreNotFinite(float value) {
    assertRefused(
        () -> SparseRows.of(1, new int[] {0, 2}, new int[2], new float[] {1, value}),
        "value of entry 1");
  }

  @Test
  void refusesFewerValuesThanEntries() {
    assertRefused(() -> SparseRows.of(1, new int[] {0, 2}, new int[2], new float[1]), "values");
  }

  /** Returns the numbers of a column. */
  private static List<Double> column(SparseRows rows, int column) {
    return Arrays.stream(matrix(rows)).map(row -> row[column]).toList();
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

  @Test
  void columnsShareAClassIfAndOnlyIfTheyAreEqual() {
    for (int seed = 0; seed < 40; seed++) {
      Draws draws = new Draws(seed);
      assertEqualColumnsShareAClass(random(draws, draws.between(0, 5), draws.between(1, 25), 8));

      // With two possible values, columns may have the same entries and differ in their values.
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
      boolean isWeighted = seed % 2 == 1;
      assertMerged(random(draws, draws.between(1, 5), draws.between(1, 25), 8, isWeighted));
      assertMerged(withDenseColumns(draws, 4, isWeighted));
    }
  }

  private static void assertMerged(SparseRows rows) {
    IdenticalColumns identical = IdenticalColumns.of(rows);
    SparseRows merged = identical.merge(rows);
    assertThat(merged.dense()).isSameAs(rows.dense());
    assertThat(merged.rowCount()).isEqualTo(rows.rowCount());
    assertThat(merged.columnCount()).isEqualTo(identical.classCount());
    for (int d = 0; d < rows.columnCount(); d++) {
      assertThat(column(merged, identical.classOf()[d])).isEqualTo(column(rows, d));
    }
  }

  @Test
  void classesAreNumberedInTheOrderInWhichRowsUseThem() {
    SparseRows rows = SparseRows.of(6, new int[] {0, 3, 5}, new int[] {4, 1, 5, 0, 1});
    IdenticalColumns identical = IdenticalColumns.of(rows);
    assertThat(IntStream.range(0, 6).map(d -> identical.classOf()[d]))
        .containsExactly(2, 1, 3, 3, 0, 0);
    SparseRows merged = identical.merge(rows);
    assertThat(merged.column(0)).isZero();
    assertThat(merged.column(1)).isOne();
  }

  @Test
  void columnsOfAMatrixWithoutRowsFormOneClass() {
    SparseRows noRows = SparseRows.of(3, new int[] {0}, new int[0]);
    assertThat(IdenticalColumns.of(noRows).classCount()).isEqualTo(1);
    assertThat(IdenticalColumns.of(noRows).merge(noRows).columnCount()).isEqualTo(1);
  }

  @Test
  void matrixWithoutColumnsHasNoClasses() {
    SparseRows noColumns = SparseRows.of(0, new int[] {0, 0}, new int[0]);
    assertThat(IdenticalColumns.of(noColumns).classCount()).isZero();
    assertThat(IdenticalColumns.of(noColumns).merge(noColumns).rowCount()).isEqualTo(1);
  }

  /** Returns random rows of six sparse columns and 3·2 dense ones. */
  private static SparseRows withDenseColumns(Draws draws, int rowCount, boolean weighted) {
    DenseColumns dense = DenseCase.random(draws, 3, 2, rowCount).columns();
    return random(draws, rowCount, 6, 4, weighted).withDense(dense);
  }

  @Test
  void withDensePutsDenseColumnsAfterTheOthers() {
    Draws draws = new Draws(1);
    SparseRows sparse = random(draws, 5, 6, 4);
    DenseCase dense = DenseCase.random(draws, 3, 2, 5);

    SparseRows both = sparse.withDense(dense.columns());

    assertThat(both.sparseCount()).isEqualTo(6);
    assertThat(both.denseCount()).isEqualTo(6);
    assertThat(both.columnCount()).isEqualTo(12);
    assertThat(both.entryCount()).isEqualTo(sparse.entryCount());
    int[] sparseColumns = {0, 1, 2, 3, 4, 5};
    int[] denseColumns = {6, 7, 8, 9, 10, 11};
    assertThat(columns(matrix(both), sparseColumns)).isDeepEqualTo(matrix(sparse));
    assertThat(columns(matrix(both), denseColumns)).isDeepEqualTo(dense.matrix());
  }

  @Test
  void withDenseReplacesOrRemovesDenseColumns() {
    Draws draws = new Draws(2);
    SparseRows rows = withDenseColumns(draws, 4, false);
    DenseColumns other = DenseCase.random(draws, 1, 2, 4).columns();
    assertThat(rows.withDense(other).dense()).isSameAs(other);
    assertThat(rows.withDense(other).columnCount()).isEqualTo(6 + 2);
    assertThat(rows.withDense(null).dense()).isNull();
    assertThat(rows.withDense(null).columnCount()).isEqualTo(6);
  }

  @Test
  void withDenseRefusesAnotherNumberOfRows() {
    SparseRows rows = random(new Draws(3), 4, 6, 4);
    DenseColumns ofFiveRows = DenseCase.random(new Draws(4), 3, 2, 5).columns();
    assertRefused(() -> rows.withDense(ofFiveRows), "rows of the dense columns", "4");
  }

  @Test
  void refusesToAppendRowsWithOtherDenseColumns() {
    Draws draws = new Draws(5);
    SparseRows rows = withDenseColumns(draws, 4, false);
    SparseRows withoutDense = rows.withDense(null);
    SparseRows ofOtherDimension = rows.withDense(DenseCase.random(draws, 2, 2, 4).columns());
    assertRefused(() -> rows.followedBy(withoutDense), "dense columns");
    assertRefused(() -> withoutDense.followedBy(rows), "dense columns");
    assertRefused(() -> rows.followedBy(ofOtherDimension), "dense columns");
  }

  @Test
  void selectColumnsKeepsDenseColumnsLast() {
    for (int seed = 0; seed < 20; seed++) {
      SparseRows rows = withDenseColumns(new Draws(seed), 7, seed % 2 == 1);
      int[] kept = {5, 0, 3, 6, 7, 8, 9, 10, 11};
      SparseRows selected = rows.selectColumns(kept);
      assertThat(selected.sparseCount()).isEqualTo(3);
      assertThat(selected.denseCount()).isEqualTo(6);
      assertThat(matrix(selected)).isDeepEqualTo(columns(matrix(rows), kept));
    }
  }

  /** Selections without a dense column, with dense columns in another order or before others. */
  static Stream<int[]> selectColumnsRefusesDenseColumnsThatAreNotKeptLast() {
    return Stream.of(
        new int[] {},
        new int[] {0, 1},
        new int[] {0, 6, 7, 8, 9, 10},
        new int[] {0, 7, 8, 9, 10, 11},
        new int[] {0, 7, 6, 8, 9, 10, 11},
        new int[] {6, 7, 8, 9, 10, 11, 0},
        new int[] {6, 0, 7, 8, 9, 10, 11});
  }

  @ParameterizedTest
  @MethodSource
  void selectColumnsRefusesDenseColumnsThatAreNotKeptLast(int[] kept) {
    SparseRows rows = withDenseColumns(new Draws(6), 3, false);
    assertRefused(() -> rows.selectColumns(kept), "dense columns must be kept, after all others");
  }

  @Test
  void usedColumnsContainAllDenseColumns() {
    DenseColumns zeros = new DenseColumns(2, 1, new float[2], new int[] {0, DenseColumns.NONE});
    SparseRows rows = SparseRows.of(4, new int[] {0, 1, 2}, new int[] {3, 1}).withDense(zeros);
    assertThat(rows.usedColumns()).containsExactly(1, 3, 4, 5);
  }

  @Test
  void sumsOfSquaresOfDenseColumnsComeLast() {
    Draws draws = new Draws(7);
    SparseRows rows = withDenseColumns(draws, 8, true);
    double[] expected = Arrays.copyOf(rows.withDense(null).sumsOfSquares(), 12);
    System.arraycopy(rows.dense().sumsOfSquares(), 0, expected, 6, 6);
    assertThat(rows.sumsOfSquares()).containsExactly(expected);
  }

  @Test
  void productsIncludeDenseColumns() {
    int width = 3;
    for (int seed = 0; seed < 20; seed++) {
      Draws draws = new Draws(seed);
      SparseRows rows = withDenseColumns(draws, 8, seed % 2 == 1);
      double[] table = draws.normals(12 * width, 1);
      double[] out = draws.normals(5 * width + 1, 1);
      double[] expected = out.clone();
      double[][] products = product(matrix(rows), NaiveAlgebra.matrix(table, 12));
      for (int i = 0; i < 5 * width; i++) {
        expected[1 + i] += products[2 + i / width][i % width];
      }

      rows.addProducts(2, 5, table, new DoubleTable(out, 1, width));

      assertClose("Σ_d x_rd table[d]", out, expected, ROUNDING);
    }
  }

  @Test
  void pullBackIncludesDenseColumns() {
    int width = 3;
    for (int seed = 0; seed < 20; seed++) {
      Draws draws = new Draws(seed);
      SparseRows rows = withDenseColumns(draws, 8, seed % 2 == 1);
      double[] gradient = draws.normals(1 + 8 * width, 1);
      double[] table = draws.normals(12 * width, 1);
      double[] rowMajor = Arrays.copyOfRange(gradient, 1, gradient.length);
      double[][] products = product(transposed(matrix(rows)), NaiveAlgebra.matrix(rowMajor, 8));
      double[] expected = sum(table, 1, NaiveAlgebra.rowMajor(products));

      rows.addToTable(0, 8, new DoubleTable(gradient, 1, width), table);

      assertClose("Σ_r x_rd gradient_r", table, expected, ROUNDING);
    }
  }

  @Test
  void denseColumnsAreClassesByThemselvesAndComeLast() {
    for (int seed = 0; seed < 20; seed++) {
      SparseRows rows = withDenseColumns(new Draws(seed), 4, seed % 2 == 1);
      IdenticalColumns sparseClasses = IdenticalColumns.of(rows.withDense(null));

      IdenticalColumns classes = IdenticalColumns.of(rows);

      int sparseCount = sparseClasses.classCount();
      assertThat(classes.classCount()).isEqualTo(sparseCount + 6);
      assertThat(Arrays.copyOf(classes.classOf(), 6)).containsExactly(sparseClasses.classOf());
      for (int d = 0; d < 6; d++) {
        assertThat(classes.classOf()[6 + d]).isEqualTo(sparseCount + d);
      }
    }
  }
}
