package org.gpchain.internal.simd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.gpchain.internal.core.math.DenseProducts;
import org.gpchain.internal.core.math.DenseProducts.Block;
import org.gpchain.internal.core.math.DoubleTable;
import org.gpchain.internal.core.math.FloatTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the Vector API gives exactly the same numbers as plain loops. */
class VectorProductsTest {
  private static final int TABLE_START = 3;

  private final DenseProducts plain = DenseProducts.plain();
  private final DenseProducts products = new VectorProducts();
  private final Random random = new Random(1);

  @Test
  void areFoundAsAService() {
    assertThat(DenseProducts.fastest()).isInstanceOf(VectorProducts.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 9, 15, 16, 17, 24, 27, 32, 33, 48, 51, 64, 65})
  void productsEqualThoseOfPlainLoops(int width) {
    for (int count : new int[] {1, 3, 4, 9}) {
      for (int dimension : new int[] {1, 4, 7, 16}) {
        Block block = block(count, dimension);
        double[] table = numbers(TABLE_START + dimension * width);
        double[] expected = numbers(count * width);
        double[] actual = numbers(count * width);
        DoubleTable rows = new DoubleTable(table, TABLE_START, width);
        plain.compute(block, rows, expected);
        products.compute(block, rows, actual);
        assertThat(actual).isEqualTo(expected);

        FloatTable floats = new FloatTable(floats(table), TABLE_START, width);
        float[] expectedFloats = new float[count * width];
        float[] actualFloats = floats(numbers(count * width));
        plain.compute(block, floats, expectedFloats);
        products.compute(block, floats, actualFloats);
        assertThat(actualFloats).isEqualTo(expectedFloats);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 9, 15, 16, 17, 24, 27, 32, 33, 48, 51, 64, 65})
  void transposedProductsEqualThoseOfPlainLoops(int width) {
    for (int count : new int[] {1, 7, 8, 9, 17}) {
      for (int dimension : new int[] {1, 4, 7, 16}) {
        Block block = block(count, dimension);
        double[] matrix = numbers(count * width);
        double[] expected = numbers(TABLE_START + dimension * width);
        double[] actual = expected.clone();
        float[] expectedFloats = floats(expected);
        float[] actualFloats = floats(expected);
        plain.addTransposed(block, matrix, new DoubleTable(expected, TABLE_START, width));
        products.addTransposed(block, matrix, new DoubleTable(actual, TABLE_START, width));
        assertThat(actual).isEqualTo(expected);

        float[] floats = floats(matrix);
        plain.addTransposed(block, floats, new FloatTable(expectedFloats, TABLE_START, width));
        products.addTransposed(block, floats, new FloatTable(actualFloats, TABLE_START, width));
        assertThat(actualFloats).isEqualTo(expectedFloats);
      }
    }
  }

  @Test
  void productsAreRight() {
    Block block = new Block(new float[] {9, 1, 2, 3, 4}, 1, 2, 2);
    double[] out = new double[4];
    products.compute(block, DoubleTable.of(new double[] {1, 0, 0, 1}, 2), out);
    assertThat(out).containsExactly(1, 2, 3, 4);

    double[] table = {1, 1, 1, 1};
    products.addTransposed(block, new double[] {1, 0, 0, 10}, DoubleTable.of(table, 2));
    assertThat(table).containsExactly(2, 31, 3, 41);
  }

  private Block block(int count, int dimension) {
    int start = 2;
    return new Block(floats(numbers(start + count * dimension)), start, count, dimension);
  }

  private double[] numbers(int count) {
    double[] numbers = new double[count];
    Arrays.setAll(numbers, i -> random.nextGaussian());
    return numbers;
  }

  private static float[] floats(double[] numbers) {
    float[] floats = new float[numbers.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) numbers[i];
    }
    return floats;
  }
}
