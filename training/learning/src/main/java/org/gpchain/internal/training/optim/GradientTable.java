package org.gpchain.internal.training.optim;

import org.gpchain.internal.core.math.Checks;

/**
 * Remembered gradients. Few are 32-bit floats. Many are rounded to eight bits, a sign, five of the
 * exponent and two of the fraction: what errors of up to an eighth of each add up to is little
 * beside the noise of so many.
 */
public final class GradientTable {
  /** More gradients than this, which take 256 MB as floats, are many. */
  private static final int MANY = 1 << 26;

  private static final float LEAST = 0x1p-19f;
  private static final float LARGEST = 0x1.cp11f;

  /** Brings exponents between these to the range of five bits. */
  private static final float DOWN = 0x1p-107f;

  private static final int DROPPED_BITS = 21;
  private static final float[] VALUES = new float[1 << Byte.SIZE];

  static {
    for (int i = 1; i <= Byte.MAX_VALUE; i++) {
      VALUES[i] = Float.intBitsToFloat(i << DROPPED_BITS) / DOWN;
      VALUES[i - Byte.MIN_VALUE] = -VALUES[i];
    }
  }

  private final float[] full;
  private final byte[] rounded;

  GradientTable(int size, boolean round) {
    full = new float[round ? 0 : Checks.atLeast("size", size, 0)];
    rounded = new byte[round ? size : 0];
  }

  /** Whether so many gradients are rounded. */
  public static boolean areMany(double size) {
    return size > MANY;
  }

  public float get(int i) {
    return full.length > 0 ? full[i] : VALUES[Byte.toUnsignedInt(rounded[i])];
  }

  /** Rounds and stores a gradient in a table of rounded ones, and returns the rounded value. */
  float put(int i, double gradient) {
    float size = (float) Math.min(LARGEST, Math.abs(gradient));
    int half = 1 << (DROPPED_BITS - 1);
    int code = (Float.floatToRawIntBits(size * DOWN) + half) >>> DROPPED_BITS;
    int signed = gradient < 0 ? code | Byte.MIN_VALUE : code;
    rounded[i] = (byte) (size < LEAST ? 0 : signed);
    return get(i);
  }

  /** Stores gradients from an index on, and leaves how much they have changed in their place. */
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
