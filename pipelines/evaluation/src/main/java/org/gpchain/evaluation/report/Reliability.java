package org.gpchain.evaluation.report;

import java.util.SortedMap;
import java.util.TreeMap;
import org.gpchain.evaluation.CalibrationError;

/**
 * A reliability diagram (DeGroot and Fienberg 1983) over the bins of {@link CalibrationError}: how
 * many predictions of each confidence are right, beside how many would be if every probability were
 * right and only chance were at work.
 */
final class Reliability {
  private final CalibrationError calibration = new CalibrationError();
  private final SortedMap<Integer, Tally> bins = new TreeMap<>();

  /** See {@link CalibrationError#add}. */
  void add(double probability, boolean isRight) {
    calibration.add(probability, isRight);
    bins.computeIfAbsent(CalibrationError.bin(probability), bin -> new Tally())
        .add(probability, isRight);
  }

  /** The calibration error over the same bins. */
  CalibrationError calibration() {
    return calibration;
  }

  /** The right predictions in each bin that is not empty, by its number from 0. */
  SortedMap<Integer, Tally.Counts> bins() {
    SortedMap<Integer, Tally.Counts> counts = new TreeMap<>();
    bins.forEach((bin, tally) -> counts.put(bin, tally.counts()));
    return counts;
  }
}
