package org.gpchain.training.optim;

import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.ScaledSums;
import org.gpchain.core.math.SparseRows;
import org.gpchain.core.math.Workspace;

/**
 * Minimises a {@link SparseSum} by stochastic average gradients, one member at a time: SAGA
 * (Defazio, Bach and Lacoste-Julien 2014) for the first passes, which get on fastest with it, then
 * SAG with non-uniform sampling (Schmidt, Babanezhad, Ahmed, Defazio, Clifton and Sarkar 2015).
 *
 * <ul>
 *   <li>The table of gradients holds those of the scores, {@code [rows×V]}, and of the shared
 *       parameters of each member, as floats; never gradients of weights.
 *   <li>Weights are preconditioned by {@code c_d = 1 / (λ_d + κ n_d)}, n_d being the number of rows
 *       that have column d; of rows with values it is {@code Σ x_d²}, since the curvature of a loss
 *       of scores {@code Σ x_d w_d} along w_d is x_d² times that along the score.
 *   <li>A step is about {@code 1 / L}, where L bounds the curvature of a member's loss in these
 *       coordinates. L is found by a line search on the member: it is doubled until {@code ℓ(w − c
 *       g / L) ≤ ℓ(w) − g·c g / 2L}, and shrinks a little with each search. Half of the members are
 *       drawn in proportion to their L.
 *   <li>Only the weights that a member needs are brought up to date. What the others have missed is
 *       made up for when they are needed: while its gradient sum G stays the same, a weight follows
 *       {@code dw = −c (G dA + λ w dB)}, where A and B are the steps so far, in closed form.
 * </ul>
 *
 * <p>The prior may be changed between passes; weights and table stay. The result depends on the
 * seed alone. Not for concurrent use.
 */
public final class AverageGradients {
  /** Passes of SAGA before those of SAG. */
  private static final int SAGA_PASSES = 2;

  /** Step times mean curvature; larger than 1 as in the paper's experiments. */
  private static final double STEP = 1.5;

  /** A guess of the curvature of a row's loss: small, since the line search corrects it. */
  private static final double KAPPA = 1e-4;

  /** The same nearer to what it is on average at the optimum, to judge how far that is. */
  private static final double USUAL_CURVATURE = 0.003;

  /** Growth of the gap beyond which steps are made smaller. */
  private static final double TOLERATED_GROWTH = 4;

  /** One member in so many is searched for its curvature. */
  private static final int SEARCH_INTERVAL = 8;

  /** Share of the curvature that a search tries first. */
  private static final double SHRINKAGE = 0.9;

  /** Below it exponentials are as good as their series. */
  private static final double SMALL = 0.05;

  /** In doubles. */
  private static final int CACHE_LINE = 8;

  /** In doubles: 8 MB, which caches that are near the processor do not hold. */
  private static final int LARGE = 1 << 20;

  /** Offsets in the state of a column. */
  private static final int GRADIENT_STEPS = 0;

  private static final int PRIOR_STEPS = 1;
  private static final int CONDITIONER = 2;
  private static final int DECAY = 3;
  private static final int WEIGHTS = 4;

  private final SparseSum sum;
  private final SparseRows rows;
  private final int width;
  private final int members;
  private final UniformRandomProvider random;

  /**
   * All that is known of a column, side by side, since memory is what a step waits for, {@code
   * [D×stride]}: A and B up to which it has been followed, its conditioner, the rate at which the
   * prior pulls its weights to zero, then {@code V} weights, then the sums of their gradients.
   */
  private final double[] state;

  private final int stride;

  private final double[] shared;
  private final double[] sharedGradientSum;
  private final float[] table;
  private final GradientTable sharedTable;

  /** n of each column. */
  private final double[] occurrences;

  private Precision precision;
  private final double[] conditioner;
  private double sharedConditioner;

  /** A and B up to now. */
  private double gradientSteps;

  private double priorSteps;

  /** The loss of each member when it was last seen. */
  private final double[] losses;

  /** L of each member; 0 for a member that has not been seen. */
  private final double[] curvature;

  private double curvatureSum;
  private double largestCurvature;
  private int seen;
  private int passes;
  private long steps;

  /** Share of the step that is taken. */
  private double caution;

  private double smallestGap;

  /** Keeps reading from being optimised away. */
  @SuppressWarnings("UnusedVariable")
  private double fetched;

  private final Workspace workspace = new Workspace();
  private double[] scores = {};
  private double[] slope = {};
  private final double[] sharedSlope;
  private final CurvatureSearch search;

