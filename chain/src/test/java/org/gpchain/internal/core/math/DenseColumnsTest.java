package org.gpchain.internal.core.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.doubles;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.internal.core.math.DenseCase.floats;
import static org.gpchain.internal.core.math.DenseCase.quarters;
import static org.gpchain.internal.core.math.DenseColumns.NONE;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.Draws;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@link DenseColumns} against matrices that store every number. */
class DenseColumnsTest {
  /** Numbers before the table, which must neither be read nor changed. */
  private static final int TABLE_START = 2;

  /** Numbers before the rows of a result or of a matrix. */
  private static final int ROWS_START = 3;

  /** Numbers after each array, which must not be changed. */
  private static final int MARGIN = 4;

  /** Returns one sentence of each length from 1 to 20, several sentences, and random blocks. */
  private static List<DenseCase> cases(int dimension) {
    Draws draws = new Draws(dimension);
    List<DenseCase> cases = new ArrayList<>();
    for (int length = 1; length <= 20; length++) {
      cases.add(DenseCase.ofSentences(draws, dimension, length));
      cases.add(DenseCase.random(draws, dimension, draws.between(1, 4), length));
    }
    cases.add(DenseCase.ofSentences(draws, dimension, 1, 1, 1));
    cases.add(DenseCase.ofSentences(draws, dimension, 4, 1, 7, 8));
    return cases;
  }

  /** Adds {@code Σ_c x_tc table_c} to each row t of the result, for a range of rows. */
  private static void addNaiveProducts(
      double[][] matrix, int firstRow, int length, double[] table, int width, double[] out) {
    for (int t = 0; t < length; t++) {
      for (int c = 0; c < matrix[0].length; c++) {
        for (int k = 0; k < width; k++) {
          double x = matrix[firstRow + t][c];
          out[ROWS_START + t * width + k] += x * table[TABLE_START + c * width + k];
        }
      }
    }
  }

  /** Adds {@code Σ_t x_tc rows_t} to each row c of the table, for a range of rows. */
  private static void addNaivePullBack(
      double[][] matrix, int firstRow, int length, double[] rows, int width, double[] table) {
    for (int t = 0; t < length; t++) {
      for (int c = 0; c < matrix[0].length; c++) {
        for (int k = 0; k < width; k++) {
          double x = matrix[firstRow + t][c];
          table[TABLE_START + c * width + k] += x * rows[ROWS_START + t * width + k];
        }
      }
    }
  }

  private static double[] randomTable(Draws draws, DenseCase dense, int width) {
    return quarters(draws, TABLE_START + dense.columnCount() * width + MARGIN);
  }

