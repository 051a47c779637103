package org.gpchain.internal.simd;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;
import org.gpchain.internal.core.math.DenseProducts;
import org.gpchain.internal.core.math.DoubleTable;
import org.gpchain.internal.core.math.FloatTable;

/**
 * Products with the Vector API. Each lane of a vector register computes one number of the result,
 * so that the terms of a sum are added in the same order as in plain loops. The result does not
 * depend on the size of the registers.
 *
 * <p>A row of results is computed in pieces of the size of a register, two pieces at a time. If the
 * length of the row is not a multiple of that size, the last piece overlaps the one before it.
 * Nothing is added twice, because both pieces are read before one of them is written.
 */
public final class VectorProducts implements DenseProducts {
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;

  /** Computes rows that are shorter than a register. */
  private final DenseProducts plain = DenseProducts.plain();

  /** Creates products. The JVM must have the module of the Vector API. */
  public VectorProducts() {}

  /**
   * Two consecutive pieces of a row.
   *
   * @param left index of the first number of the first piece in the row
   * @param right index of the first number of the second piece
   */
  private record Pair(int left, int right) {
    /** Returns all pairs of a row. If the pieces are odd in number, the first comes twice. */
    static Pair[] of(int width, int lanes) {
      int pieces = (width + lanes - 1) / lanes;
      Pair[] pairs = new Pair[(pieces + 1) / 2];
      // If the number of pieces is odd, the first pair starts before the row.
      int start = pieces % 2 == 0 ? 0 : -lanes;
      for (int i = 0; i < pairs.length; i++) {
        int k = start + i * 2 * lanes;
        pairs[i] = new Pair(Math.max(k, 0), Math.min(k + lanes, width - lanes));
      }
      return pairs;
    }
  }

  @Override
  public void compute(Block block, FloatTable table, float[] out) {
    int lanes = FLOATS.length();
    if (table.width() < lanes) {
      plain.compute(block, table, out);
      return;
    }

    for (Pair pair : Pair.of(table.width(), lanes)) {
      int n = 0;
      for (; n + 3 < block.count(); n += 4) {
        computeFour(block, n, table, out, pair);
      }
      for (; n < block.count(); n++) {
        computeOne(block, n, table, out, pair);
      }
    }
  }

  /** Computes two pieces of the products of four consecutive vectors. */
  private static void computeFour(
      Block block, int vector, FloatTable rows, float[] out, Pair pair) {
    float[] table = rows.numbers();
    int tableStart = rows.start();
    int width = rows.width();
    int left = pair.left();
    int right = pair.right();
    float[] x = block.vectors();
    int dimension = block.dimension();
    int p = block.start() + vector * dimension;
    int q = p + dimension;
    int r = q + dimension;
    int s = r + dimension;
    FloatVector leftP = FloatVector.zero(FLOATS);
    FloatVector leftQ = leftP;
    FloatVector leftR = leftP;
    FloatVector leftS = leftP;
    FloatVector rightP = leftP;
    FloatVector rightQ = leftP;
    FloatVector rightR = leftP;
    FloatVector rightS = leftP;

    for (int e = 0; e < dimension; e++) {
      int row = tableStart + e * width;
      FloatVector a = FloatVector.fromArray(FLOATS, table, row + left);
      FloatVector b = FloatVector.fromArray(FLOATS, table, row + right);
      FloatVector factor = FloatVector.broadcast(FLOATS, x[p + e]);
      leftP = leftP.add(factor.mul(a));
      rightP = rightP.add(factor.mul(b));
      factor = FloatVector.broadcast(FLOATS, x[q + e]);
      leftQ = leftQ.add(factor.mul(a));
      rightQ = rightQ.add(factor.mul(b));
      factor = FloatVector.broadcast(FLOATS, x[r + e]);
      leftR = leftR.add(factor.mul(a));
      rightR = rightR.add(factor.mul(b));
      factor = FloatVector.broadcast(FLOATS, x[s + e]);
      leftS = leftS.add(factor.mul(a));
      rightS = rightS.add(factor.mul(b));
    }

    int to = vector * width;
    leftP.intoArray(out, to + left);
    rightP.intoArray(out, to + right);
    leftQ.intoArray(out, to + width + left);
    rightQ.intoArray(out, to + width + right);
    leftR.intoArray(out, to + 2 * width + left);
    rightR.intoArray(out, to + 2 * width + right);
    leftS.intoArray(out, to + 3 * width + left);
    rightS.intoArray(out, to + 3 * width + right);
  }

