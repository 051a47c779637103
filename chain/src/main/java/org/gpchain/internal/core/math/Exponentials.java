package org.gpchain.internal.core.math;

/**
 * The exponential function of many numbers at once. It is about twice as fast as calling {@link
 * Math#exp} for each number, and correct to a few units in the last place.
 *
 * <p>The method is {@code exp(x) = 2ᵏ (cosh r + sinh r)} with {@code k = round(x / log 2)} and
 * {@code |r| ≤ ½ log 2}. For such a small r, two short Taylor series in r² are enough: their
 * truncation error is less than {@code r¹³ / 13! < 2e-16}. The loops do the same operations for
 * every number, so that the compiler can vectorize them.
 */
public final class Exponentials {
  /** Largest absolute value of x. Beyond it 2ᵏ may overflow or be subnormal. */
  public static final double LARGEST = 700;

  /**
   * Offset that rounds a small number when it is added: the lowest bits of the sum then hold the
   * rounded number.
   */
  private static final double ROUND = 0x1.8p52;

  private static final double INVERSE_LOG_2 = 1 / Math.log(2);

  /** The high part of log 2, with so few bits that its product with k is exact. */
  private static final double LOG_2_HIGH = 0x1.62e42feep-1;

  /** The low part of log 2, that is, log 2 − {@link #LOG_2_HIGH}. */
  private static final double LOG_2_LOW = 0x1.a39ef35793c76p-33;

  private static final int EXPONENT_BIAS = 1023;
  private static final int MANTISSA_BITS = 52;

  private Exponentials() {}

  /**
   * Computes {@code out[i] = exp(x[i])} for {@code i < count}.
   *
   * @param x numbers in [−{@link #LARGEST}, {@link #LARGEST}], which is not checked; not modified
   * @param out an array other than {@code x}; overwritten
   */
  public static void of(double[] x, int count, double[] out) {
    fractions(x, count, out);

    // Working on bits, which the compiler does not vectorize, so kept out of the loop above.
    for (int i = 0; i < count; i++) {
      long power = Double.doubleToRawLongBits(x[i] * INVERSE_LOG_2 + ROUND);
      out[i] *= Double.longBitsToDouble((power + EXPONENT_BIAS) << MANTISSA_BITS);
    }
  }

  /**
   * Computes {@code out[i] = exp(r)} for the remainder r of each {@code x[i]}. The two series are
   * independent of each other, so the processor can compute them at the same time.
   */
  private static void fractions(double[] x, int count, double[] out) {
    for (int i = 0; i < count; i++) {
      double k = (x[i] * INVERSE_LOG_2 + ROUND) - ROUND;
      double r = (x[i] - k * LOG_2_HIGH) - k * LOG_2_LOW;
      double s = r * r;
      double cosh = 1 / 40320.0 + s * (1 / 3628800.0 + s * (1 / 479001600.0));
      double sinh = 1 / 5040.0 + s * (1 / 362880.0 + s * (1 / 39916800.0));
      cosh = 1 + s * (1 / 2.0 + s * (1 / 24.0 + s * (1 / 720.0 + s * cosh)));
      sinh = 1 + s * (1 / 6.0 + s * (1 / 120.0 + s * sinh));
      out[i] = cosh + r * sinh;
    }
  }
}