  private static double[] randomRows(Draws draws, int length, int width) {
    return quarters(draws, ROWS_START + length * width + MARGIN);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 9})
  void valuesAreComponentsOfTheVectorsOfBlocks(int dimension) {
    for (DenseCase dense : cases(dimension)) {
      DenseColumns columns = dense.columns();
      assertThat(columns.dimension()).isEqualTo(dimension);
      assertThat(columns.blockCount()).isEqualTo(dense.blockCount());
      assertThat(columns.columnCount()).isEqualTo(dimension * dense.blockCount());
      assertSameMatrix(columns, dense.matrix());
    }
  }

  private static void assertSameMatrix(DenseColumns columns, double[][] expected) {
    assertThat(columns.rowCount()).isEqualTo(expected.length);
    for (int r = 0; r < expected.length; r++) {
      assertThat(columns.row(r)).containsExactly(expected[r]);
      for (int c = 0; c < columns.columnCount(); c++) {
        assertThat(columns.value(r, c)).isEqualTo((float) expected[r][c]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 9})
  void productsAndPullBackEqualNaiveOnes(int dimension) {
    Draws draws = new Draws(dimension);
    for (DenseCase dense : cases(dimension)) {
      for (int width = 1; width <= 5; width++) {
        assertProductsEqualNaiveProducts(dense, 0, dense.rowCount(), width);
        assertPullBackEqualsNaivePullBack(dense, 0, dense.rowCount(), width);
      }
      int firstRow = draws.index(dense.rowCount());
      int length = draws.between(0, dense.rowCount() - firstRow);
      assertProductsEqualNaiveProducts(dense, firstRow, length, 3);
      assertPullBackEqualsNaivePullBack(dense, firstRow, length, 3);
    }
  }

  private static void assertProductsEqualNaiveProducts(
      DenseCase dense, int firstRow, int length, int width) {
    Draws draws = new Draws(width);
    DenseColumns columns = dense.columns();
    double[] table = randomTable(draws, dense, width);
    double[] before = randomRows(draws, length, width);
    double[] expected = before.clone();
    addNaiveProducts(dense.matrix(), firstRow, length, table, width, expected);

    double[] out = before.clone();
    columns.addProducts(
        firstRow,
        length,
        new DoubleTable(table, TABLE_START, width),
        new DoubleTable(out, ROWS_START, width));
    assertThat(out).containsExactly(expected);

    float[] singleOut = floats(before);
    columns.addProducts(
        firstRow,
        length,
        new FloatTable(floats(table), TABLE_START, width),
        new FloatTable(singleOut, ROWS_START, width));
    assertThat(doubles(singleOut)).containsExactly(expected);
  }

  private static void assertPullBackEqualsNaivePullBack(
      DenseCase dense, int firstRow, int length, int width) {
    Draws draws = new Draws(width);
    DenseColumns columns = dense.columns();
    double[] rows = randomRows(draws, length, width);
    double[] before = randomTable(draws, dense, width);
    double[] expected = before.clone();
    addNaivePullBack(dense.matrix(), firstRow, length, rows, width, expected);

    double[] table = before.clone();
    columns.addToTable(
        firstRow,
        length,
        new DoubleTable(rows, ROWS_START, width),
        new DoubleTable(table, TABLE_START, width));
    assertThat(table).containsExactly(expected);

    float[] singleTable = floats(before);
    columns.addToTable(
        firstRow,
        length,
        new FloatTable(floats(rows), ROWS_START, width),
        new FloatTable(singleTable, TABLE_START, width));
    assertThat(doubles(singleTable)).containsExactly(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 9})
  void sumsOfSquaresEqualNaiveSums(int dimension) {
    for (DenseCase dense : cases(dimension)) {
      double[] expected = new double[dense.columnCount()];
      for (double[] row : dense.matrix()) {
        for (int c = 0; c < row.length; c++) {
          expected[c] += row[c] * row[c];
        }
      }
      assertThat(dense.columns().sumsOfSquares()).containsExactly(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 9})
  void addSquaresAddsMultiplesOfTheSquaresOfARow(int dimension) {
    int width = 3;
    Draws draws = new Draws(dimension);
    double[] vector = quarters(draws, width);
    for (DenseCase dense : cases(dimension)) {
      int row = draws.index(dense.rowCount());
      double[] table = randomTable(draws, dense, width);
      double[] expected = table.clone();
      for (int c = 0; c < dense.columnCount(); c++) {
        double x = dense.matrix()[row][c];
        for (int k = 0; k < width; k++) {
          expected[TABLE_START + c * width + k] += x * x * vector[k];
        }
      }

      dense.columns().addSquares(row, vector, new DoubleTable(table, TABLE_START, width));

      assertThat(table).containsExactly(expected);
    }
  }

  @Test
  void rowsWithoutVectorsAddNothing() {
    DenseColumns columns = new DenseColumns(2, 1, new float[0], new int[] {NONE, NONE});
    double[] table = {1, 2};
    double[] out = {3, 4};

    columns.addProducts(0, 2, DoubleTable.of(table, 1), DoubleTable.of(out, 1));
    columns.addToTable(0, 2, DoubleTable.of(out, 1), DoubleTable.of(table, 1));

    assertThat(out).containsExactly(3, 4);
    assertThat(table).containsExactly(1, 2);
    assertThat(columns.sumsOfSquares()).containsExactly(0, 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 9})
  void selectReturnsRowsInTheGivenOrder(int dimension) {
    Draws draws = new Draws(dimension);
    for (DenseCase dense : cases(dimension)) {
      int[] rows = draws.indices(draws.between(0, 6), dense.rowCount());
      double[][] expected = new double[rows.length][];
      for (int i = 0; i < rows.length; i++) {
        expected[i] = dense.matrix()[rows[i]];
      }
      assertSameMatrix(dense.columns().select(rows), expected);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 9})
  void followedByAppendsRowsWithTheSameAndWithOtherVectors(int dimension) {
    Draws draws = new Draws(dimension);
    for (DenseCase dense : cases(dimension)) {
      int rowCount = draws.between(0, 5);
      assertRowsFollow(dense, dense.withOtherRows(draws, rowCount));
      assertRowsFollow(dense, DenseCase.random(draws, dimension, dense.blockCount(), rowCount));
    }
  }

  private static void assertRowsFollow(DenseCase first, DenseCase second) {
    List<double[]> expected = new ArrayList<>(List.of(first.matrix()));
    expected.addAll(List.of(second.matrix()));
    DenseColumns both = first.columns().followedBy(second.columns());
    assertSameMatrix(both, expected.toArray(double[][]::new));
  }

  @Test
  void refusesArraysThatDoNotFitTheDimensionOrTheBlocks() {
    assertRefused(() -> new DenseColumns(0, 1, new float[0], new int[0]), "dimension");
    assertRefused(() -> new DenseColumns(1, 0, new float[0], new int[0]), "blockCount");
    assertRefused(() -> new DenseColumns(2, 1, new float[5], new int[1]), "vectors");
    assertRefused(() -> new DenseColumns(2, 3, new float[4], new int[4]), "vectorOf");
  }

  @ParameterizedTest
  @ValueSource(ints = {-2, 2, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void refusesBlocksWithVectorsThatDoNotExist(int vector) {
    assertFails(
        IndexOutOfBoundsException.class,
        () -> new DenseColumns(2, 1, new float[4], new int[] {0, vector}),
        "vector of a block",
        String.valueOf(vector));
  }

  @Test
  void refusesToAppendRowsWithOtherColumns() {
    DenseColumns columns = new DenseColumns(2, 3, new float[2], new int[3]);
    DenseColumns ofOtherDimension = new DenseColumns(3, 3, new float[3], new int[3]);
    DenseColumns ofOtherBlocks = new DenseColumns(2, 2, new float[2], new int[2]);
    assertRefused(() -> columns.followedBy(ofOtherDimension), "dimension");
    assertRefused(() -> columns.followedBy(ofOtherBlocks), "blocks");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1})
  void refusesToSelectRowsThatDoNotExist(int row) {
    DenseColumns columns = new DenseColumns(2, 3, new float[2], new int[3]);
    assertFails(IndexOutOfBoundsException.class, () -> columns.select(new int[] {row}));
  }
}