  /** Computes two pieces of the products of a vector. */
  private static void computeOne(Block block, int vector, FloatTable rows, float[] out, Pair pair) {
    float[] table = rows.numbers();
    int tableStart = rows.start();
    int width = rows.width();
    int left = pair.left();
    int right = pair.right();
    float[] x = block.vectors();
    int first = block.start() + vector * block.dimension();
    FloatVector leftSum = FloatVector.zero(FLOATS);
    FloatVector rightSum = leftSum;
    for (int e = 0; e < block.dimension(); e++) {
      int row = tableStart + e * width;
      FloatVector factor = FloatVector.broadcast(FLOATS, x[first + e]);
      leftSum = leftSum.add(factor.mul(FloatVector.fromArray(FLOATS, table, row + left)));
      rightSum = rightSum.add(factor.mul(FloatVector.fromArray(FLOATS, table, row + right)));
    }
    leftSum.intoArray(out, vector * width + left);
    rightSum.intoArray(out, vector * width + right);
  }

  @Override
  public void addTransposed(Block block, float[] matrix, FloatTable table) {
    int lanes = FLOATS.length();
    if (table.width() < lanes) {
      plain.addTransposed(block, matrix, table);
      return;
    }

    for (Pair pair : Pair.of(table.width(), lanes)) {
      int e = 0;
      for (; e + 3 < block.dimension(); e += 4) {
        addToFour(block, e, matrix, table, pair);
      }
      for (; e < block.dimension(); e++) {
        addToOne(block, e, matrix, table, pair);
      }
    }
  }

  /** Adds to two pieces of four consecutive rows of the table. */
  private static void addToFour(
      Block block, int component, float[] matrix, FloatTable rows, Pair pair) {
    float[] table = rows.numbers();
    int width = rows.width();
    int left = pair.left();
    int right = pair.right();
    float[] x = block.vectors();
    int dimension = block.dimension();
    int p = rows.rowStart(component);
    int q = p + width;
    int r = q + width;
    int s = r + width;
    FloatVector leftP = FloatVector.fromArray(FLOATS, table, p + left);
    FloatVector rightP = FloatVector.fromArray(FLOATS, table, p + right);
    FloatVector leftQ = FloatVector.fromArray(FLOATS, table, q + left);
    FloatVector rightQ = FloatVector.fromArray(FLOATS, table, q + right);
    FloatVector leftR = FloatVector.fromArray(FLOATS, table, r + left);
    FloatVector rightR = FloatVector.fromArray(FLOATS, table, r + right);
    FloatVector leftS = FloatVector.fromArray(FLOATS, table, s + left);
    FloatVector rightS = FloatVector.fromArray(FLOATS, table, s + right);

    for (int n = 0; n < block.count(); n++) {
      FloatVector a = FloatVector.fromArray(FLOATS, matrix, n * width + left);
      FloatVector b = FloatVector.fromArray(FLOATS, matrix, n * width + right);
      int of = block.start() + n * dimension + component;
      FloatVector factor = FloatVector.broadcast(FLOATS, x[of]);
      leftP = leftP.add(factor.mul(a));
      rightP = rightP.add(factor.mul(b));
      factor = FloatVector.broadcast(FLOATS, x[of + 1]);
      leftQ = leftQ.add(factor.mul(a));
      rightQ = rightQ.add(factor.mul(b));
      factor = FloatVector.broadcast(FLOATS, x[of + 2]);
      leftR = leftR.add(factor.mul(a));
      rightR = rightR.add(factor.mul(b));
      factor = FloatVector.broadcast(FLOATS, x[of + 3]);
      leftS = leftS.add(factor.mul(a));
      rightS = rightS.add(factor.mul(b));
    }

    leftP.intoArray(table, p + left);
    rightP.intoArray(table, p + right);
    leftQ.intoArray(table, q + left);
    rightQ.intoArray(table, q + right);
    leftR.intoArray(table, r + left);
    rightR.intoArray(table, r + right);
    leftS.intoArray(table, s + left);
    rightS.intoArray(table, s + right);
  }

