package org.gpchain.internal.training.optim;

import java.util.function.DoubleFunction;

/**
 * A line search for a step that satisfies the strong Wolfe conditions. It first brackets such a
 * step and then narrows the bracket by cubic interpolation (Nocedal and Wright 2006, algorithms 3.5
 * and 3.6).
 */
final class WolfeSearch {
  /** c₁ of the Wolfe conditions. */
  private static final double SUFFICIENT_DECREASE = 1e-4;

  /** c₂ of the Wolfe conditions. */
  private static final double CURVATURE = 0.9;

  /** Factor between two step lengths until a bracket is found. */
  private static final double EXPANSION = 2.5;

  /** Width of a bracket, relative to its position, below which the search ends. */
  private static final double NARROWEST = 1e-12;

  private final DoubleFunction<Trial> evaluate;
  private final int mostTrials;
  private double startValue;
  private double startSlope;
  private int trials;

  /** The value and slope of the function after a step of a given length along the line. */
  record Trial(double length, double value, double slope) {}

  /**
   * Creates a search for one line.
   *
   * @param mostTrials maximum number of evaluations of the function
   * @param evaluate function of the step length; its last evaluation is at the step that is
   *     returned
   */
  WolfeSearch(int mostTrials, DoubleFunction<Trial> evaluate) {
    this.mostTrials = mostTrials;
    this.evaluate = evaluate;
  }

  /**
   * Searches for a step.
   *
   * @param value value of the function at length 0
   * @param slope slope of the function at length 0, negative
   * @param firstStep step length to try first
   * @return the step, or null if no step was found that lowers the value
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
    return lastTrial(previous);
  }

  /** Evaluates a step again, so that it is the last one; returns null if its length is 0. */
  private Trial lastTrial(Trial step) {
    if (step.length() > 0) {
      return trial(step.length());
    }
    return null;
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
   * Narrows the bracket between a step that lowers the value and a step that is too long, or that
   * is on the other side of the minimum.
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

      if (Math.abs(high.length() - low.length()) <= NARROWEST * Math.max(1, low.length())) {
        break;
      }
    }
    return lastTrial(low);
  }

  /**
   * Returns the minimum of the cubic polynomial that has the values and slopes of both ends. If it
   * is too close to an end or does not exist, returns the middle of the bracket instead.
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
