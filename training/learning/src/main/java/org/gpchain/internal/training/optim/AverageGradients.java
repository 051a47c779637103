package org.gpchain.internal.training.optim;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.math.SparseRows;

/**
 * Minimises a {@link SparseSum} by stochastic average gradients, one member at a time: SAGA
 * (Defazio, Bach and Lacoste-Julien 2014) for the first passes, which get on fastest with it, then
 * SAG with non-uniform sampling (Schmidt, Babanezhad, Ahmed, Defazio, Clifton and Sarkar 2015).
 *
 * <ul>
 *   <li>The tables of gradients hold those of the scores, {@code [rows×V]}, and of the shared
 *       parameters of each member; never gradients of weights.
 *   <li>Weights are preconditioned by {@code c_d = 1 / (λ_d + κ n_d)}, n_d being the number of rows
 *       that have column d; of rows with values it is {@code Σ x_d²}, since the curvature of a loss
 *       of scores {@code Σ x_d w_d} along w_d is x_d² times that along the score.
 *   <li>A step is about {@code 1 / L}, where L bounds the curvature of a member's loss in these
 *       coordinates. L is found by a line search on the member: it is doubled until {@code ℓ(w − c
 *       g / L) ≤ ℓ(w) − g·c g / 2L}, and shrinks a little with each search. Half of the members are
 *       drawn in proportion to their L.
 *   <li>Only the weights that a member needs are brought up to date, see {@link LaggingWeights}.
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

  /** Number of steps from one search for a curvature to the next. */
  private static final int SEARCH_INTERVAL = 8;

  private final SparseSum sum;
  private final SparseRows rows;
  private final int width;
  private final int members;
  private final UniformRandomProvider random;
  private final LaggingWeights weights;
  private final double[] shared;
  private final double[] sharedGradientSum;
  private final boolean rounded;

  /** Null until the first member is seen, when a start needs no memory any more, and in the end. */
  private GradientTable table;

  private GradientTable sharedTable;

  /** n of each column. */
  private final double[] occurrences;

  private Precision precision;
  private final double[] conditioner;
  private double sharedConditioner;

  /** The loss of each member when it was last seen. */
  private final double[] losses;

  private final MemberCurvatures curvatures;
  private int passes;
  private long steps;

  /** Share of the step that is taken. */
  private double caution;

  private double smallestGap;

  private final Workspace workspace = new Workspace();
  private double[] scores = {};
  private double[] slope = {};

  /** Scores, and later what is new of slopes, in the precision of the weights. */
  private float[] single = {};

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
        GradientTable.areMany(
            (double) sum.rows().rowCount() * sum.width()
                + (double) sum.memberCount() * sum.sharedCount()));
  }

  AverageGradients(SparseSum sum, Precision precision, long seed, boolean rounded) {
    this.sum = sum;
    this.rows = sum.rows();
    this.width = sum.width();
    this.members = sum.memberCount();
    this.random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    this.weights = new LaggingWeights(rows, width);
    this.shared = new double[sum.sharedCount()];
    this.sharedGradientSum = new double[shared.length];
    this.sharedSlope = new double[shared.length];
    this.rounded = rounded;
    this.conditioner = new double[sum.columnCount()];
    this.curvatures = new MemberCurvatures(members);
    this.losses = new double[members];
    this.occurrences = rows.sumsOfSquares();
    this.search = new CurvatureSearch(sum, conditioner, shared, sharedSlope);
    setPrecision(precision);
  }

  public void setPrecision(Precision next) {
    Checks.length("precisions", next.columns().length, conditioner.length, "[D]");
    weights.bringUpToDate();
    precision = next;
    for (int d = 0; d < conditioner.length; d++) {
      conditioner[d] = 1 / (next.columns()[d] + KAPPA * occurrences[d]);
      weights.setPrior(d, conditioner[d], next.columns()[d]);
    }
    // Every row has them: with a small κ they alone would bound the steps of all weights.
    sharedConditioner = sharedInverseCurvature();
    resetCaution();
  }

  /**
   * Moves to a point that is near to the optimum, and fills the table there, which takes about as
   * long as a pass.
   *
   * @param startWeights gives {@code [D×V]}, which is not kept
   * @param startShared {@code [sharedCount]}; not modified
   */
  public void startAt(Supplier<double[]> startWeights, double[] startShared) {
    Checks.length("startShared", startShared.length, shared.length, "[S]");
    weights.set(startWeights.get());
    System.arraycopy(startShared, 0, shared, 0, shared.length);
    makeTables();
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
    makeTables();
    boolean saga = passes < SAGA_PASSES;
    if (curvatures.seen() == 0) {
      int[] order = PermutationSampler.natural(members);
      PermutationSampler.shuffle(random, order);
      for (int n : order) {
        step(n, saga);
      }
    } else {
      curvatures.refresh();
      for (int i = 0; i < members; i++) {
        step(curvatures.draw(random), saga);
      }
    }
    passes++;
    Estimate estimate = estimate();
    if (!saga) {
      adaptCaution(estimate.gap());
    }
    return estimate;
  }

  /** Gives back the memory of the gradients that it remembers: no pass may follow. */
  public void giveBackGradients() {
    table = null;
    sharedTable = null;
  }

  private void makeTables() {
    if (table == null) {
      if (curvatures.seen() > 0) {
        throw new IllegalStateException("its gradients were given back");
      }
      table = new GradientTable(Math.multiplyExact(rows.rowCount(), width), rounded);
      sharedTable = new GradientTable(Math.multiplyExact(members, shared.length), rounded);
    }
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

  private void step(int member, boolean saga) {
    evaluate(member);
    double step = (saga ? 1 : caution * STEP) * curvatures.step();
    remember(member);
    if (saga) {
      addInnovation(member, step);
    }
    double forGradient = step / curvatures.seen();
    double forPrior = step / members;
    weights.advance(forGradient, forPrior);
    for (int i = 0; i < shared.length; i++) {
      shared[i] -=
          sharedConditioner
              * (forGradient * sharedGradientSum[i] + forPrior * precision.shared() * shared[i]);
    }
    steps++;
  }

  /** SAGA takes what is new of a member's gradient at once, SAG a share of it with each step. */
  private void addInnovation(int member, double step) {
    for (int t = 0; t < sum.length(member); t++) {
      weights.descend(sum.start()[member] + t, (float) step, single, t * width);
    }
    ScaledSums.add(-step * sharedConditioner, sharedSlope, shared.length, shared);
  }

  /**
   * Looks at a member: its loss is known then, and its curvature; the slopes hold its gradient. Its
   * columns are brought up to date.
   */
  private void evaluate(int member) {
    slope = Workspace.ensure(slope, sum.length(member) * width);
    score(member);
    losses[member] =
        sum.loss().valueAndGradient(member, scores, shared, workspace, slope, sharedSlope);
    if (!curvatures.isKnown(member) || steps % SEARCH_INTERVAL == 0) {
      double first = curvatures.guess(member);
      curvatures.set(
          member, search.search(member, losses[member], scores, slope, sharedConditioner, first));
    }
  }

  /** The scores of a member, whose columns are brought up to date. */
  private void score(int member) {
    int length = sum.length(member);
    scores = Workspace.ensure(scores, length * width);
    single = single.length < length * width ? new float[2 * length * width] : single;
    Arrays.fill(single, 0, length * width, 0);
    for (int t = 0; t < length; t++) {
      weights.addScores(sum.start()[member] + t, single, t * width);
    }
    for (int i = 0; i < length * width; i++) {
      scores[i] = single[i];
    }
  }

  /** Puts a member's gradient into the table and the sums, and keeps the difference. */
  private void remember(int member) {
    int first = sum.start()[member];
    table.replace(first * width, slope, sum.length(member) * width);
    for (int i = 0; i < sum.length(member) * width; i++) {
      single[i] = (float) slope[i];
    }
    for (int t = 0; t < sum.length(member); t++) {
      weights.addGradient(first + t, single, t * width);
    }
    sharedTable.replace(member * shared.length, sharedSlope, shared.length);
    ScaledSums.add(1, sharedSlope, shared.length, sharedGradientSum);
  }

  /** The weights, {@code [D×V]}; a new array. */
  public double[] weights() {
    return weights.weights();
  }

  /** The shared parameters: shared until the next pass, not to be modified. */
  public double[] shared() {
    return shared;
  }

  /**
   * The gradient of a row's loss with respect to its scores when its member was last seen, {@code
   * [rows×V]}; shared, not to be modified.
   */
  public GradientTable scoreGradients() {
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
    weights.bringUpToDate();
    double gap = 0;
    for (int d = 0; d < conditioner.length; d++) {
      double lambda = precision.columns()[d];
      gap += weights.squaredSlopes(d, lambda) / (lambda + USUAL_CURVATURE * occurrences[d]);
    }
    return new Estimate(Arrays.stream(losses).sum() + penalty(), gap / 2);
  }

  /** The negative log density of the prior, up to a constant; all weights are up to date. */
  private double penalty() {
    double sum = 0;
    for (int d = 0; d < conditioner.length; d++) {
      sum += precision.columns()[d] * weights.squares(d);
    }
    for (double one : shared) {
      sum += precision.shared() * one * one;
    }
    return sum / 2;
  }

  /** The objective F at the present weights. */
  public double objective() {
    weights.bringUpToDate();
    double total = penalty();
    for (int n = 0; n < members; n++) {
      score(n);
      total += sum.loss().value(n, scores, shared, workspace);
    }
    return total;
  }
}
