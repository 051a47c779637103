package org.gpchain.internal.core.math;

import java.util.Arrays;

/** Products in plain loops, which run on any JVM. */
final class PlainProducts implements DenseProducts {
  @Override
  public void compute(Block block, DoubleTable table, double[] out) {
    Arrays.fill(out, 0, block.count() * table.width(), 0);
    int j = 0;
    for (; j + 3 < block.count(); j += 4) {
      addFourProducts(block, j, table, out);
    }
    for (; j < block.count(); j++) {
      addProduct(block, j, table, out);
    }
  }

  /** Adds the product of a vector with a table {@code [E×count]}. */
  private static void addProduct(Block block, int vector, DoubleTable table, double[] out) {
    int count = table.width();
    for (int e = 0; e < block.dimension(); e++) {
      double x = block.value(vector, e);
      ScaledSums.add(x, table.numbers(), table.rowStart(e), count, out, vector * count);
    }
  }

  /**
   * Adds the products of four consecutive vectors with a table {@code [E×count]}. Takes four
   * components at a time, so that each number of the table and of the products is loaded less
   * often.
   */
  private static void addFourProducts(Block block, int vector, DoubleTable rows, double[] out) {
    double[] table = rows.numbers();
    int tableStart = rows.start();
    int count = rows.width();
    float[] vectors = block.vectors();
    int dimension = block.dimension();
    int p = block.start() + vector * dimension;
    int q = p + dimension;
    int r = q + dimension;
    int s = r + dimension;
    int outStart = vector * count;
    int ofQ = outStart + count;
    int ofR = ofQ + count;
    int ofS = ofR + count;

    int e = 0;
    for (; e + 3 < dimension; e += 4) {
      int a = tableStart + e * count;
      int b = a + count;
      int c = b + count;
      int d = c + count;
      double pa = vectors[p + e];
      double pb = vectors[p + e + 1];
      double pc = vectors[p + e + 2];
      double pd = vectors[p + e + 3];
      double qa = vectors[q + e];
      double qb = vectors[q + e + 1];
      double qc = vectors[q + e + 2];
      double qd = vectors[q + e + 3];
      double ra = vectors[r + e];
      double rb = vectors[r + e + 1];
      double rc = vectors[r + e + 2];
      double rd = vectors[r + e + 3];
      double sa = vectors[s + e];
      double sb = vectors[s + e + 1];
      double sc = vectors[s + e + 2];
      double sd = vectors[s + e + 3];
      for (int k = 0; k < count; k++) {
        double ta = table[a + k];
        double tb = table[b + k];
        double tc = table[c + k];
        double td = table[d + k];
        out[outStart + k] = out[outStart + k] + pa * ta + pb * tb + pc * tc + pd * td;
        out[ofQ + k] = out[ofQ + k] + qa * ta + qb * tb + qc * tc + qd * td;
        out[ofR + k] = out[ofR + k] + ra * ta + rb * tb + rc * tc + rd * td;
        out[ofS + k] = out[ofS + k] + sa * ta + sb * tb + sc * tc + sd * td;
      }
    }
    for (; e < dimension; e++) {
      int from = tableStart + e * count;
      ScaledSums.add(vectors[p + e], table, from, count, out, outStart);
      ScaledSums.add(vectors[q + e], table, from, count, out, ofQ);
      ScaledSums.add(vectors[r + e], table, from, count, out, ofR);
      ScaledSums.add(vectors[s + e], table, from, count, out, ofS);
    }
  }

  @Override
  public void compute(Block block, FloatTable table, float[] out) {
    Arrays.fill(out, 0, block.count() * table.width(), 0);
    int j = 0;
    for (; j + 3 < block.count(); j += 4) {
      addFourProducts(block, j, table, out);
    }
    for (; j < block.count(); j++) {
      addProduct(block, j, table, out);
    }
  }

  private static void addProduct(Block block, int vector, FloatTable table, float[] out) {
    int count = table.width();
    for (int e = 0; e < block.dimension(); e++) {
      float x = block.value(vector, e);
      ScaledSums.add(x, table.numbers(), table.rowStart(e), count, out, vector * count);
    }
  }

