package org.gpchain.training;

import java.util.function.LongSupplier;

/** Estimates the time that a job still takes, by the share of it that is done. */
public final class TimeLeft {
  private final LongSupplier clock;
  private final long start;

  /**
   * @param clock nanoseconds, from any origin
   */
  public TimeLeft(LongSupplier clock) {
    this.clock = clock;
    this.start = clock.getAsLong();
  }

  /** Seconds left, by the share of the job that is done; NaN as long as that is 0. */
  public double seconds(double done) {
    return done > 0 ? (clock.getAsLong() - start) / 1e9 * (1 - done) / done : Double.NaN;
  }
}
