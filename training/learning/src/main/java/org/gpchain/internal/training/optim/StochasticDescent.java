package org.gpchain.internal.training.optim;

import java.util.Arrays;
import java.util.function.Predicate;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.Seeds;

/**
 * Descent by small batches that never leaves a region (Galliani et al. 2017, supplement, §6.2). A
 * step that would leave it, or whose direction is not finite, is tried once more with other noise;
 * if that leaves it too, the batch is left out; after ten batches left out in a row, the parameters
 * go back to the latest safe ones: where the run began, or those from which a whole epoch needed to
 * leave out no batch. SAGA keeps its table when parameters go back.
 *
 * <p>The number of a step determines its batch and its noise. Immutable.
 *
 * @param batchSize members of a batch B; the whole of them if there are fewer
 * @param freshNoise true: each step draws noise of its own; false: every step hands {@code seed} to
 *     the objective, which is then a finite sum (only a step that is tried once more draws noise of
 *     its own)
 * @param region where the parameters may be
 * @param seed of the order of members and of the noise
 */
public record StochasticDescent(
    int batchSize, boolean freshNoise, Predicate<double[]> region, long seed) {
  private static final int MOST_FAILURES = 10;
  private static final long ORDER = 1;
  private static final long NOISE = 2;
  private static final long OTHER_NOISE = 3;

  public StochasticDescent {
    Checks.atLeast("batchSize", batchSize, 1);
  }

  /**
   * The outcome of a number of steps.
   *
   * @param parameters where they led; owned by the caller
   * @param retries number of steps that were tried once more with other noise
   * @param skipped number of batches left out
   * @param returns how often the parameters went back to safe ones
   */
  public record Outcome(double[] parameters, int retries, int skipped, int returns) {}

  /**
   * Visits the batches of a number of steps, which need not be whole epochs.
   *
   * @param saga makes the directions; its table is modified
   * @param sizes of the steps, {@code [parameterCount]}, finite, not negative; not modified
   * @param start where to begin; not modified
   * @param firstStep number of the first step; 0 if none were taken before
   * @param steps number of batches to visit, those left out included
   * @throws IllegalArgumentException if {@code start} is outside of the region
   */
  public Outcome run(
      MemberwiseObjective objective,
      SagaGradient saga,
      double[] sizes,
      double[] start,
      long firstStep,
      int steps) {
    Checks.length("parameters", start.length, objective.parameterCount(), "[parameterCount]");
    Checks.length("step sizes", sizes.length, start.length, "[parameterCount]");
    for (double size : sizes) {
      Checks.notNegative("a step size", size);
    }
    Checks.atLeast("steps", steps, 0);
    if (firstStep < 0) {
      throw new IllegalArgumentException("firstStep must not be negative, was " + firstStep);
    }
    if (!isAllowed(start)) {
      throw new IllegalArgumentException("parameters must be finite and within the region");
    }
    Run run = new Run(objective, saga, sizes, start);
    for (long step = firstStep; step < firstStep + steps; step++) {
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
      boolean leavesRegion = leadsOut(batch, freshNoise ? noise(NOISE, step) : seed);
      if (leavesRegion) {
        retries++;
        leavesRegion = leadsOut(batch, noise(OTHER_NOISE, step));
      }
      if (leavesRegion) {
        leaveOut();
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

    /** Leaves in {@code next} where the step would lead. */
    private boolean leadsOut(int[] batch, long noise) {
      saga.direction(objective, parameters, batch, noise, direction);
      Arrays.setAll(next, i -> parameters[i] - sizes[i] * direction[i]);
      return !(Vectors.isFinite(direction) && isAllowed(next));
    }

    private void leaveOut() {
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
   * The batch of each step: in each epoch the members in another order, cut into batches of which
   * the last may be short. The step number alone says which, so one can begin anywhere.
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

    /** Number of batches that an epoch is cut into. */
    int perEpoch() {
      return 1 + (members - 1) / size;
    }

    /** Returns whether an epoch begins with this step. */
    boolean beginsEpoch(long step) {
      return step % perEpoch() == 0;
    }

    /** The batch of a step, a new array. */
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
