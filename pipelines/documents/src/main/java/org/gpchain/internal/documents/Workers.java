package org.gpchain.internal.documents;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.gpchain.internal.core.math.Parallel;

/** A pool of daemon threads that annotate. */
public final class Workers implements AutoCloseable {
  private final ExecutorService threads;

  /** Creates a pool with a number of threads. */
  public Workers(int count) {
    threads = Executors.newFixedThreadPool(count, Parallel.daemons("gpchain-annotate"));
  }

  /** Begins a task when a thread is free. Tasks begin in the order of the calls. */
  public <T> Future<T> begin(Callable<T> task) {
    return threads.submit(task);
  }

  /**
   * Waits for a task and returns its result. Exceptions of the task are thrown again; checked ones
   * other than {@code IOException} are wrapped in an {@code IllegalStateException}.
   */
  public static <T> T result(Future<T> begun) throws IOException {
    return result(begun, RuntimeException.class);
  }

  /**
   * Waits for a task and returns its result. Exceptions of the task are thrown again.
   *
   * @param checked another type of exception that is not wrapped
   */
  static <T, E extends Exception> T result(Future<T> begun, Class<E> checked)
      throws IOException, E {
    try {
      return begun.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while annotating", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException problem) {
        throw problem;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      if (checked.isInstance(e.getCause())) {
        throw checked.cast(e.getCause());
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Interrupts the threads and waits until all of them have ended. */
  @Override
  public void close() {
    threads.shutdownNow();
    boolean interrupted = false;
    while (!threads.isTerminated()) {
      try {
        threads.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
