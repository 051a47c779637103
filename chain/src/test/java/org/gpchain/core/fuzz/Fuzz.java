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
 * Runs code with mutants of valid inputs. A trial fails if it throws an exception, takes more than
 * two seconds of processor time, or allocates more than {@link #MAX_BYTES}. Mutants are determined
 * by a seed, and a mutant that fails is saved in {@code target/fuzz}.
 *
 * <p>{@code -Dgpchain.fuzz=100000} sets the number of mutants of each kind, and {@code
 * -Dgpchain.fuzz.seed=5} the seed.
 */
public final class Fuzz {
  /** Number of mutants of each kind. */
  public static final int MUTANTS = Integer.getInteger("gpchain.fuzz", 200);

  private static final long SEED = Long.getLong("gpchain.fuzz.seed", 17);

  /** Maximum processor time of a trial (nanoseconds). */
  private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** Maximum memory that a trial may allocate (bytes). */
  private static final long MAX_BYTES = 1L << 29;

  /** Maximum number of failures that are reported. */
  private static final int MAX_REPORTED = 5;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Fuzz() {}

  /** A source of mutants. */
  @FunctionalInterface
  public interface Mutator {
    /** Returns a mutant that depends only on the random numbers. */
    byte[] mutant(Random random);
  }

  /** Code that is tested with a mutant. */
  @FunctionalInterface
  public interface Trial {
    /**
     * Runs the code with a mutant.
     *
     * @throws Exception if the code misbehaves
     */
    void run(byte[] mutant) throws Exception;
  }

  /**
   * Runs a trial with mutants.
   *
   * @param kind name of the mutants, part of the names of saved files
   * @param count number of mutants
   * @param mutator source of mutants
   * @param trial must end normally for each mutant
   * @throws AssertionError if a trial fails; the message names the saved mutants
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
        if (failures.size() < MAX_REPORTED) {
          failures.add(file + ": " + failure);
        }
      }
    }

    if (failed > 0) {
      throw new AssertionError(
          failed + " of " + count + " mutants failed:\n" + String.join("\n", failures));
    }
  }

  /** Returns a description of the failure of a trial, or null if it succeeds. */
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
    if (spent[1] > MAX_BYTES) {
      return "takes " + (spent[1] >> 20) + " MB";
    }
    return null;
  }

  /** Waits for a task until its time is used up. A thread can't be stopped, so it keeps running. */
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
