package org.gpchain.internal.core.math;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.gpchain.core.workspace.Workspace;

/**
 * Loops over index ranges on a fixed number of threads. A range is cut into blocks whose borders
 * depend on the arguments alone, never on the number of threads; sums are taken block by block and
 * added in the order of the blocks. So a result is the same, bit for bit, on any number of threads.
 *
 * <p>Loops do not nest: the body of a loop must not begin another one on the same instance, which
 * could wait for workers that wait for it.
 */
public final class Parallel implements AutoCloseable {
  private final int threads;
  private final ExecutorService helpers;

  /** The body of a loop: handles the indices {@code [from, to)} as worker {@code worker}. */
  @FunctionalInterface
  public interface Body {
    /**
     * @param worker number of the calling worker, in {@code [0, threads)}; no two calls with the
     *     same number run at the same time, so it can pick a scratch space
     */
    void run(int worker, int from, int to);
  }

  /** The body of a sum: returns the part of the indices {@code [from, to)}. */
  @FunctionalInterface
  public interface Term {
    /** See {@link Body#run}. */
    double of(int worker, int from, int to);
  }

  /**
   * @param threads number of workers, at least 1; the calling thread is one of them
   */
  public Parallel(int threads) {
    this.threads = Checks.atLeast("threads", threads, 1);
    this.helpers =
        threads == 1 ? null : Executors.newFixedThreadPool(threads - 1, daemons("gpchain-worker"));
  }

  /** Makes threads of a name that do not keep the process alive. */
  public static ThreadFactory daemons(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  public int threads() {
    return threads;
  }

  /** Runs {@code body} over {@code [0, count)} in blocks of {@code blockSize} indices. */
  public void loop(int count, int blockSize, Body body) {
    int blocks = blockCount(count, blockSize);
    AtomicInteger next = new AtomicInteger();
    onAllWorkers(
        Math.min(threads, blocks),
        worker -> {
          for (int b = next.getAndIncrement(); b < blocks; b = next.getAndIncrement()) {
            int from = b * blockSize;
            body.run(worker, from, from + Math.min(blockSize, count - from));
          }
        });
  }

  /** Runs {@code body} for each index of {@code [0, count)}, which takes long enough by itself. */
  public void each(int count, IntConsumer body) {
    loop(count, 1, (worker, index, next) -> body.accept(index));
  }

  /** A term of a sum over indices: that of one, with the workspace of the worker. */
  @FunctionalInterface
  public interface IndexTerm {
    double of(int index, Workspace workspace);
  }

  /** Adds up {@code term} over {@code [0, count)} as {@link #sum(int, int, Term)} does. */
  public double sum(int count, int blockSize, IndexTerm term) {
    List<Workspace> workspaces = Stream.generate(Workspace::new).limit(threads).toList();
    return sum(
        count,
        blockSize,
        (worker, from, to) -> {
          double sum = 0;
          for (int i = from; i < to; i++) {
            sum += term.of(i, workspaces.get(worker));
          }
          return sum;
        });
  }

  /** Adds up {@code term} over {@code [0, count)}, block by block, in the order of the blocks. */
  public double sum(int count, int blockSize, Term term) {
    double[] parts = new double[blockCount(count, blockSize)];
    loop(
        count,
        blockSize,
        (worker, from, to) -> parts[from / blockSize] = term.of(worker, from, to));
    double sum = 0;
    for (double part : parts) {
      sum += part;
    }
    return sum;
  }

  private static int blockCount(int count, int blockSize) {
    Checks.atLeast("count", count, 0);
    return Math.toIntExact(
        ((long) count + Checks.atLeast("blockSize", blockSize, 1) - 1) / blockSize);
  }

  private void onAllWorkers(int workers, IntConsumer job) {
    List<Future<?>> running = new ArrayList<>();
    for (int worker = 1; worker < workers; worker++) {
      int number = worker;
      running.add(helpers.submit(() -> job.accept(number)));
    }
    Throwable failure = null;
    try {
      job.accept(0);
    } catch (RuntimeException | Error e) {
      failure = e;
    }
    for (Future<?> future : running) {
      try {
        future.get();
      } catch (ExecutionException e) {
        failure = failure == null ? e.getCause() : failure;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while waiting for workers", e);
      }
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
  }

  @Override
  public void close() {
    if (helpers != null) {
      helpers.shutdownNow();
    }
  }
}
