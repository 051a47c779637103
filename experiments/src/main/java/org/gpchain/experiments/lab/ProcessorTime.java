package org.gpchain.experiments.lab;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * User and system time of this process since its start, including compilation and garbage
 * collection. Unlike elapsed time, it hardly depends on other programs on the same machine.
 */
public final class ProcessorTime {
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private ProcessorTime() {}

  /** Returns the processor time of all threads (nanoseconds). */
  public static long nanoseconds() {
    return PROCESS.getProcessCpuTime();
  }

  /** Returns the processor time of all threads (seconds). */
  public static double seconds() {
    return nanoseconds() / 1e9;
  }
}
