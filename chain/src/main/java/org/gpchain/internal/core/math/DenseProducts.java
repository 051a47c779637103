package org.gpchain.internal.core.math;

import java.lang.System.Logger.Level;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * Products of a block of vectors with a table, which are the inner loops of {@link DenseColumns}.
 * All implementations add the same numbers in the same order, so that their results are identical.
 */
public interface DenseProducts {
  /** The incubating module of the JDK with the Vector API. */
  String VECTOR_MODULE = "jdk.incubator.vector";

  /**
   * Consecutive vectors of an array.
   *
   * @param vectors the array; shared, not modified
   * @param start index of the first component of the first vector
   * @param count number of vectors N
   * @param dimension number of components E of a vector
   */
  record Block(float[] vectors, int start, int count, int dimension) {
    /** Returns a component of a vector. */
    public float value(int vector, int component) {
      return vectors[start + vector * dimension + component];
    }
  }

  /**
   * Computes the products of vectors with a table, {@code out_n = Σ_e x_ne table_e}.
   *
   * @param table {@code [E×V]}; not modified
   * @param out the products {@code [N×V]}; overwritten
   */
  void compute(Block block, DoubleTable table, double[] out);

  /** Does the same as the other method of this name, in single precision. */
  void compute(Block block, FloatTable table, float[] out);

  /**
   * Adds the products of transposed vectors with a matrix: {@code table_e += Σ_n x_ne matrix_n}.
   *
   * @param matrix {@code [N×V]}; not modified
   * @param table {@code [E×V]}; added to
   */
  void addTransposed(Block block, double[] matrix, DoubleTable table);

  /** Does the same as the other method of this name, in single precision. */
  void addTransposed(Block block, float[] matrix, FloatTable table);

  /** Returns products in plain loops, which run on any JVM. */
  static DenseProducts plain() {
    return new PlainProducts();
  }

  /**
   * Returns the fastest implementation that this JVM can run. If the JVM was started with {@code
   * --add-modules jdk.incubator.vector} and {@code gpchain-simd} is on the class path, it uses the
   * Vector API. Otherwise, or if this JDK has another version of the Vector API, it consists of
   * plain loops.
   */
  static DenseProducts fastest() {
    if (ModuleLayer.boot().findModule(VECTOR_MODULE).isEmpty()) {
      return plain();
    }
    return firstUsable(
        ServiceLoader.load(DenseProducts.class, DenseProducts.class.getClassLoader()));
  }

  /** Returns the first implementation that this JVM can load and run, otherwise plain loops. */
  static DenseProducts firstUsable(Iterable<DenseProducts> implementations) {
    try {
      for (DenseProducts implementation : implementations) {
        implementation.runOnce();
        return implementation;
      }
    } catch (ServiceConfigurationError | LinkageError e) {
      System.getLogger(DenseProducts.class.getName())
          .log(Level.DEBUG, "the Vector API cannot be used, so plain loops replace it", e);
    }
    return plain();
  }

  /** Runs each method once with a small block, so that classes that do not fit are noticed. */
  private void runOnce() {
    int size = 16;
    Block block = new Block(new float[size * size], 0, size, size);
    double[] matrix = new double[size * size];
    compute(block, DoubleTable.of(matrix, size), new double[size * size]);
    addTransposed(block, matrix, DoubleTable.of(new double[size * size], size));

    float[] single = new float[size * size];
    compute(block, FloatTable.of(single, size), new float[size * size]);
    addTransposed(block, single, FloatTable.of(new float[size * size], size));
  }
}