  /**
   * Begins at zero.
   *
   * @param seed of the order of the members
   */
  public AverageGradients(SparseSum sum, Precision precision, long seed) {
    this(
        sum,
        precision,
        seed,
        new GradientTable(Math.multiplyExact(sum.memberCount(), sum.sharedCount())));
  }

  AverageGradients(SparseSum sum, Precision precision, long seed, GradientTable sharedTable) {
    this.sum = sum;
    this.rows = sum.rows();
    this.width = sum.width();
    this.members = sum.memberCount();
    this.random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    int columns = sum.columnCount();
    this.stride = WEIGHTS + 2 * width;
    this.state = new double[Math.multiplyExact(columns, stride)];
    this.shared = new double[sum.sharedCount()];
    this.sharedGradientSum = new double[shared.length];
    this.sharedSlope = new double[shared.length];
    this.table = new float[Math.multiplyExact(rows.rowCount(), width)];
    this.sharedTable = sharedTable;
    this.conditioner = new double[columns];
    this.curvature = new double[members];
    this.losses = new double[members];
    this.occurrences = rows.sumsOfSquares();
    this.search = new CurvatureSearch(sum, conditioner, shared, sharedSlope);
    setPrecision(precision);
  }

  public void setPrecision(Precision next) {
    Checks.length("precisions", next.columns().length, conditioner.length, "[D]");
    if (precision != null) {
      bringUpToDate();
    }
    precision = next;
    for (int d = 0; d < conditioner.length; d++) {
      conditioner[d] = 1 / (next.columns()[d] + KAPPA * occurrences[d]);
      state[d * stride + CONDITIONER] = conditioner[d];
      state[d * stride + DECAY] = conditioner[d] * next.columns()[d];
    }
    // Every row has them: with a small κ they alone would bound the steps of all weights.
    sharedConditioner = sharedInverseCurvature();
    resetCaution();
  }

  /**
   * Moves to a point that is near to the optimum, and fills the table there, which takes about as
   * long as a pass.
   *
   * @param startWeights {@code [D×V]}; not modified
   * @param startShared {@code [sharedCount]}; not modified
   */
  public void startAt(double[] startWeights, double[] startShared) {
    Checks.length("startWeights", startWeights.length, (long) conditioner.length * width, "[D×V]");
    Checks.length("startShared", startShared.length, shared.length, "[S]");
    bringUpToDate();
    for (int d = 0; d < conditioner.length; d++) {
      System.arraycopy(startWeights, d * width, state, d * stride + WEIGHTS, width);
    }
    System.arraycopy(startShared, 0, shared, 0, shared.length);
    for (int n = 0; n < members; n++) {
      evaluate(n);
      remember(n);
      steps++;
    }
    passes = Math.max(passes, SAGA_PASSES);
    resetCaution();
  }

  /**
   * Makes a pass: as many steps as there are members. The first one visits each of them once.
   * Returns where it ended.
   *
   * @throws ArithmeticException if the curvature of a member's loss has no bound
   */
  public Estimate pass() {
    boolean saga = passes < SAGA_PASSES;
    if (seen == 0) {
      int[] order = PermutationSampler.natural(members);
      PermutationSampler.shuffle(random, order);
      for (int n : order) {
        step(n, saga);
      }
    } else {
      largestCurvature = Arrays.stream(curvature).max().orElseThrow();
      for (int i = 0; i < members; i++) {
        step(draw(), saga);
      }
    }
    passes++;
    Estimate estimate = estimate();
    if (!saga) {
      adaptCaution(estimate.gap());
    }
    return estimate;
  }

  /**
   * A line search sees the curvature along one member's gradient, which may be less than that in
   * other directions: steps that lead away from the optimum were too long.
   */
  private void adaptCaution(double gap) {
    if (gap > TOLERATED_GROWTH * smallestGap) {
      caution /= 2;
      smallestGap = gap;
    }
    smallestGap = Math.min(smallestGap, gap);
  }

  private void resetCaution() {
    caution = 1;
    smallestGap = Double.POSITIVE_INFINITY;
  }

  /** Half of the members in proportion to their curvature. */
  private int draw() {
    if (random.nextBoolean()) {
      return random.nextInt(members);
    }
    while (true) {
      int n = random.nextInt(members);
      if (random.nextDouble() * largestCurvature < curvature[n]) {
        return n;
      }
    }
  }

