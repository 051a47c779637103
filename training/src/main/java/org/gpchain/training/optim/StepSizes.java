package org.gpchain.training.optim;

import java.util.List;
import org.gpchain.core.math.Checks;

/**
 * A step size for each of some ranges of parameters. Parameters outside of every range stay where
 * they are.
 *
 * @param ranges no two of which overlap; kept
 * @param sizes one for each range, finite, not negative; kept
 */
public record StepSizes(List<Range> ranges, double... sizes) {
  /** Checks the numbers. */
  public StepSizes {
    Checks.length("sizes", sizes.length, ranges.size(), "[ranges]");
    for (int i = 0; i < sizes.length; i++) {
      if (!(sizes[i] >= 0 && sizes[i] < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "a step size must be finite and not negative, was " + sizes[i]);
      }
      for (Range other : ranges.subList(0, i)) {
        if (ranges.get(i).from() < other.to() && other.from() < ranges.get(i).to()) {
          throw new IllegalArgumentException(
              "ranges must not overlap: " + other + ", " + ranges.get(i));
        }
      }
    }
  }

  /**
   * Takes a step: {@code x −= size · direction} in each range.
   *
   * @param direction {@code [parameterCount]}; not modified
   * @param parametersInOut {@code [parameterCount]}, at least as long as the ranges reach; modified
   */
  public void apply(double[] direction, double[] parametersInOut) {
    Checks.length("direction", direction.length, parametersInOut.length, "[parameters]");
    for (int r = 0; r < sizes.length; r++) {
      Range range = ranges.get(r);
      Checks.capacity("parameters", parametersInOut.length, range.to(), "[end of the range]");
      for (int i = range.from(); i < range.to(); i++) {
        parametersInOut[i] -= sizes[r] * direction[i];
      }
    }
  }

  /**
   * A run of parameters.
   *
   * @param from first index
   * @param to index after the last
   */
  public record Range(int from, int to) {
    /** Checks the order. */
    public Range {
      if (!(0 <= from && from <= to)) {
        throw new IllegalArgumentException(
            "a range must not end before it begins: " + from + ", " + to);
      }
    }

    /** Number of parameters. */
    public int size() {
      return to - from;
    }
  }
}
