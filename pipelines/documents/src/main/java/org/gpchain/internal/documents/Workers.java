package org.gpchain.internal.documents;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.gpchain.internal.core.math.Parallel;

/** Threads that annotate. */
public final class Workers implements AutoCloseable {
  private final ExecutorService threads;

  public Workers(int count) {
    threads = Executors.newFixedThreadPool(count, Parallel.daemons("gpchain-annotate"));
  }

  public <T> Future<T> begin(Callable<T> task) {
    return threads.submit(task);
  }

  /** Waits for what was begun, and throws what it has thrown. */
  public static <T> T result(Future<T> begun) throws IOException {
    return result(begun, RuntimeException.class);
  }

  /** Waits for what was begun, and throws what it has thrown, also of one type besides. */
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

  /** Interrupts the threads, and waits until none uses an engine or a file any more. */
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
