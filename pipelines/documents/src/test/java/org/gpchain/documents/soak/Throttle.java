package org.gpchain.documents.soak;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;

/** Lets a thread sleep so that it takes its share of the processor, on average. */
final class Throttle {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final double share;
  private long accounted = THREADS.getCurrentThreadCpuTime();

  /**
   * For the calling thread.
   *
   * @param share of one core, positive; from 1 on nothing is held back
   */
  Throttle(double share) {
    this.share = share;
  }

  /** Sleeps as long as the work since the last call demands. */
  void pause() throws InterruptedException {
    long now = THREADS.getCurrentThreadCpuTime();
    if (share < 1) {
      TimeUnit.NANOSECONDS.sleep((long) ((now - accounted) * (1 / share - 1)));
    }
    accounted = now;
  }
}
