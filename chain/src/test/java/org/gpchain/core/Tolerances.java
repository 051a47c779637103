package org.gpchain.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.function.DoubleSupplier;
import org.assertj.core.data.Offset;

/**
 * The one vocabulary of tolerances. Anything that should be the same bit for bit is compared so.
 */
public final class Tolerances {
  /** The same sum, taken in another order: relative to its size, absolute below one. */
  public static final double ROUNDING = 1e-11;

  /** The same quantity by other algebra (a factorisation, an enumeration): relative likewise. */
  public static final double ALGEBRA = 1e-9;

  /** A central difference with {@link #STEP} against a derivative: relative likewise. */
  public static final double FINITE_DIFFERENCE = 1e-7;

  /** The step of central differences. */
  public static final double STEP = 1e-5;

  /** What has passed through 32-bit floats: relative likewise. */
  public static final double SINGLE = 1e-6;

  /** Where an optimiser ends that was told to go as far as it can: relative likewise. */
  public static final double OPTIMUM = 1e-5;

  /** What the inducing points' jitter changes: a share of the mean prior variance. */
  public static final double JITTER = 1e-3;

  /** How many standard errors an average over random draws may be off. */
  public static final double STANDARD_ERRORS = 4;

  private Tolerances() {}

  /** The tolerance as an offset around {@code expected}. */
  public static Offset<Double> around(double expected, double tolerance) {
    double size = Double.isFinite(expected) ? Math.max(1, Math.abs(expected)) : 1;
    return within(tolerance * size);
  }

  public static void assertClose(String what, double actual, double expected, double tolerance) {
    assertThat(actual).as(what).isCloseTo(expected, around(expected, tolerance));
  }

  /** Checks the first {@code expected.length} numbers of an array. */
  public static void assertClose(
      String what, double[] actual, double[] expected, double tolerance) {
    assertThat(actual.length).as(what).isGreaterThanOrEqualTo(expected.length);
    for (int i = 0; i < expected.length; i++) {
      if (!(Math.abs(actual[i] - expected[i]) <= tolerance * Math.max(1, Math.abs(expected[i])))) {
        assertClose(what + "[" + i + "]", actual[i], expected[i], tolerance);
      }
    }
  }

  /**
   * Central differences of a value with respect to each element of an array that it reads; the
   * array is restored.
   */
  public static double[] differences(double[] x, DoubleSupplier value) {
    double[] differences = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      double at = x[i];
      x[i] = at + STEP;
      double above = value.getAsDouble();
      x[i] = at - STEP;
      differences[i] = (above - value.getAsDouble()) / (2 * STEP);
      x[i] = at;
    }
    return differences;
  }

  /**
   * Checks that draws of a Gaussian vector have the mean 0 and a covariance.
   *
   * @param draws {@code [S][n]}
   * @param covariance {@code [n][n]}
   * @param jitter what the variances may have in addition
   */
  public static void assertMoments(double[][] draws, double[][] covariance, double jitter) {
    for (int a = 0; a < covariance.length; a++) {
      double variance = covariance[a][a] + jitter;
      assertThat(moment(draws, a, -1))
          .as("E of deviation %d", a)
          .isCloseTo(0, within(STANDARD_ERRORS * Math.sqrt(variance / draws.length)));
      for (int b = 0; b <= a; b++) {
        double square = covariance[a][b] * covariance[a][b];
        double both = variance * (covariance[b][b] + jitter) + square;
        assertThat(moment(draws, a, b))
            .as("Cov(%d, %d)", a, b)
            .isCloseTo(covariance[a][b], within(STANDARD_ERRORS * Math.sqrt(both / draws.length)));
      }
    }
  }

  /** Mean of the product of two coordinates, or of one if the other is −1. */
  private static double moment(double[][] draws, int a, int b) {
    return Arrays.stream(draws).mapToDouble(d -> d[a] * (b < 0 ? 1 : d[b])).average().orElseThrow();
  }

  /** Checks an average over draws, which are kept as 32-bit floats, against its expectation. */
  public static void assertExpected(
      String what, double actual, double expected, double standardError) {
    double rounding = SINGLE * Math.max(1, Math.abs(expected));
    assertThat(actual)
        .as(what)
        .isCloseTo(expected, within(STANDARD_ERRORS * standardError + rounding));
  }
}
