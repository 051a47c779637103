package org.gpchain.core;

import java.util.Random;
import java.util.random.RandomGenerator;

/** Random inputs for tests, determined by a seed. */
public final class Draws {
  private final RandomGenerator random;

  /** Creates a generator of random inputs. */
  public Draws(long seed) {
    this.random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
  }

  /** Returns an integer in {@code [0, bound)}. */
  public int index(int bound) {
    return random.nextInt(bound);
  }

  /** Returns an integer in {@code [from, to]}. */
  public int between(int from, int to) {
    return from + random.nextInt(to - from + 1);
  }

  /** Returns true with the given probability. */
  public boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  /** Returns a number in {@code [from, to)}. */
  public double between(double from, double to) {
    return from + (to - from) * random.nextDouble();
  }

  /** Returns independent normal values with mean 0 and standard deviation {@code scale}. */
  public double[] normals(int count, double scale) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = scale * random.nextGaussian();
    }
    return values;
  }

  /**
   * Returns independent normal values with mean 0 and standard deviation {@code scale}, in single
   * precision.
   */
  public float[] floats(int count, double scale) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) (scale * random.nextGaussian());
    }
    return values;
  }

  /** Returns independent uniform numbers in {@code [from, to)}. */
  public double[] uniforms(int count, double from, double to) {
    return random.doubles(count, from, to).toArray();
  }

  /** Returns independent integers in {@code [0, bound)}. */
  public int[] indices(int count, int bound) {
    return random.ints(count, 0, bound).toArray();
  }

  /**
   * Returns a lower triangular factor, {@code [n×n]} row-major.
   *
   * @param below the entries below the diagonal are in {@code [−below, below)}
   * @param least the entries on the diagonal are in {@code [least, most)}
   */
  public double[] factor(int n, double below, double least, double most) {
    double[] lower = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        lower[i * n + j] = between(-below, below);
      }
      lower[i * n + i] = between(least, most);
    }
    return lower;
  }

  /** Returns one of the values at random. */
  @SafeVarargs
  public final <T> T oneOf(T... values) {
    return values[random.nextInt(values.length)];
  }
}
