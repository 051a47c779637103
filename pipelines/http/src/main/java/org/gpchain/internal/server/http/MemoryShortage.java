package org.gpchain.internal.server.http;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Detects whether the JVM ran short of memory during a period. If the heap is almost full, garbage
 * collection stops all threads again and again, so that even the requests of fast clients arrive
 * slowly. Thread-safe.
 */
final class MemoryShortage {
  /** Minimum share of a period spent on garbage collection for which memory counts as short. */
  private static final double GARBAGE_SHARE = 0.5;

  private static final List<GarbageCollectorMXBean> COLLECTORS =
      ManagementFactory.getGarbageCollectorMXBeans();

  private final LongSupplier nanoTime;
  private final LongSupplier garbageMillis;
  private final AtomicLong errors = new AtomicLong();

  /** Creates a detector for this process. */
  MemoryShortage() {
    this(System::nanoTime, MemoryShortage::garbageMillis);
  }

  /**
   * Creates a detector.
   *
   * @param nanoTime clock, as {@link System#nanoTime}
   * @param garbageMillis returns the time spent on garbage collection so far (milliseconds)
   */
  MemoryShortage(LongSupplier nanoTime, LongSupplier garbageMillis) {
    this.nanoTime = nanoTime;
    this.garbageMillis = garbageMillis;
  }

  private static long garbageMillis() {
    return COLLECTORS.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum();
  }

  /** Records that memory could not be allocated. */
  void addError() {
    errors.incrementAndGet();
  }

  /** Begins a period. */
  Period begin() {
    return new Period(nanoTime.getAsLong(), garbageMillis.getAsLong(), errors.get());
  }

  /** A period from its beginning until now. */
  final class Period {
    private final long begun;
    private final long garbageBefore;
    private final long errorsBefore;

    private Period(long begun, long garbageBefore, long errorsBefore) {
      this.begun = begun;
      this.garbageBefore = garbageBefore;
      this.errorsBefore = errorsBefore;
    }

    /** Returns whether memory was short between the beginning and now. */
    boolean wasShort() {
      double millis = (nanoTime.getAsLong() - begun) / 1e6;
      long ofGarbage = garbageMillis.getAsLong() - garbageBefore;
      return errors.get() > errorsBefore || ofGarbage > GARBAGE_SHARE * millis;
    }
  }
}
