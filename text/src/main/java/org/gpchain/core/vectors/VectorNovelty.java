package org.gpchain.core.vectors;

import java.util.List;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.DenseColumns;

/**
 * A measure of how unlike the training text a sentence is. The novelty of a token is the mean of
 * {@code x_e² / v_e} over the E dimensions of its projected vector x, where the variance v_e is the
 * mean of {@code x_e²} over tokens of the training text. Its mean over these tokens is therefore 1.
 * The novelty of a sentence is the mean over its tokens. Immutable; the array is shared with the
 * caller, not copied, and must not be modified.
 */
public final class VectorNovelty {
  /** Maximum novelty of a token, which follows from the minimum of the variances. */
  public static final int LARGEST = 1000;

  /** Largest variance, which exceeds the square of the length of projected vectors. */
  public static final float LARGEST_VARIANCE = 2 * VectorProjection.NORM * VectorProjection.NORM;

  /** Share of the sentences of the training text whose novelty is not above the limit. */
  private static final double LIKE_TRAINING = 0.99;

  private final float[] variances;
  private final double limit;

  /** Factor of the square of each dimension, {@code 1 / (E v_e)}. */
  private final double[] factors;

  /**
   * Creates a measure.
   *
   * @param variances mean square of each dimension in the training text, {@code [E]}, at least
   *     {@link #leastVariance} and at most {@link #LARGEST_VARIANCE}
   * @param limit novelty above which a sentence is unlike the training text, positive and at most
   *     {@link #LARGEST}
   * @throws IllegalArgumentException if a number is out of range
   */
  public VectorNovelty(float[] variances, double limit) {
    this.variances = variances;
    this.limit = limit;
    this.factors = new double[variances.length];
    inRange("novelty limit", limit, Double.MIN_VALUE, LARGEST);
    for (int e = 0; e < variances.length; e++) {
      float least = leastVariance(variances.length);
      inRange("variance of a vector", variances[e], least, LARGEST_VARIANCE);
      factors[e] = 1 / ((double) variances.length * variances[e]);
    }
  }

  private static void inRange(String name, double value, double least, double largest) {
    if (!(value >= least && value <= largest)) {
      throw new IllegalArgumentException(
          String.format("%s must be between %s and %s, was %s", name, least, largest, value));
    }
  }

  /** Returns the least variance of a dimension of projected vectors. */
  public static float leastVariance(int dimension) {
    return VectorProjection.NORM * VectorProjection.NORM / LARGEST / dimension;
  }

  /**
   * Learns the measure. The limit is exceeded by at most 1 % of the sentences.
   *
   * @param sentences projected vectors of sentences of the training text; none is empty
   */
  public static VectorNovelty of(List<DenseRows> sentences) {
    int dimension = sentences.get(0).dimension();
    double[] squares = new double[dimension];
    int tokens = 0;
    for (DenseRows sentence : sentences) {
      for (int i = 0; i < sentence.values().length; i++) {
        squares[i % dimension] += (double) sentence.values()[i] * sentence.values()[i];
      }
      tokens += sentence.rowCount();
    }

    float[] variances = new float[dimension];
    for (int e = 0; e < dimension; e++) {
      variances[e] = Math.max((float) (squares[e] / tokens), leastVariance(dimension));
    }
    VectorNovelty unlimited = new VectorNovelty(variances, LARGEST);

    double[] novelties = sentences.stream().mapToDouble(unlimited::ofSentence).sorted().toArray();
    int last = (int) Math.ceil(LIKE_TRAINING * novelties.length) - 1;
    double limit = Math.min(LARGEST, Math.max(Double.MIN_NORMAL, novelties[last]));
    return new VectorNovelty(variances, limit);
  }

  /** Returns the mean square of each dimension, {@code [E]}; not to be modified. */
  public float[] variances() {
    return variances;
  }

  /** Returns the novelty above which a sentence is unlike the training text. */
  public double limit() {
    return limit;
  }

  /** Returns the novelty of a sentence, given its projected vectors; NaN if it is empty. */
  private double ofSentence(DenseRows vectors) {
    double sum = 0;
    for (int t = 0; t < vectors.rowCount(); t++) {
      sum += ofToken(vectors.values(), t);
    }
    return sum / vectors.rowCount();
  }

  /**
   * Returns the novelty of a sentence.
   *
   * @param columns dense features
   * @param block block with the vectors of the tokens themselves
   * @param first row of the first token
   * @param length number of tokens T
   * @return NaN if the sentence is empty
   */
  double ofSentence(DenseColumns columns, int block, int first, int length) {
    Checks.length("dimension", columns.dimension(), variances.length, "[E]");
    double sum = 0;
    for (int t = first; t < first + length; t++) {
      sum += ofToken(columns.vectors(), columns.vectorOf(t, block));
    }
    return sum / length;
  }

  private double ofToken(float[] vectors, int vector) {
    double sum = 0;
    for (int e = 0; e < factors.length; e++) {
      double value = vectors[vector * factors.length + e];
      sum += value * value * factors[e];
    }
    return sum;
  }
}
