package org.gpchain.training.calibration;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.gpchain.core.predict.SegmentCalibration;

/**
 * Fits a calibration to predicted segments of which it is known whether they were right (Platt
 * 1999): logistic regression of the outcome on the log odds, by Newton's method. A normal prior on
 * intercept and slope, centred on no calibration at all, regularises the two numbers where there
 * are few predictions.
 */
final class PlattScaling {
  /** Standard deviation 0.5. */
  private static final double PRIOR_PRECISION = 4;

  /** Log odds shrink by at most a factor of 20. */
  private static final double SMALLEST_SLOPE = 0.05;

  private static final int STEPS = 50;
  private static final double SMALLEST_STEP = 1e-10;

  /** A threshold of 0 would decode everything. */
  private static final double LOWEST_THRESHOLD = 0.05;

  private double[] probabilities = new double[64];
  private boolean[] outcomes = new boolean[64];
  private int count;
  private int gold;

  /** Adds a prediction. */
  void add(double probability, boolean isRight) {
    if (count == probabilities.length) {
      probabilities = Arrays.copyOf(probabilities, 2 * count);
      outcomes = Arrays.copyOf(outcomes, 2 * count);
    }
    probabilities[count] = probability;
    outcomes[count] = isRight;
    count++;
  }

  /** Adds to the number of gold segments, predicted or not. */
  void addGold(int segments) {
    gold += segments;
  }

  /** The most probable calibration; none if there is no prediction. */
  SegmentCalibration fit() {
    if (count == 0) {
      return SegmentCalibration.NONE;
    }
    double intercept = 0;
    double slope = 1;
    for (int step = 0; step < STEPS; step++) {
      double gradientA = PRIOR_PRECISION * intercept;
      double gradientB = PRIOR_PRECISION * (slope - 1);
      double hessianAa = PRIOR_PRECISION;
      double hessianAb = 0;
      double hessianBb = PRIOR_PRECISION;
      for (int i = 0; i < count; i++) {
        double x = SegmentCalibration.logit(probabilities[i]);
        double p = 1 / (1 + Math.exp(-intercept - slope * x));
        double residual = p - (outcomes[i] ? 1 : 0);
        double weight = p * (1 - p);
        gradientA += residual;
        gradientB += residual * x;
        hessianAa += weight;
        hessianAb += weight * x;
        hessianBb += weight * x * x;
      }
      double determinant = hessianAa * hessianBb - hessianAb * hessianAb;
      double stepA = (hessianBb * gradientA - hessianAb * gradientB) / determinant;
      double stepB = (hessianAa * gradientB - hessianAb * gradientA) / determinant;
      // Away from its optimum a logistic loss is flatter than its curvature says: no step is longer
      // than one unit, within which the curvature is right up to a factor.
      double length = Math.max(1, Math.max(Math.abs(stepA), Math.abs(stepB)));
      intercept -= stepA / length;
      slope -= stepB / length;
      if (Math.abs(stepA) + Math.abs(stepB) < SMALLEST_STEP) {
        break;
      }
    }
    SegmentCalibration scaling =
        new SegmentCalibration(
            intercept, Math.max(SMALLEST_SLOPE, slope), SegmentCalibration.NONE.threshold());
    return scaling.withThreshold(threshold(scaling));
  }

  /**
   * The probability down to which segments are worth being decoded. Half of the largest F1 is the
   * best for F1 (Lipton, Elkan, Naryanaswamy 2014, theorem 1); where the largest F1 is reached at a
   * lower probability, that is taken.
   */
  private double threshold(SegmentCalibration calibration) {
    Integer[] order = IntStream.range(0, count).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparingDouble(i -> -probabilities[i]));
    double[] f1 = new double[count];
    int right = 0;
    for (int kept = 1; kept <= count; kept++) {
      right += outcomes[order[kept - 1]] ? 1 : 0;
      f1[kept - 1] = 2.0 * right / (kept + gold);
    }
    double best = Arrays.stream(f1).max().orElseThrow();
    int last = count - 1;
    while (f1[last] < best) {
      last--;
    }
    double lowestKept = calibration.of(probabilities[order[last]]);
    return Math.max(LOWEST_THRESHOLD, Math.min(best / 2, lowestKept));
  }
}