  /** Adds to two pieces of a row of the table. */
  private static void addToOne(
      Block block, int component, float[] matrix, FloatTable rows, Pair pair) {
    float[] table = rows.numbers();
    int width = rows.width();
    int left = pair.left();
    int right = pair.right();
    int row = rows.rowStart(component);
    FloatVector leftSum = FloatVector.fromArray(FLOATS, table, row + left);
    FloatVector rightSum = FloatVector.fromArray(FLOATS, table, row + right);
    for (int n = 0; n < block.count(); n++) {
      FloatVector factor = FloatVector.broadcast(FLOATS, block.value(n, component));
      leftSum = leftSum.add(factor.mul(FloatVector.fromArray(FLOATS, matrix, n * width + left)));
      rightSum = rightSum.add(factor.mul(FloatVector.fromArray(FLOATS, matrix, n * width + right)));
    }
    leftSum.intoArray(table, row + left);
    rightSum.intoArray(table, row + right);
  }

  @Override
  public void compute(Block block, DoubleTable table, double[] out) {
    int lanes = DOUBLES.length();
    if (table.width() < lanes) {
      plain.compute(block, table, out);
      return;
    }

    for (Pair pair : Pair.of(table.width(), lanes)) {
      int n = 0;
      for (; n + 3 < block.count(); n += 4) {
        computeFour(block, n, table, out, pair);
      }
      for (; n < block.count(); n++) {
        computeOne(block, n, table, out, pair);
      }
    }
  }

  /** Computes two pieces of the products of four consecutive vectors. */
  private static void computeFour(
      Block block, int vector, DoubleTable rows, double[] out, Pair pair) {
    double[] table = rows.numbers();
    int tableStart = rows.start();
    int width = rows.width();
    int left = pair.left();
    int right = pair.right();
    float[] x = block.vectors();
    int dimension = block.dimension();
    int p = block.start() + vector * dimension;
    int q = p + dimension;
    int r = q + dimension;
    int s = r + dimension;
    DoubleVector leftP = DoubleVector.zero(DOUBLES);
    DoubleVector leftQ = leftP;
    DoubleVector leftR = leftP;
    DoubleVector leftS = leftP;
    DoubleVector rightP = leftP;
    DoubleVector rightQ = leftP;
    DoubleVector rightR = leftP;
    DoubleVector rightS = leftP;

    for (int e = 0; e < dimension; e++) {
      int row = tableStart + e * width;
      DoubleVector a = DoubleVector.fromArray(DOUBLES, table, row + left);
      DoubleVector b = DoubleVector.fromArray(DOUBLES, table, row + right);
      DoubleVector factor = DoubleVector.broadcast(DOUBLES, x[p + e]);
      leftP = leftP.add(factor.mul(a));
      rightP = rightP.add(factor.mul(b));
      factor = DoubleVector.broadcast(DOUBLES, x[q + e]);
      leftQ = leftQ.add(factor.mul(a));
      rightQ = rightQ.add(factor.mul(b));
      factor = DoubleVector.broadcast(DOUBLES, x[r + e]);
      leftR = leftR.add(factor.mul(a));
      rightR = rightR.add(factor.mul(b));
      factor = DoubleVector.broadcast(DOUBLES, x[s + e]);
      leftS = leftS.add(factor.mul(a));
      rightS = rightS.add(factor.mul(b));
    }

    int to = vector * width;
    leftP.intoArray(out, to + left);
    rightP.intoArray(out, to + right);
    leftQ.intoArray(out, to + width + left);
    rightQ.intoArray(out, to + width + right);
    leftR.intoArray(out, to + 2 * width + left);
    rightR.intoArray(out, to + 2 * width + right);
    leftS.intoArray(out, to + 3 * width + left);
    rightS.intoArray(out, to + 3 * width + right);
  }

  /** Computes two pieces of the products of a vector. */
  private static void computeOne(
      Block block, int vector, DoubleTable rows, double[] out, Pair pair) {
    double[] table = rows.numbers();
    int tableStart = rows.start();
    int width = rows.width();
    int left = pair.left();
    int right = pair.right();
    float[] x = block.vectors();
    int first = block.start() + vector * block.dimension();
    DoubleVector leftSum = DoubleVector.zero(DOUBLES);
    DoubleVector rightSum = leftSum;
    for (int e = 0; e < block.dimension(); e++) {
      int row = tableStart + e * width;
      DoubleVector factor = DoubleVector.broadcast(DOUBLES, x[first + e]);
      leftSum = leftSum.add(factor.mul(DoubleVector.fromArray(DOUBLES, table, row + left)));
      rightSum = rightSum.add(factor.mul(DoubleVector.fromArray(DOUBLES, table, row + right)));
    }
    leftSum.intoArray(out, vector * width + left);
    rightSum.intoArray(out, vector * width + right);
  }