  private void step(int member, boolean saga) {
    evaluate(member);
    double step =
        (saga ? 1 : caution * STEP)
            * (inverse(largestCurvature) + inverse(curvatureSum / seen))
            / 2;
    // From here on the slopes hold what is new of them.
    remember(member);
    if (saga) {
      addInnovation(member, step);
    }
    double forGradient = step / seen;
    double forPrior = step / members;
    gradientSteps += forGradient;
    priorSteps += forPrior;
    for (int i = 0; i < shared.length; i++) {
      shared[i] -=
          sharedConditioner
              * (forGradient * sharedGradientSum[i] + forPrior * precision.shared() * shared[i]);
    }
    steps++;
  }

  /**
   * A member's share of the prior, whose curvature is at most 1, keeps a step from having no end.
   */
  private double inverse(double lossCurvature) {
    return 1 / (lossCurvature + 1.0 / members);
  }

  /** SAGA takes what is new of a member's gradient at once, SAG a share of it with each step. */
  private void addInnovation(int member, double step) {
    for (int t = 0; t < sum.length(member); t++) {
      int row = sum.start()[member] + t;
      for (int i = rows.start(row); i < rows.start(row + 1); i++) {
        int base = rows.column(i) * stride;
        double length = step * state[base + CONDITIONER] * rows.value(i);
        ScaledSums.add(-length, slope, t * width, width, state, base + WEIGHTS);
      }
    }
    ScaledSums.add(-step * sharedConditioner, sharedSlope, shared.length, shared);
  }

  private void searchCurvature(int member) {
    boolean isNew = curvature[member] == 0;
    double usual = seen > 0 ? curvatureSum / seen : 1;
    double bound =
        search.search(
            member,
            losses[member],
            scores,
            slope,
            sharedConditioner,
            SHRINKAGE * (isNew ? usual : curvature[member]));
    curvatureSum += bound - curvature[member];
    curvature[member] = bound;
    largestCurvature = Math.max(largestCurvature, bound);
    seen += isNew ? 1 : 0;
  }

  /**
   * Looks at a member: its loss is known then, and its curvature; the slopes hold its gradient. Its
   * columns are brought up to date.
   */
  private void evaluate(int member) {
    int length = sum.length(member);
    scores = Workspace.ensure(scores, length * width);
    slope = Workspace.ensure(slope, length * width);
    Arrays.fill(scores, 0, length * width, 0);
    for (int t = 0; t < length; t++) {
      int row = sum.start()[member] + t;
      if (state.length > LARGE) {
        fetch(row);
      }
      for (int i = rows.start(row); i < rows.start(row + 1); i++) {
        int base = rows.column(i) * stride;
        bringUpToDate(base);
        ScaledSums.add(rows.value(i), state, base + WEIGHTS, width, scores, t * width);
      }
    }
    losses[member] =
        sum.loss().valueAndGradient(member, scores, shared, workspace, slope, sharedSlope);
    if (curvature[member] == 0 || steps % SEARCH_INTERVAL == 0) {
      searchCurvature(member);
    }
  }

  /**
   * Reads a number of each cache line that the columns of a row have. Nothing depends on them, so
   * that the processor waits for all lines together, and not for one after the other.
   */
  private void fetch(int row) {
    double read = 0;
    for (int i = rows.start(row); i < rows.start(row + 1); i++) {
      int base = rows.column(i) * stride;
      for (int k = 0; k < stride; k += CACHE_LINE) {
        read += state[base + k];
      }
    }
    fetched = read;
  }

  /** Puts a member's gradient into the table and the sums; the slopes keep the difference. */
  private void remember(int member) {
    int count = sum.length(member) * width;
    int base = sum.start()[member] * width;
    for (int i = 0; i < count; i++) {
      float next = (float) slope[i];
      slope[i] = next - table[base + i];
      table[base + i] = next;
    }
    for (int t = 0; t < sum.length(member); t++) {
      rows.addToSelected(
          sum.start()[member] + t, slope, t * width, width, state, stride, WEIGHTS + width);
    }
    int sharedBase = member * shared.length;
    for (int i = 0; i < shared.length; i++) {
      float last = sharedTable.get(sharedBase + i);
      sharedSlope[i] = sharedTable.put(sharedBase + i, sharedSlope[i]) - last;
      sharedGradientSum[i] += sharedSlope[i];
    }
  }

