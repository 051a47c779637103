package org.gpchain.internal.core.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.gpchain.core.Draws;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ParallelTest {
  private record Block(int from, int to) {}

  @ParameterizedTest
  @CsvSource({"0, 1", "0, 7", "1, 1", "1, 7", "7, 7", "8, 7", "100, 7", "1000, 1"})
  void everyIndexIsHandledOnce(int count, int blockSize) {
    for (int threads : new int[] {1, 2, 5}) {
      try (Parallel parallel = new Parallel(threads)) {
        AtomicIntegerArray seen = new AtomicIntegerArray(count);
        ConcurrentLinkedQueue<Block> blocks = new ConcurrentLinkedQueue<>();
        parallel.loop(
            count,
            blockSize,
            (worker, from, to) -> {
              assertThat(worker).isBetween(0, threads - 1);
              blocks.add(new Block(from, to));
              for (int i = from; i < to; i++) {
                seen.incrementAndGet(i);
              }
            });
        for (int i = 0; i < count; i++) {
          assertThat(seen.get(i)).isEqualTo(1);
        }

        assertThat(blocks)
            .hasSize((count + blockSize - 1) / blockSize)
            .allMatch(block -> block.from() % blockSize == 0)
            .allMatch(block -> block.to() == Math.min(count, block.from() + blockSize));
      }
    }
  }

  @Test
  void sumsAreTheSameOnAnyNumberOfThreads() {
    double[] values = new Draws(1).normals(10_007, 1e8);

    for (int blockSize : new int[] {1, 16, 1000, 20_000}) {
      double expected = Double.NaN;
      for (int threads : new int[] {1, 2, 5}) {
        try (Parallel parallel = new Parallel(threads)) {
          for (int repetition = 0; repetition < 5; repetition++) {
            double sum =
                parallel.sum(values.length, blockSize, (worker, from, to) -> sum(values, from, to));
            if (Double.isNaN(expected)) {
              expected = sum;
            }
            assertThat(sum).isEqualTo(expected);
          }
        }
      }
    }
  }

  private static double sum(double[] values, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += values[i];
    }
    return sum;
  }

  @Test
  void workerNumbersAreNotUsedByTwoThreadsAtOnce() {
    int threads = 4;
    AtomicIntegerArray busy = new AtomicIntegerArray(threads);
    try (Parallel parallel = new Parallel(threads)) {
      parallel.loop(
          2000,
          1,
          (worker, from, to) -> {
            assertThat(busy.incrementAndGet(worker)).isEqualTo(1);
            Thread.onSpinWait();
            busy.decrementAndGet(worker);
          });
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void emptyLoopsRunNoBlocks(int threads) {
    try (Parallel parallel = new Parallel(threads)) {
      assertThat(parallel.threads()).isEqualTo(threads);
      assertThat(
              parallel.sum(
                  0,
                  3,
                  (worker, from, to) -> {
                    throw new AssertionError("there is no block");
                  }))
          .isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void exceptionsReachTheCaller(int threads) {
    IllegalArgumentException problem = new IllegalArgumentException("block of token 42");
    try (Parallel parallel = new Parallel(threads)) {
      for (int failingIndex : List.of(0, 50, 99)) {
        assertThatThrownBy(
                () ->
                    parallel.loop(
                        100,
                        1,
                        (worker, from, to) -> {
                          if (from == failingIndex) {
                            throw problem;
                          }
                        }))
            .isSameAs(problem);
      }

      // Later loops still work.
      assertThat(parallel.sum(10, 3, (worker, from, to) -> to - from)).isEqualTo(10);
    }
  }

  /** After a failure, the loop returns only when no worker is running any more. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void loopWaitsForAllWorkersAfterAFailure(int failing) {
    AtomicBoolean returned = new AtomicBoolean();
    AtomicBoolean late = new AtomicBoolean();
    CountDownLatch bothRun = new CountDownLatch(2);
    try (Parallel parallel = new Parallel(2)) {
      assertFails(
          AssertionError.class,
          () ->
              parallel.loop(
                  2,
                  1,
                  (worker, from, to) -> {
                    bothRun.countDown();
                    await(bothRun);
                    if (worker == failing) {
                      throw new AssertionError("worker " + worker);
                    }
                    LockSupport.parkNanos(50_000_000);
                    late.compareAndSet(false, returned.get());
                  }),
          "worker " + failing);

      returned.set(true);
      LockSupport.parkNanos(100_000_000);
      assertThat(late).isFalse();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void sumsUpToTheLargestCount(int threads) {
    int count = Integer.MAX_VALUE;
    try (Parallel parallel = new Parallel(threads)) {
      assertThat(parallel.sum(count, 1 << 30, (worker, from, to) -> to - from)).isEqualTo(count);
      assertThat(parallel.sum(count, count, (worker, from, to) -> to - from)).isEqualTo(count);
    }
  }

  @Test
  void refusesInvalidArguments() {
    assertRefused(() -> new Parallel(0), "threads");
    try (Parallel parallel = new Parallel(1)) {
      assertRefused(() -> parallel.loop(-1, 1, (worker, from, to) -> {}), "count");
      assertRefused(() -> parallel.loop(1, 0, (worker, from, to) -> {}), "blockSize");
    }
  }
}
