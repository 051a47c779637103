package org.gpchain.internal.training.optim;

import java.util.function.DoubleFunction;

/**
 * A line search for the strong Wolfe conditions: brackets a step, then narrows the bracket by cubic
 * interpolation (Nocedal and Wright 2006, algorithms 3.5 and 3.6).
 */
final class WolfeSearch {
  private static final double SUFFICIENT_DECREASE = 1e-4;
  private static final double CURVATURE = 0.9;
  private static final double EXPANSION = 2.5;

  private final DoubleFunction<Trial> evaluate;
  private final int mostTrials;
  private double startValue;
  private double startSlope;
  private int trials;

  /** The function at a length of the step along the line. */
  record Trial(double length, double value, double slope) {}

  /**
   * @param evaluate evaluates the function at a step length; the last call is at the step returned
   */
  WolfeSearch(int mostTrials, DoubleFunction<Trial> evaluate) {
    this.mostTrials = mostTrials;
    this.evaluate = evaluate;
  }

  /**
   * @param value at length 0
   * @param slope at length 0, negative
   * @param firstStep length to try first
   * @return the step, or null if none was found that lowers the value
   */
  Trial run(double value, double slope, double firstStep) {
    startValue = value;
    startSlope = slope;
    Trial previous = new Trial(0, value, slope);
    double length = firstStep;
    while (trials < mostTrials) {
      Trial current = trial(length);
      boolean higher = trials > 1 && current.value() >= previous.value();
      if (!isFinite(current) || !decreases(current) || higher) {
        return narrow(previous, current);
      }
      if (Math.abs(current.slope()) <= -CURVATURE * startSlope) {
        return current;
      }
      if (current.slope() >= 0) {
        return narrow(current, previous);
      }
      previous = current;
      length *= EXPANSION;
    }
    return previous.length() > 0 ? trial(previous.length()) : null;
  }

  private Trial trial(double length) {
    trials++;
    return evaluate.apply(length);
  }

  private static boolean isFinite(Trial trial) {
    return Double.isFinite(trial.value()) && Double.isFinite(trial.slope());
  }

  private boolean decreases(Trial trial) {
    return trial.value() <= startValue + SUFFICIENT_DECREASE * trial.length() * startSlope;
  }

  /**
   * Narrows the bracket between a good step and a bad one (or one on the other side of the dip).
   */
  private Trial narrow(Trial good, Trial bad) {
    Trial low = good;
    Trial high = bad;
    while (trials < mostTrials) {
      Trial middle = trial(between(low, high));
      if (!isFinite(middle) || !decreases(middle) || middle.value() >= low.value()) {
        high = middle;
      } else {
        if (Math.abs(middle.slope()) <= -CURVATURE * startSlope) {
          return middle;
        }
        if (middle.slope() * (high.length() - low.length()) >= 0) {
          high = low;
        }
        low = middle;
      }
      if (Math.abs(high.length() - low.length()) <= 1e-12 * Math.max(1, low.length())) {
        break;
      }
    }
    return low.length() > 0 ? trial(low.length()) : null;
  }

  /**
   * The minimum of the cubic through both ends, kept away from them; the middle if there is none.
   */
  private static double between(Trial low, Trial high) {
    double width = high.length() - low.length();
    double middle = low.length() + 0.5 * width;
    if (!isFinite(high)) {
      return low.length() + 0.1 * width;
    }
    double d1 = low.slope() + high.slope() - 3 * (high.value() - low.value()) / width;
    double discriminant = d1 * d1 - low.slope() * high.slope();
    if (!(discriminant >= 0)) {
      return middle;
    }
    double d2 = Math.signum(width) * Math.sqrt(discriminant);
    double cubic =
        high.length() - width * (high.slope() + d2 - d1) / (high.slope() - low.slope() + 2 * d2);
    double nearest = low.length() + 0.1 * width;
    double farthest = low.length() + 0.9 * width;
    boolean inside = (cubic - nearest) * (cubic - farthest) <= 0;
    return inside ? cubic : middle;
  }
}
