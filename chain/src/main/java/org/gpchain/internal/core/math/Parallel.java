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
 * Loops over index ranges on a fixed number of threads. Results are the same, bit for bit, on any
 * number of threads: a range is cut into blocks whose borders depend only on the arguments, and the
 * sums of the blocks are added in the order of the blocks.
 *
 * <p>Loops must not be nested. The body of a loop must not start another loop on the same instance,
 * because both could wait for each other's workers forever.
 */
public final class Parallel implements AutoCloseable {
  private final int threads;

  /** Runs all workers but the calling thread; null if there is only one. */
  private final ExecutorService helpers;

  /** The body of a loop. */
  @FunctionalInterface
  public interface Body {
    /**
     * Handles the indices {@code [from, to)}.
     *
     * @param worker number of the calling worker, in {@code [0, threads)}. Calls with the same
     *     number never run at the same time, so each worker can have its own scratch space.
     */
    void run(int worker, int from, int to);
  }

  /** The body of a sum over blocks of indices. */
  @FunctionalInterface
  public interface Term {
    /**
     * Returns the sum over the indices {@code [from, to)}.
     *
     * @param worker number of the calling worker, as in {@link Body#run}
     */
    double of(int worker, int from, int to);
  }

  /** The term of a sum for a single index. */
  @FunctionalInterface
  public interface IndexTerm {
    /**
     * Returns the term of an index.
     *
     * @param workspace scratch space of the calling worker
     */
    double of(int index, Workspace workspace);
  }

  /** The blocks of one loop, which its workers take one after the other. */
  private static final class BlockQueue {
    private final int count;
    private final int blockSize;
    private final int blocks;
    private final AtomicInteger next = new AtomicInteger();

    BlockQueue(int count, int blockSize) {
      this.count = count;
      this.blockSize = blockSize;
      this.blocks = blockCount(count, blockSize);
    }

    /** Runs {@code body} on the next block until none is left. */
    void run(int worker, Body body) {
      for (int b = next.getAndIncrement(); b < blocks; b = next.getAndIncrement()) {
        int from = b * blockSize;
        body.run(worker, from, from + Math.min(blockSize, count - from));
      }
    }
  }

  /**
   * Starts the workers.
   *
   * @param threads number of workers, at least 1; the calling thread is one of them
   */
  public Parallel(int threads) {
    this.threads = Checks.atLeast("threads", threads, 1);
    this.helpers =
        threads == 1 ? null : Executors.newFixedThreadPool(threads - 1, daemons("gpchain-worker"));
  }

  /** Returns a factory of threads with the given name that do not keep the process alive. */
  public static ThreadFactory daemons(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  /** Returns the number of workers. */
  public int threads() {
    return threads;
  }

  /** Runs {@code body} over {@code [0, count)} in blocks of {@code blockSize} indices. */
  public void loop(int count, int blockSize, Body body) {
    BlockQueue queue = new BlockQueue(count, blockSize);
    onAllWorkers(Math.min(threads, queue.blocks), worker -> queue.run(worker, body));
  }

  /**
   * Runs {@code body} for each index in {@code [0, count)} separately. Meant for bodies that take
   * much longer than handing out a block.
   */
  public void each(int count, IntConsumer body) {
    loop(count, 1, (worker, index, next) -> body.accept(index));
  }

  /**
   * Returns the sum of {@code term} over the indices {@code [0, count)}, in the order of {@link
   * #sum(int, int, Term)}.
   */
  public double sum(int count, int blockSize, IndexTerm term) {
    List<Workspace> workspaces = Stream.generate(Workspace::new).limit(threads).toList();
    Term blockSum = (worker, from, to) -> sumOfIndices(term, from, to, workspaces.get(worker));
    return sum(count, blockSize, blockSum);
  }

  private static double sumOfIndices(IndexTerm term, int from, int to, Workspace workspace) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += term.of(i, workspace);
    }
    return sum;
  }

  /**
   * Returns the sum of {@code term} over {@code [0, count)}: first within each block, then over the
   * blocks in their order.
   */
  public double sum(int count, int blockSize, Term term) {
    double[] blockSums = new double[blockCount(count, blockSize)];
    Body body = (worker, from, to) -> blockSums[from / blockSize] = term.of(worker, from, to);
    loop(count, blockSize, body);

    double sum = 0;
    for (double blockSum : blockSums) {
      sum += blockSum;
    }
    return sum;
  }

  private static int blockCount(int count, int blockSize) {
    Checks.atLeast("count", count, 0);
    Checks.atLeast("blockSize", blockSize, 1);
    long blocks = ((long) count + blockSize - 1) / blockSize;
    return Math.toIntExact(blocks);
  }

  /**
   * Runs {@code job} for each worker number and waits for all of them. If several fail, throws the
   * failure of the worker with the lowest number.
   */
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
        if (failure == null) {
          failure = e.getCause();
        }
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
