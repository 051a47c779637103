package org.gpchain.core.fuzz;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Attacks code with mutants of sound inputs. A trial fails by what it throws, by more than two
 * seconds of processor time, or by more memory than {@link #MAX_BYTES}. Mutants follow from a seed:
 * the same are made again, and one that failed lies in {@code target/fuzz}.
 *
 * <p>{@code -Dgpchain.fuzz=100000} makes so many of each kind, {@code -Dgpchain.fuzz.seed=5} other
 * ones.
 */
public final class Fuzz {
  /** How many mutants of each kind. */
  public static final int MUTANTS = Integer.getInteger("gpchain.fuzz", 200);

  private static final long SEED = Long.getLong("gpchain.fuzz.seed", 17);
  private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** What a trial may allocate in all. */
  private static final long MAX_BYTES = 1L << 29;

  private static final int REPORTED = 5;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Fuzz() {}

  /** Makes mutants. */
  @FunctionalInterface
  public interface Mutator {
    /** A mutant that depends on the random numbers alone. */
    byte[] mutant(Random random);
  }

  /** What is done with a mutant. */
  @FunctionalInterface
  public interface Trial {
    /**
     * Tries a mutant.
     *
     * @throws Exception if it behaves as it should not
     */
    void run(byte[] mutant) throws Exception;
  }

  /**
   * Tries mutants.
   *
   * @param kind what they are, part of names of files
   * @param count how many
   * @param mutator makes them
   * @param trial must end normally for each
   * @throws AssertionError if it does not; it names the mutants
   */
  public static void attack(String kind, int count, Mutator mutator, Trial trial) {
    List<String> failures = new ArrayList<>();
    int failed = 0;
    for (int i = 0; i < count; i++) {
      byte[] mutant = mutator.mutant(new Random(SEED * 1_000_003 + i));
      String failure = failure(mutant, trial);
      if (failure != null) {
        failed++;
        Path file = save(kind + "-" + SEED + "-" + i, mutant);
        if (failures.size() < REPORTED) {
          failures.add(file + ": " + failure);
        }
      }
    }
    if (failed > 0) {
      throw new AssertionError(
          failed + " of " + count + " mutants failed:\n" + String.join("\n", failures));
    }
  }

  private static String failure(byte[] mutant, Trial trial) {
    long[] spent = new long[2];
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              long thread = Thread.currentThread().getId();
              long bytes = THREADS.getThreadAllocatedBytes(thread);
              trial.run(mutant);
              spent[0] = THREADS.getCurrentThreadCpuTime();
              spent[1] = THREADS.getThreadAllocatedBytes(thread) - bytes;
              return null;
            });
    Thread thread = new Thread(task, "fuzz");
    thread.setDaemon(true);
    thread.start();
    try {
      await(task, thread);
    } catch (ExecutionException e) {
      return trace(e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      return "does not end: " + List.of(thread.getStackTrace());
    }
    if (spent[0] > MAX_NANOS) {
      return "takes " + TimeUnit.NANOSECONDS.toMillis(spent[0]) + " ms";
    }
    return spent[1] > MAX_BYTES ? "takes " + (spent[1] >> 20) + " MB" : null;
  }

  /** A thread that does not end cannot be stopped: it is left behind. */
  private static void await(FutureTask<Void> task, Thread thread)
      throws ExecutionException, InterruptedException, TimeoutException {
    while (true) {
      try {
        task.get(1, TimeUnit.SECONDS);
        return;
      } catch (TimeoutException e) {
        if (THREADS.getThreadCpuTime(thread.getId()) > 2 * MAX_NANOS) {
          throw e;
        }
      }
    }
  }

  private static String trace(Throwable problem) {
    StringBuilder trace = new StringBuilder();
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      trace.append(cause);
      StackTraceElement[] elements = cause.getStackTrace();
      for (int i = 0; i < Math.min(12, elements.length); i++) {
        trace.append("\n    at ").append(elements[i]);
      }
      trace.append('\n');
    }
    return trace.toString();
  }

  private static Path save(String name, byte[] mutant) {
    try {
      Path directory = Files.createDirectories(Path.of("target", "fuzz"));
      return Files.write(directory.resolve(name), mutant);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