  /** Brings the weights of one column up to date. */
  private void bringUpToDate(int base) {
    double missed = gradientSteps - state[base + GRADIENT_STEPS];
    if (missed == 0) {
      return;
    }
    double decay = state[base + DECAY] * (priorSteps - state[base + PRIOR_STEPS]);
    // e^−x without a call: what is left out of the series is less than 1 % where x is up to 2, and
    // the fixed point, where G + λ w is zero, is the same.
    double share;
    if (decay < SMALL) {
      share = 1 - decay * (0.5 - decay / 6);
    } else {
      share = (1 - 1 / (1 + decay * (1 + decay * (0.5 + decay * (1 / 6.0 + decay / 24))))) / decay;
    }
    double kept = 1 - decay * share;
    double length = missed * state[base + CONDITIONER] * share;
    int first = base + WEIGHTS;
    for (int i = first; i < first + width; i++) {
      state[i] = kept * state[i] - length * state[i + width];
    }
    state[base + GRADIENT_STEPS] = gradientSteps;
    state[base + PRIOR_STEPS] = priorSteps;
  }

  /** Brings all weights up to date, and counts steps from zero again, for the sake of precision. */
  private void bringUpToDate() {
    for (int base = 0; base < state.length; base += stride) {
      bringUpToDate(base);
      state[base + GRADIENT_STEPS] = 0;
      state[base + PRIOR_STEPS] = 0;
    }
    gradientSteps = 0;
    priorSteps = 0;
  }

  /** The weights, {@code [D×V]}; a new array. */
  public double[] weights() {
    bringUpToDate();
    double[] weights = new double[conditioner.length * width];
    for (int d = 0; d < conditioner.length; d++) {
      System.arraycopy(state, d * stride + WEIGHTS, weights, d * width, width);
    }
    return weights;
  }

  /** The shared parameters: shared until the next pass, not to be modified. */
  public double[] shared() {
    return shared;
  }

  /**
   * The gradient of a row's loss with respect to its scores when its member was last seen, {@code
   * [rows×V]}; shared, not to be modified.
   */
  public float[] scoreGradients() {
    return table;
  }

  /**
   * A guess of the inverse of the objective's curvature near its minimum, for each column, {@code
   * [D]}; a new array.
   */
  public double[] inverseCurvature() {
    double[] inverse = new double[conditioner.length];
    Arrays.setAll(inverse, d -> 1 / (precision.columns()[d] + USUAL_CURVATURE * occurrences[d]));
    return inverse;
  }

  /** The same of the shared parameters. */
  public double sharedInverseCurvature() {
    return 1 / (precision.shared() + USUAL_CURVATURE * rows.rowCount() / width);
  }

  /**
   * An estimate of the objective from what is known without looking at any member.
   *
   * @param objective with the loss of each member when it was last seen
   * @param gap how far the objective is above its minimum: half of the squared gradient, as the
   *     table has it, in coordinates in which the curvature is about one
   */
  public record Estimate(double objective, double gap) {
    /** Returns whether the gap is at most this share of the objective. */
    public boolean isWithin(double tolerance) {
      return gap <= tolerance * Math.abs(objective);
    }
  }

  /**
   * Makes passes until the gap is a given share of the objective.
   *
   * @param most passes at most
   * @param tolerance share of the objective
   * @param listener hears of each pass
   */
  public Estimate run(int most, double tolerance, Consumer<Estimate> listener) {
    Estimate estimate = estimate();
    for (int i = 0; i < most && !(passes > SAGA_PASSES && estimate.isWithin(tolerance)); i++) {
      estimate = pass();
      listener.accept(estimate);
    }
    return estimate;
  }

  public Estimate estimate() {
    bringUpToDate();
    double gap = 0;
    double penalty = 0;
    for (int d = 0; d < conditioner.length; d++) {
      double gradients = 0;
      double squares = 0;
      double lambda = precision.columns()[d];
      int base = d * stride + WEIGHTS;
      for (int i = base; i < base + width; i++) {
        double gradient = state[i + width] + lambda * state[i];
        gradients += gradient * gradient;
        squares += state[i] * state[i];
      }
      gap += gradients / (lambda + USUAL_CURVATURE * occurrences[d]);
      penalty += lambda * squares;
    }
    for (double one : shared) {
      penalty += precision.shared() * one * one;
    }
    return new Estimate(Arrays.stream(losses).sum() + penalty / 2, gap / 2);
  }

  /** The objective F at the present weights. */
  public double objective() {
    double[] at = weights();
    double total = precision.penalty(at, shared);
    for (int n = 0; n < members; n++) {
      scores = Workspace.ensure(scores, sum.length(n) * width);
      sum.scores(n, at, scores);
      total += sum.loss().value(n, scores, shared, workspace);
    }
    return total;
  }
}
