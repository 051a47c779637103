package org.gpchain.training.vi;

import java.util.Arrays;
import org.gpchain.core.math.Workspace;

/**
 * The average of {@code h (ℓ − â)} over samples, coordinate by coordinate, with ℓ = log p. Scratch
 * space of one thread.
 *
 * <p>{@code â = Σ ℓ h² / Σ h²}, because {@code E[h] = 0} makes {@code Cov[hℓ, h] = E[h² ℓ]} and
 * {@code Var[h] = E[h²]}. Leaving sample i out, with the known Var[h] = ν in the denominator,
 * {@code â_i = (Σ ℓ h² − ℓ_i h_i²) / ((S−1) ν)}, and then {@code Σ_i h_i â_i = (Σ h · Σ ℓ h² − Σ ℓ
 * h³) / ((S−1) ν)}: sums again.
 */
final class ScoreAverage {
  private ControlVariate method = ControlVariate.NONE;
  private ScoreLayout layout;
  private double origin;
  private int size;

  /** Σ hℓ, Σ h, Σ h² ℓ, and Σ h² (split) or Σ h³ ℓ (leave one out). */
  private double[] first = {};

  private double[] score = {};
  private double[] second = {};
  private double[] third = {};

  /**
   * Begins.
   *
   * @param origin is taken off each ℓ, which changes no expectation; independent of the samples
   */
  void start(ControlVariate controlVariate, ScoreLayout coordinates, double origin) {
    this.method = controlVariate;
    this.layout = coordinates;
    this.origin = origin;
    this.size = coordinates.size();
    first = cleared(first);
    score = cleared(score);
    second = cleared(second);
    third = cleared(third);
  }

  private double[] cleared(double[] array) {
    double[] large = Workspace.ensure(array, size);
    Arrays.fill(large, 0, size, 0);
    return large;
  }

  /**
   * Takes in one sample.
   *
   * @param forCoefficients whether the sample serves â only
   */
  void add(double logLikelihood, double[] h, boolean forCoefficients) {
    double value = logLikelihood - origin;
    if (forCoefficients) {
      addCoefficients(value, h);
      return;
    }
    for (int i = 0; i < size; i++) {
      first[i] += value * h[i];
    }
    if (method != ControlVariate.NONE) {
      for (int i = 0; i < size; i++) {
        score[i] += h[i];
      }
    }
    if (method == ControlVariate.LEAVE_ONE_OUT) {
      for (int i = 0; i < size; i++) {
        double square = value * h[i] * h[i];
        second[i] += square;
        third[i] += square * h[i];
      }
    }
  }

  private void addCoefficients(double value, double[] h) {
    for (int i = 0; i < size; i++) {
      double square = h[i] * h[i];
      second[i] += value * square;
      third[i] += square;
    }
  }

  /**
   * Returns the averages.
   *
   * @param count number of samples that did not serve â only
   * @return at least {@code [size]}; valid until the next start
   */
  double[] finish(int count) {
    if (method == ControlVariate.SPLIT) {
      for (int i = 0; i < size; i++) {
        double coefficient = third[i] > 0 ? second[i] / third[i] : 0;
        first[i] -= coefficient * score[i];
      }
    } else if (method == ControlVariate.LEAVE_ONE_OUT) {
      double[] variance = new double[size];
      layout.variance(variance);
      for (int i = 0; i < size; i++) {
        first[i] -= (score[i] * second[i] - third[i]) / ((count - 1) * variance[i]);
      }
    }
    for (int i = 0; i < size; i++) {
      first[i] /= count;
    }
    return first;
  }
}