  @Override
  public void addTransposed(Block block, double[] matrix, DoubleTable table) {
    int lanes = DOUBLES.length();
    if (table.width() < lanes) {
      plain.addTransposed(block, matrix, table);
      return;
    }

    for (Pair pair : Pair.of(table.width(), lanes)) {
      int e = 0;
      for (; e + 3 < block.dimension(); e += 4) {
        addToFour(block, e, matrix, table, pair);
      }
      for (; e < block.dimension(); e++) {
        addToOne(block, e, matrix, table, pair);
      }
    }
  }

  /** Adds to two pieces of four consecutive rows of the table. */
  private static void addToFour(
      Block block, int component, double[] matrix, DoubleTable rows, Pair pair) {
    double[] table = rows.numbers();
    int width = rows.width();
    int left = pair.left();
    int right = pair.right();
    float[] x = block.vectors();
    int dimension = block.dimension();
    int p = rows.rowStart(component);
    int q = p + width;
    int r = q + width;
    int s = r + width;
    DoubleVector leftP = DoubleVector.fromArray(DOUBLES, table, p + left);
    DoubleVector rightP = DoubleVector.fromArray(DOUBLES, table, p + right);
    DoubleVector leftQ = DoubleVector.fromArray(DOUBLES, table, q + left);
    DoubleVector rightQ = DoubleVector.fromArray(DOUBLES, table, q + right);
    DoubleVector leftR = DoubleVector.fromArray(DOUBLES, table, r + left);
    DoubleVector rightR = DoubleVector.fromArray(DOUBLES, table, r + right);
    DoubleVector leftS = DoubleVector.fromArray(DOUBLES, table, s + left);
    DoubleVector rightS = DoubleVector.fromArray(DOUBLES, table, s + right);

    for (int n = 0; n < block.count(); n++) {
      DoubleVector a = DoubleVector.fromArray(DOUBLES, matrix, n * width + left);
      DoubleVector b = DoubleVector.fromArray(DOUBLES, matrix, n * width + right);
      int of = block.start() + n * dimension + component;
      DoubleVector factor = DoubleVector.broadcast(DOUBLES, x[of]);
      leftP = leftP.add(factor.mul(a));
      rightP = rightP.add(factor.mul(b));
      factor = DoubleVector.broadcast(DOUBLES, x[of + 1]);
      leftQ = leftQ.add(factor.mul(a));
      rightQ = rightQ.add(factor.mul(b));
      factor = DoubleVector.broadcast(DOUBLES, x[of + 2]);
      leftR = leftR.add(factor.mul(a));
      rightR = rightR.add(factor.mul(b));
      factor = DoubleVector.broadcast(DOUBLES, x[of + 3]);
      leftS = leftS.add(factor.mul(a));
      rightS = rightS.add(factor.mul(b));
    }

    leftP.intoArray(table, p + left);
    rightP.intoArray(table, p + right);
    leftQ.intoArray(table, q + left);
    rightQ.intoArray(table, q + right);
    leftR.intoArray(table, r + left);
    rightR.intoArray(table, r + right);
    leftS.intoArray(table, s + left);
    rightS.intoArray(table, s + right);
  }

  /** Adds to two pieces of a row of the table. */
  private static void addToOne(
      Block block, int component, double[] matrix, DoubleTable rows, Pair pair) {
    double[] table = rows.numbers();
    int width = rows.width();
    int left = pair.left();
    int right = pair.right();
    int row = rows.rowStart(component);
    DoubleVector leftSum = DoubleVector.fromArray(DOUBLES, table, row + left);
    DoubleVector rightSum = DoubleVector.fromArray(DOUBLES, table, row + right);
    for (int n = 0; n < block.count(); n++) {
      DoubleVector factor = DoubleVector.broadcast(DOUBLES, block.value(n, component));
      leftSum = leftSum.add(factor.mul(DoubleVector.fromArray(DOUBLES, matrix, n * width + left)));
      rightSum =
          rightSum.add(factor.mul(DoubleVector.fromArray(DOUBLES, matrix, n * width + right)));
    }
    leftSum.intoArray(table, row + left);
    rightSum.intoArray(table, row + right);
  }
}
