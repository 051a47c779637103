package org.gpchain.experiments.lab;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * User and system time of this process since it was started, compilation and garbage collection
 * included: other programs on the same machine hardly matter to it.
 */
public final class ProcessorTime {
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private ProcessorTime() {}

  /** In nanoseconds, of all threads together. */
  public static long nanoseconds() {
    return PROCESS.getProcessCpuTime();
  }

  /** In seconds, of all threads together. */
  public static double seconds() {
    return nanoseconds() / 1e9;
  }
}
