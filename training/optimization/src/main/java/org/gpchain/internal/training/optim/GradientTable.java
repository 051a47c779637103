package org.gpchain.internal.training.optim;

import org.gpchain.internal.core.math.Checks;

/**
 * A table of stored gradients. Small tables use 32-bit floats. Large tables round each gradient to
 * eight bits: a sign, five bits of exponent and two bits of fraction. The rounding errors are up to
 * an eighth of each gradient, but their sum is small compared with the noise of such a large number
 * of gradients.
 */
public final class GradientTable {
  /** Largest number of gradients that are not rounded; they take 256 MB as floats. */
  private static final int MANY = 1 << 26;

  /** Smallest gradient that is not rounded to zero. */
  private static final float LEAST = 0x1p-19f;

  /** Largest gradient that can be represented. */
  private static final float LARGEST = 0x1.cp11f;

  /** Factor that brings the exponents from LEAST to LARGEST into the range of five bits. */
  private static final float DOWN = 0x1p-107f;

  /** Number of low bits of a float that a rounded gradient lacks. */
  private static final int DROPPED_BITS = 21;

  /** The value of each code. */
  private static final float[] VALUES = new float[1 << Byte.SIZE];

  static {
    for (int i = 1; i <= Byte.MAX_VALUE; i++) {
      VALUES[i] = Float.intBitsToFloat(i << DROPPED_BITS) / DOWN;
      VALUES[i - Byte.MIN_VALUE] = -VALUES[i];
    }
  }

  /** The gradients of a table without rounding; empty otherwise. */
  private final float[] full;

  /** The codes of a table with rounding; empty otherwise. */
  private final byte[] rounded;

  GradientTable(int size, boolean round) {
    full = new float[round ? 0 : Checks.atLeast("size", size, 0)];
    rounded = new byte[round ? size : 0];
  }

  /** Returns whether a table of this size should be rounded. */
  public static boolean areMany(double size) {
    return size > MANY;
  }

  /** Returns a stored gradient. */
  public float get(int i) {
    if (full.length > 0) {
      return full[i];
    }
    return VALUES[Byte.toUnsignedInt(rounded[i])];
  }

  /** Stores a gradient in a table with rounding, and returns the rounded value. */
  float put(int i, double gradient) {
    float size = (float) Math.min(LARGEST, Math.abs(gradient));
    int half = 1 << (DROPPED_BITS - 1);
    int code = (Float.floatToRawIntBits(size * DOWN) + half) >>> DROPPED_BITS;
    int signed = gradient < 0 ? code | Byte.MIN_VALUE : code;
    rounded[i] = (byte) (size < LEAST ? 0 : signed);
    return get(i);
  }

  /**
   * Stores gradients.
   *
   * @param from index of the first gradient in the table
   * @param inOut the new gradients; overwritten with their differences from the old ones
   */
  void replace(int from, double[] inOut, int count) {
    if (full.length > 0) {
      replace(full, from, inOut, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      float last = get(from + i);
      inOut[i] = put(from + i, inOut[i]) - last;
    }
  }

  private static void replace(float[] stored, int from, double[] inOut, int count) {
    for (int i = 0; i < count; i++) {
      float next = (float) inOut[i];
      inOut[i] = next - stored[from + i];
      stored[from + i] = next;
    }
  }
}