  private static void addFourProducts(Block block, int vector, FloatTable rows, float[] out) {
    float[] table = rows.numbers();
    int tableStart = rows.start();
    int count = rows.width();
    float[] vectors = block.vectors();
    int dimension = block.dimension();
    int p = block.start() + vector * dimension;
    int q = p + dimension;
    int r = q + dimension;
    int s = r + dimension;
    int outStart = vector * count;
    int ofQ = outStart + count;
    int ofR = ofQ + count;
    int ofS = ofR + count;

    int e = 0;
    for (; e + 3 < dimension; e += 4) {
      int a = tableStart + e * count;
      int b = a + count;
      int c = b + count;
      int d = c + count;
      float pa = vectors[p + e];
      float pb = vectors[p + e + 1];
      float pc = vectors[p + e + 2];
      float pd = vectors[p + e + 3];
      float qa = vectors[q + e];
      float qb = vectors[q + e + 1];
      float qc = vectors[q + e + 2];
      float qd = vectors[q + e + 3];
      float ra = vectors[r + e];
      float rb = vectors[r + e + 1];
      float rc = vectors[r + e + 2];
      float rd = vectors[r + e + 3];
      float sa = vectors[s + e];
      float sb = vectors[s + e + 1];
      float sc = vectors[s + e + 2];
      float sd = vectors[s + e + 3];
      for (int k = 0; k < count; k++) {
        float ta = table[a + k];
        float tb = table[b + k];
        float tc = table[c + k];
        float td = table[d + k];
        out[outStart + k] = out[outStart + k] + pa * ta + pb * tb + pc * tc + pd * td;
        out[ofQ + k] = out[ofQ + k] + qa * ta + qb * tb + qc * tc + qd * td;
        out[ofR + k] = out[ofR + k] + ra * ta + rb * tb + rc * tc + rd * td;
        out[ofS + k] = out[ofS + k] + sa * ta + sb * tb + sc * tc + sd * td;
      }
    }
    for (; e < dimension; e++) {
      int from = tableStart + e * count;
      ScaledSums.add(vectors[p + e], table, from, count, out, outStart);
      ScaledSums.add(vectors[q + e], table, from, count, out, ofQ);
      ScaledSums.add(vectors[r + e], table, from, count, out, ofR);
      ScaledSums.add(vectors[s + e], table, from, count, out, ofS);
    }
  }

  @Override
  public void addTransposed(Block block, double[] matrix, DoubleTable table) {
    int width = table.width();
    int e = 0;
    for (; e + 1 < block.dimension(); e += 2) {
      addTwoSums(block, e, matrix, table);
    }
    for (int j = 0; e < block.dimension() && j < block.count(); j++) {
      float x = block.value(j, e);
      ScaledSums.add(x, matrix, j * width, width, table.numbers(), table.rowStart(e));
    }
  }

  /**
   * Adds multiples of the rows of a matrix to two rows of a table: {@code table_e += Σ_j x_je
   * matrix_j} for two consecutive components e, eight vectors at a time.
   *
   * @param component number of the first component
   */
  private static void addTwoSums(Block block, int component, double[] matrix, DoubleTable rows) {
    double[] table = rows.numbers();
    int tableStart = rows.rowStart(component);
    int count = rows.width();
    float[] vectors = block.vectors();
    int dimension = block.dimension();
    int vectorCount = block.count();
    int first = block.start() + component;
    int second = tableStart + count;
    int j = 0;
    for (; j + 7 < vectorCount; j += 8) {
      int p = first + j * dimension;
      int q = p + dimension;
      int r = q + dimension;
      int s = r + dimension;
      int t = s + dimension;
      int u = t + dimension;
      int v = u + dimension;
      int w = v + dimension;
      double xp = vectors[p];
      double xq = vectors[q];
      double xr = vectors[r];
      double xs = vectors[s];
      double xt = vectors[t];
      double xu = vectors[u];
      double xv = vectors[v];
      double xw = vectors[w];
      double yp = vectors[p + 1];
      double yq = vectors[q + 1];
      double yr = vectors[r + 1];
      double ys = vectors[s + 1];
      double yt = vectors[t + 1];
      double yu = vectors[u + 1];
      double yv = vectors[v + 1];
      double yw = vectors[w + 1];
      int a = j * count;
      int b = a + count;
      int c = b + count;
      int d = c + count;
      int e = d + count;
      int f = e + count;
      int g = f + count;
      int h = g + count;
      for (int k = 0; k < count; k++) {
        double ma = matrix[a + k];
        double mb = matrix[b + k];
        double mc = matrix[c + k];
        double md = matrix[d + k];
        double me = matrix[e + k];
        double mf = matrix[f + k];
        double mg = matrix[g + k];
        double mh = matrix[h + k];
        table[tableStart + k] =
            table[tableStart + k]
                + xp * ma
                + xq * mb
                + xr * mc
                + xs * md
                + xt * me
                + xu * mf
                + xv * mg
                + xw * mh;
        table[second + k] =
            table[second + k]
                + yp * ma
                + yq * mb
                + yr * mc
                + ys * md
                + yt * me
                + yu * mf
                + yv * mg
                + yw * mh;
      }
    }
    for (; j < vectorCount; j++) {
      int p = first + j * dimension;
      ScaledSums.add(vectors[p], matrix, j * count, count, table, tableStart);
      ScaledSums.add(vectors[p + 1], matrix, j * count, count, table, second);
    }
  }

