package org.gpchain.server.http;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Works on some requests at once, lets some wait in the order in which they came, and refuses the
 * others. A request leaves its thread when its answer is made: who is slow to take it holds nobody
 * back.
 */
final class WorkQueue {
  private final ThreadPoolExecutor threads;
  private final long patienceMillis;

  WorkQueue(HttpLimits limits) {
    BlockingQueue<Runnable> waiting =
        limits.waiting() == 0
            ? new SynchronousQueue<>()
            : new LinkedBlockingQueue<>(limits.waiting());
    threads =
        new ThreadPoolExecutor(
            limits.workers(), limits.workers(), 1, TimeUnit.MINUTES, waiting, WorkQueue::thread);
    patienceMillis = limits.patience().toMillis();
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "gpchain-work");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Does some work when its turn has come.
   *
   * @return what comes of it, or a {@link Refusal} if too much waits, or it has waited too long
   */
  <T> CompletableFuture<T> submit(Callable<T> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    CompletableFuture<Void> begun = new CompletableFuture<>();
    Runnable task =
        () -> {
          begun.complete(null);
          try {
            result.complete(work.call());
          } catch (Throwable e) {
            result.completeExceptionally(e);
          }
        };
    try {
      threads.execute(task);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(busy());
    }
    return begun
        .orTimeout(patienceMillis, TimeUnit.MILLISECONDS)
        .thenCompose(done -> result)
        .exceptionallyCompose(
            problem -> threads.remove(task) ? CompletableFuture.failedFuture(busy()) : result);
  }

  private static Refusal busy() {
    return Refusal.busy("the server is busy with other requests; try again in a few seconds");
  }

  /** Requests that are being worked on. */
  int working() {
    return threads.getActiveCount();
  }

  /** Requests that wait. */
  int waiting() {
    return threads.getQueue().size();
  }

  void close() {
    threads.shutdownNow();
  }
}
