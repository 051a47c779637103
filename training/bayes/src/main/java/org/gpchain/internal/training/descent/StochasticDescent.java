package org.gpchain.internal.training.descent;

import java.util.Arrays;
import java.util.function.Predicate;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.Seeds;
import org.gpchain.internal.training.optim.Vectors;

/**
 * Stochastic descent by minibatches that never leaves a region (Galliani et al. 2017, supplement,
 * §6.2).
 *
 * <p>A step fails if it would leave the region or its direction is not finite. It is then retried
 * once with other noise, and if it fails again, the batch is skipped. After ten skipped batches in
 * a row, the parameters are reset to the latest safe ones. Safe parameters are those at the start
 * of the run, and those at the start of an epoch in which no batch was skipped. A reset does not
 * change SAGA's table.
 *
 * <p>The batch and the noise of a step depend only on its number. Immutable.
 *
 * @param batchSize number of members of a batch B; reduced to the number of members if there are
 *     fewer
 * @param freshNoise whether each step draws its own noise. If false, every step passes {@code seed}
 *     to the objective, which is then a finite sum; only retried steps draw other noise.
 * @param region test of whether parameters are in the region
 * @param seed seed of the order of members and of the noise
 */
public record StochasticDescent(
    int batchSize, boolean freshNoise, Predicate<double[]> region, long seed) {
  /** Number of skipped batches in a row after which parameters are reset. */
  private static final int MOST_FAILURES = 10;

  /** Numbers that make different seeds for different purposes. */
  private static final long ORDER = 1;

  private static final long NOISE = 2;
  private static final long OTHER_NOISE = 3;

  /** Checks the batch size. */
  public StochasticDescent {
    Checks.atLeast("batchSize", batchSize, 1);
  }

  /**
   * The outcome of a number of steps.
   *
   * @param parameters parameters after the steps; owned by the caller
   * @param retries number of steps that were retried with other noise
   * @param skipped number of skipped batches
   * @param returns number of resets to safe parameters
   */
  public record Outcome(double[] parameters, int retries, int skipped, int returns) {}

  /**
   * A range of consecutive steps.
   *
   * @param first number of the first step, not negative; 0 for a new run
   * @param count number of steps, including skipped batches; may be zero
   */
  public record Steps(long first, int count) {
    /** Checks that neither number is negative. */
    public Steps {
      Checks.atLeast("steps", count, 0);
      if (first < 0) {
        throw new IllegalArgumentException("firstStep must not be negative, was " + first);
      }
    }

    /** Returns the number of the step that follows the last one. */
    long end() {
      return first + count;
    }
  }

  /**
   * Makes a number of steps, which need not be whole epochs.
   *
   * @param objective the objective to lower
   * @param saga source of the directions; its table is modified
   * @param sizes step size of each parameter, {@code [parameterCount]}, finite, not negative; not
   *     modified
   * @param start initial parameters, {@code [parameterCount]}; not modified
   * @param steps the steps to make
   * @throws IllegalArgumentException if {@code start} is outside the region
   */
  public Outcome run(
      MemberwiseObjective objective,
      SagaGradient saga,
      double[] sizes,
      double[] start,
      Steps steps) {
    Checks.length("parameters", start.length, objective.parameterCount(), "[parameterCount]");
    Checks.length("step sizes", sizes.length, start.length, "[parameterCount]");
    for (double size : sizes) {
      Checks.notNegative("a step size", size);
    }
    if (!isAllowed(start)) {
      throw new IllegalArgumentException("parameters must be finite and within the region");
    }

    Run run = new Run(objective, saga, sizes, start);
    for (long step = steps.first(); step < steps.end(); step++) {
      run.step(step);
    }
    return new Outcome(run.parameters, run.retries, run.skipped, run.returns);
  }

  private boolean isAllowed(double[] parameters) {
    return Vectors.isFinite(parameters) && region.test(parameters);
  }

  private final class Run {
    private final MemberwiseObjective objective;
    private final SagaGradient saga;
    private final double[] sizes;
    private final Batches batches;
    private final double[] direction;
    private final double[] next;
    private final double[] parameters;
    private double[] epochStart;
    private double[] safe;
    private boolean epochFailed;
    private int failures;
    private int retries;
    private int skipped;
    private int returns;

    Run(MemberwiseObjective objective, SagaGradient saga, double[] sizes, double[] start) {
      this.objective = objective;
      this.saga = saga;
      this.sizes = sizes;
      this.batches = new Batches(objective.size(), batchSize, Seeds.mix(seed, ORDER));
      this.parameters = start.clone();
      this.direction = new double[parameters.length];
      this.next = new double[parameters.length];
      this.epochStart = start.clone();
      this.safe = epochStart;
    }

    void step(long step) {
      if (batches.beginsEpoch(step)) {
        beginEpoch();
      }

      int[] batch = batches.at(step);
      long firstNoise = freshNoise ? noise(NOISE, step) : seed;
      boolean fails = fails(batch, firstNoise);
      if (fails) {
        retries++;
        fails = fails(batch, noise(OTHER_NOISE, step));
      }

      if (fails) {
        skip();
      } else {
        System.arraycopy(next, 0, parameters, 0, next.length);
        failures = 0;
      }
    }

    private long noise(long kind, long step) {
      return Seeds.mix(Seeds.mix(seed, kind), step);
    }

    private void beginEpoch() {
      if (!epochFailed) {
        safe = epochStart;
      }
      epochStart = parameters.clone();
      epochFailed = false;
    }

    /**
     * Computes the parameters after a step in {@link #next}, and returns whether the step fails.
     */
    private boolean fails(int[] batch, long noise) {
      saga.direction(objective, parameters, batch, noise, direction);
      for (int i = 0; i < next.length; i++) {
        next[i] = parameters[i] - sizes[i] * direction[i];
      }
      return !(Vectors.isFinite(direction) && isAllowed(next));
    }

    private void skip() {
      skipped++;
      epochFailed = true;
      failures++;
      if (failures == MOST_FAILURES) {
        System.arraycopy(safe, 0, parameters, 0, safe.length);
        failures = 0;
        returns++;
      }
    }
  }

  /**
   * The batch of each step. Each epoch has the members in another random order, cut into batches;
   * the last batch can be shorter. A batch depends only on the number of the step, so that a run
   * can start at any step.
   */
  static final class Batches {
    private final int members;
    private final int size;
    private final long seed;
    private long epoch = -1;
    private int[] order = {};

    Batches(int members, int size, long seed) {
      this.members = members;
      this.size = Math.min(size, members);
      this.seed = seed;
    }

    /** Returns the number of batches of an epoch. */
    int perEpoch() {
      return 1 + (members - 1) / size;
    }

    /** Returns whether a step is the first of an epoch. */
    boolean beginsEpoch(long step) {
      return step % perEpoch() == 0;
    }

    /** Returns the batch of a step, in a new array. */
    int[] at(long step) {
      if (epoch != step / perEpoch()) {
        epoch = step / perEpoch();
        order = PermutationSampler.natural(members);
        PermutationSampler.shuffle(
            RandomSource.XO_SHI_RO_256_PP.create(Seeds.mix(seed, epoch)), order);
      }
      int from = (int) (step % perEpoch()) * size;
      return Arrays.copyOfRange(order, from, Math.min(members, from + size));
    }
  }
}
