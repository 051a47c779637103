package org.gpchain.internal.gp.inducing;

import java.util.Arrays;
import org.gpchain.internal.core.math.Checks;

/**
 * Vectors with 8 bits for each component: integers, multiplied by a power of two for each vector.
 * Since these products are exact, vectors that have been quantized are not changed by quantizing
 * them again. Immutable; arrays are shared with the caller, not copied.
 *
 * @param dimension number of components E of a vector
 * @param components integers, {@code [N×E]} row-major
 * @param exponents exponent of the power of two of each vector, {@code [N]}, at most {@link
 *     #HIGHEST}
 */
public record QuantizedVectors(int dimension, byte[] components, byte[] exponents) {
  /** Largest exponent, with which components are smaller than 10³⁰. */
  public static final int HIGHEST = 92;

  /** Smallest exponent of vectors that {@link #of} quantizes. */
  private static final int LOWEST = -100;

  /**
   * Checks that the arrays fit each other.
   *
   * @throws IllegalArgumentException if they do not, or if an exponent is too large
   */
  public QuantizedVectors {
    Checks.atLeast("dimension", dimension, 1);
    Checks.length("components", components.length, (long) exponents.length * dimension, "[N×E]");
    for (byte exponent : exponents) {
      if (exponent > HIGHEST) {
        throw new IllegalArgumentException(
            "the exponent of a vector must be at most " + HIGHEST + ", was " + exponent);
      }
    }
  }

  /**
   * Returns the nearest vectors with 8 bits for each component.
   *
   * @param dimension number of components E of a vector
   * @param vectors {@code [N×E]} row-major, finite; not modified
   */
  public static QuantizedVectors of(int dimension, float[] vectors) {
    byte[] components = new byte[vectors.length];
    byte[] exponents = new byte[vectors.length / dimension];
    for (int n = 0; n < exponents.length; n++) {
      int exponent = exponent(Arrays.copyOfRange(vectors, n * dimension, (n + 1) * dimension));
      exponents[n] = (byte) exponent;
      for (int i = n * dimension; i < (n + 1) * dimension; i++) {
        components[i] = (byte) Math.rint(Math.scalb((double) vectors[i], -exponent));
      }
    }
    return new QuantizedVectors(dimension, components, exponents);
  }

  /** Returns the smallest exponent with which all components fit into 8 bits. */
  private static int exponent(float[] vector) {
    float largest = 0;
    for (float component : vector) {
      largest = Math.max(largest, Math.abs(component));
    }

    int exponent = Math.max(LOWEST, Math.getExponent(largest / Byte.MAX_VALUE));
    if (Math.scalb((double) Byte.MAX_VALUE, exponent) < largest) {
      exponent++;
    }
    return exponent;
  }

  /** Returns the vectors, {@code [N×E]} row-major; a new array. */
  public float[] values() {
    float[] values = new float[components.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.scalb((float) components[i], exponents[i / dimension]);
    }
    return values;
  }
}
