package org.gpchain.training.optim;

import java.util.Arrays;
import java.util.function.Predicate;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Seeds;

/**
 * Descent by small batches that never leaves a region (Galliani et al. 2017, supplement, §6.2). A
 * step that would leave it, or whose direction is not finite, is tried once more with other noise;
 * if that leaves it too, the batch is left out; after ten batches left out in a row, the parameters
 * go back to the latest safe ones: those from which a whole epoch needed to leave out no batch. The
 * rule keeps its memory when parameters go back.
 *
 * <p>The number of a step determines its batch and its noise, so that a run can stop after any step
 * and go on, bit for bit, from its {@link State} and the rule's memory. Immutable.
 */
public final class StochasticDescent {
  private static final int MOST_FAILURES = 10;
  private static final long ORDER = 1;
  private static final long NOISE = 2;
  private static final long OTHER_NOISE = 3;

  private final int batchSize;
  private final boolean freshNoise;
  private final Predicate<double[]> region;
  private final long seed;

  /**
   * @param batchSize members of a batch B; the whole of them if there are fewer
   * @param freshNoise true: each step draws noise of its own; false: every step hands {@code seed}
   *     to the objective, which is then a finite sum (only a step that is tried once more draws
   *     noise of its own)
   * @param region where the parameters may be
   * @param seed of the order of members and of the noise
   */
  public StochasticDescent(
      int batchSize, boolean freshNoise, Predicate<double[]> region, long seed) {
    this.batchSize = Checks.atLeast("batchSize", batchSize, 1);
    this.freshNoise = freshNoise;
    this.region = region;
    this.seed = seed;
  }

  /**
   * Between two steps. Arrays are shared, not to be modified.
   *
   * @param parameters where the descent is
   * @param epochStart where it was when the current epoch began
   * @param safe where it goes back to
   * @param step number of the next step, from 0
   * @param epochFailed whether the current epoch has left out a batch
   * @param failures number of batches left out since the last step that was taken
   */
  public record State(
      double[] parameters,
      double[] epochStart,
      double[] safe,
      long step,
      boolean epochFailed,
      int failures) {
    /** Checks lengths and numbers. */
    public State {
      Checks.length("epochStart", epochStart.length, parameters.length, "[parameterCount]");
      Checks.length("safe", safe.length, parameters.length, "[parameterCount]");
      Checks.index("failures", failures, MOST_FAILURES);
      if (step < 0) {
        throw new IllegalArgumentException("step must not be negative, was " + step);
      }
    }

    /**
     * A start from parameters that count as safe: also when something else has changed them between
     * two steps.
     *
     * @param parameters where to begin; not modified, not kept
     * @param step number of the next step; 0 at first
     */
    public static State start(double[] parameters, long step) {
      double[] copy = parameters.clone();
      return new State(copy, copy, copy, step, false, 0);
    }
  }

  /**
   * The outcome of a number of steps.
   *
   * @param state to go on from
   * @param taken number of steps that changed the parameters
   * @param retries number of steps that were tried once more with other noise
   * @param skipped number of batches left out
   * @param returns how often the parameters went back to safe ones
   */
  public record Outcome(State state, int taken, int retries, int skipped, int returns) {}

  /** Number of steps that make an epoch. */
  public int stepsPerEpoch(MemberwiseObjective objective) {
    return batches(objective).perEpoch();
  }

  private Batches batches(MemberwiseObjective objective) {
    return new Batches(objective.size(), batchSize, Seeds.mix(seed, ORDER));
  }

  /**
   * Visits the batches of a number of steps, which need not be whole epochs.
   *
   * @param objective what to minimise
   * @param rule makes the directions; its memory is modified
   * @param sizes of the steps; parameters outside of its ranges change only by going back
   * @param start where to begin; not modified
   * @param steps number of batches to visit, those left out included
   * @throws IllegalArgumentException if a position of {@code start} is outside of the region
   */
  public Outcome run(
      MemberwiseObjective objective, GradientRule rule, StepSizes sizes, State start, int steps) {
    Checks.length(
        "parameters", start.parameters().length, objective.parameterCount(), "[parameterCount]");
    Checks.atLeast("steps", steps, 0);
    checkRegion("parameters", start.parameters());
    checkRegion("epochStart", start.epochStart());
    checkRegion("safe", start.safe());
    Run run = new Run(objective, rule, sizes, start);
    for (int i = 0; i < steps; i++) {
      run.step();
    }
    return run.outcome();
  }

  private void checkRegion(String name, double[] parameters) {
    if (!isAllowed(parameters)) {
      throw new IllegalArgumentException(name + " must be finite and within the region");
    }
  }

  private boolean isAllowed(double[] parameters) {
    return Vectors.isFinite(parameters) && region.test(parameters);
  }

  /** The state of one run. */
  private final class Run {
    private final MemberwiseObjective objective;
    private final GradientRule rule;
    private final StepSizes sizes;
    private final Batches batches;
    private final double[] direction;
    private final double[] next;
    private final double[] parameters;
    private double[] epochStart;
    private double[] safe;
    private long step;
    private boolean epochFailed;
    private int failures;
    private int taken;
    private int retries;
    private int skipped;
    private int returns;

    Run(MemberwiseObjective objective, GradientRule rule, StepSizes sizes, State start) {
      this.objective = objective;
      this.rule = rule;
      this.sizes = sizes;
      this.batches = batches(objective);
      this.parameters = start.parameters().clone();
      this.direction = new double[parameters.length];
      this.next = new double[parameters.length];
      this.epochStart = start.epochStart();
      this.safe = start.safe();
      this.step = start.step();
      this.epochFailed = start.epochFailed();
      this.failures = start.failures();
    }

    Outcome outcome() {
      State state = new State(parameters, epochStart, safe, step, epochFailed, failures);
      return new Outcome(state, taken, retries, skipped, returns);
    }

    void step() {
      if (batches.beginsEpoch(step)) {
        beginEpoch();
      }
      int[] batch = batches.at(step);
      boolean leavesRegion = leadsOut(batch, freshNoise ? noise(NOISE) : seed);
      if (leavesRegion) {
        retries++;
        leavesRegion = leadsOut(batch, noise(OTHER_NOISE));
      }
      if (leavesRegion) {
        leaveOut();
      } else {
        take();
      }
      step++;
    }

    private long noise(long kind) {
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
      rule.direction(objective, parameters, batch, noise, direction);
      System.arraycopy(parameters, 0, next, 0, next.length);
      sizes.apply(direction, next);
      return !(Vectors.isFinite(direction) && isAllowed(next));
    }

    private void take() {
      System.arraycopy(next, 0, parameters, 0, next.length);
      taken++;
      failures = 0;
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
