package org.gpchain.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.function.DoubleSupplier;
import org.assertj.core.data.Offset;

/**
 * Tolerances for the comparison of numbers, shared by all tests. Tolerances are relative to the
 * expected number, or absolute if it is below 1. Results that must be identical are compared
 * exactly instead.
 */
public final class Tolerances {
  /** Tolerance for a sum that is computed in another order. */
  public static final double ROUNDING = 1e-11;

  /**
   * Tolerance for a quantity that is computed by another algorithm, such as a factorization or an
   * enumeration.
   */
  public static final double ALGEBRA = 1e-9;

  /** Tolerance for a derivative compared with a central difference with {@link #STEP}. */
  public static final double FINITE_DIFFERENCE = 1e-7;

  /** Step of central differences. */
  public static final double STEP = 1e-5;

  /** Tolerance for a number that has been stored in single precision. */
  public static final double SINGLE = 1e-6;

  /** Tolerance for the solution of an optimizer that runs until it can't improve any further. */
  public static final double OPTIMUM = 1e-5;

  /**
   * Tolerance for a result that the jitter of inducing points changes, as a share of the mean prior
   * variance.
   */
  public static final double JITTER = 1e-3;

  /** Tolerance for an average over random draws (standard errors). */
  public static final double STANDARD_ERRORS = 4;

  private Tolerances() {}

  /** Returns the tolerance as an offset around {@code expected}. */
  public static Offset<Double> around(double expected, double tolerance) {
    double size = Double.isFinite(expected) ? Math.max(1, Math.abs(expected)) : 1;
    return within(tolerance * size);
  }

  /** Fails unless two numbers are equal within a tolerance. */
  public static void assertClose(String what, double actual, double expected, double tolerance) {
    assertThat(actual).as(what).isCloseTo(expected, around(expected, tolerance));
  }

  /** Fails unless the first {@code expected.length} numbers are equal within a tolerance. */
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
   * Returns the central differences of a function with respect to each element of an array.
   *
   * @param x array that the function reads; modified and then restored
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
   * Fails unless draws of a Gaussian vector have the mean 0 and the given covariance, within {@link
   * #STANDARD_ERRORS}.
   *
   * @param draws {@code [S][n]}
   * @param covariance {@code [n][n]}
   * @param jitter amount by which the variances may be larger
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

  /** Returns the mean of coordinate a times coordinate b, or of coordinate a if b is −1. */
  private static double moment(double[][] draws, int a, int b) {
    return Arrays.stream(draws).mapToDouble(d -> d[a] * (b < 0 ? 1 : d[b])).average().orElseThrow();
  }

  /**
   * Fails unless an average over draws in single precision equals its expectation, within {@link
   * #STANDARD_ERRORS} and rounding.
   */
  public static void assertExpected(
      String what, double actual, double expected, double standardError) {
    double rounding = SINGLE * Math.max(1, Math.abs(expected));
    assertThat(actual)
        .as(what)
        .isCloseTo(expected, within(STANDARD_ERRORS * standardError + rounding));
  }
}
