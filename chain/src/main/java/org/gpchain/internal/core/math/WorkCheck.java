package org.gpchain.internal.core.math;

/**
 * A check that the current thread's work is still wanted. A server sets the check before it answers
 * a request, and every loop whose length the request decides calls {@link #run}. If nobody waits
 * for the answer any more, the check throws an exception, which ends the work.
 *
 * <p>The check belongs to the thread, so that it also reaches loops in code that other programs
 * call without a server, such as a UIMA engine. Without a check, {@link #run} does nothing.
 */
public final class WorkCheck {
  private static final ThreadLocal<Runnable> CHECK = new ThreadLocal<>();

  private WorkCheck() {}

  /**
   * Sets the check of the current thread. The caller must call {@link #clear} afterwards.
   *
   * @param check throws an unchecked exception if the work is no longer wanted
   */
  public static void set(Runnable check) {
    CHECK.set(check);
  }

  /** Removes the check of the current thread. */
  public static void clear() {
    CHECK.remove();
  }

  /** Calls the check of the current thread, if it has one. */
  public static void run() {
    Runnable check = CHECK.get();
    if (check != null) {
      check.run();
    }
  }
}