  @Override
  public void addTransposed(Block block, float[] matrix, FloatTable table) {
    int width = table.width();
    int e = 0;
    for (; e + 1 < block.dimension(); e += 2) {
      addTwoSums(block, e, matrix, table);
    }
    for (int j = 0; e < block.dimension() && j < block.count(); j++) {
      float x = block.value(j, e);
      ScaledSums.add(x, matrix, j * width, width, table.numbers(), table.rowStart(e));
    }
  }

  private static void addTwoSums(Block block, int component, float[] matrix, FloatTable rows) {
    float[] table = rows.numbers();
    int tableStart = rows.rowStart(component);
    int count = rows.width();
    float[] vectors = block.vectors();
    int dimension = block.dimension();
    int vectorCount = block.count();
    int first = block.start() + component;
    int second = tableStart + count;
    int j = 0;
    for (; j + 7 < vectorCount; j += 8) {
      int p = first + j * dimension;
      int q = p + dimension;
      int r = q + dimension;
      int s = r + dimension;
      int t = s + dimension;
      int u = t + dimension;
      int v = u + dimension;
      int w = v + dimension;
      float xp = vectors[p];
      float xq = vectors[q];
      float xr = vectors[r];
      float xs = vectors[s];
      float xt = vectors[t];
      float xu = vectors[u];
      float xv = vectors[v];
      float xw = vectors[w];
      float yp = vectors[p + 1];
      float yq = vectors[q + 1];
      float yr = vectors[r + 1];
      float ys = vectors[s + 1];
      float yt = vectors[t + 1];
      float yu = vectors[u + 1];
      float yv = vectors[v + 1];
      float yw = vectors[w + 1];
      int a = j * count;
      int b = a + count;
      int c = b + count;
      int d = c + count;
      int e = d + count;
      int f = e + count;
      int g = f + count;
      int h = g + count;
      for (int k = 0; k < count; k++) {
        float ma = matrix[a + k];
        float mb = matrix[b + k];
        float mc = matrix[c + k];
        float md = matrix[d + k];
        float me = matrix[e + k];
        float mf = matrix[f + k];
        float mg = matrix[g + k];
        float mh = matrix[h + k];
        table[tableStart + k] =
            table[tableStart + k]
                + xp * ma
                + xq * mb
                + xr * mc
                + xs * md
                + xt * me
                + xu * mf
                + xv * mg
                + xw * mh;
        table[second + k] =
            table[second + k]
                + yp * ma
                + yq * mb
                + yr * mc
                + ys * md
                + yt * me
                + yu * mf
                + yv * mg
                + yw * mh;
      }
    }
    for (; j < vectorCount; j++) {
      int p = first + j * dimension;
      ScaledSums.add(vectors[p], matrix, j * count, count, table, tableStart);
      ScaledSums.add(vectors[p + 1], matrix, j * count, count, table, second);
    }
  }
}
