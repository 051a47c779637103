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
import org.gpchain.internal.training.optim.CurvatureSearch.MemberLoss;

/**
 * A stochastic average gradient optimizer for a {@link SparseSum}, which evaluates one member at a
 * time. The first passes use SAGA (Defazio, Bach and Lacoste-Julien 2014), which makes the fastest
 * progress at the start. Later passes use SAG with non-uniform sampling (Schmidt, Babanezhad,
 * Ahmed, Defazio, Clifton and Sarkar 2015).
 *
 * <ul>
 *   <li>The tables of gradients store, for each member, the gradients with respect to its scores,
 *       {@code [rows×V]}, and to the shared parameters, but no gradients with respect to weights.
 *   <li>Weights are preconditioned by {@code c_d = 1 / (λ_d + κ n_d)}, where n_d is the number of
 *       rows with column d. For weighted rows, n_d is {@code Σ x_d²}, because the curvature along
 *       w_d of a loss of the scores {@code Σ x_d w_d} is x_d² times the curvature along the score.
 *   <li>The step size is about {@code 1 / L}, where L bounds the curvature of a member's loss in
 *       preconditioned coordinates. A line search on the member finds L: it is doubled until {@code
 *       ℓ(w − c g / L) ≤ ℓ(w) − g·c g / 2L}, and shrinks a little before each search. Half of the
 *       members are drawn in proportion to their L.
 *   <li>Only the weights that a member needs are brought up to date, see {@link LaggingWeights}.
 * </ul>
 *
 * <p>The prior can be changed between passes without losing the weights and tables. The result
 * depends only on the sum, the prior and the seed. Not thread-safe.
 */
public final class AverageGradients {
  /** Number of SAGA passes before the first SAG pass. */
  private static final int SAGA_PASSES = 2;

  /** Step size times mean curvature; larger than 1, as in the experiments of the SAG paper. */
  private static final double STEP = 1.5;

  /** κ, an estimate of the curvature of a row's loss; small, since the line search corrects it. */
  private static final double KAPPA = 1e-4;

  /**
   * Typical curvature of a row's loss near the optimum, used to estimate the gap to the optimum.
   */
  private static final double USUAL_CURVATURE = 0.003;

  /** Growth of the gap, relative to the smallest gap so far, at which the step size is halved. */
  private static final double TOLERATED_GROWTH = 4;

  /** Number of steps between two line searches for a curvature. */
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

  /**
   * Gradients with respect to scores. Null until the first pass, so that the arrays of a starting
   * point can be freed before, and after {@link #giveBackGradients}.
   */
  private GradientTable table;

  /** Gradients with respect to the shared parameters. */
  private GradientTable sharedTable;

  /** n_d of each column, {@code [D]}. */
  private final double[] occurrences;

  private Precision precision;
  private final double[] conditioner;
  private double sharedConditioner;

  /** The loss of each member when it was last evaluated. */
  private final double[] losses;

  private final MemberCurvatures curvatures;
  private int passes;
  private long steps;

  /** Factor of the step size, at most 1. */
  private double caution;

  private double smallestGap;

  private final Workspace workspace = new Workspace();
  private double[] scores = {};
  private double[] slope = {};

  /** First the scores, later the changes of the gradients, in the precision of the weights. */
  private float[] single = {};

  private final double[] sharedSlope;
  private final CurvatureSearch search;

  /**
   * Creates an optimizer whose parameters are all zero.
   *
   * @param sum sum of losses to minimize
   * @param precision precisions of the prior
   * @param seed seed for the order of the members
   */
  public AverageGradients(SparseSum sum, Precision precision, long seed) {
    this(sum, precision, seed, GradientTable.areMany(gradientCount(sum)));
  }

  private static double gradientCount(SparseSum sum) {
    return (double) sum.rows().rowCount() * sum.width()
        + (double) sum.memberCount() * sum.sharedCount();
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

  /** Changes the precisions of the prior; weights and tables are kept. */
  public void setPrecision(Precision next) {
    Checks.length("precisions", next.columns().length, conditioner.length, "[D]");
    weights.bringUpToDate();
    precision = next;

    for (int d = 0; d < conditioner.length; d++) {
      conditioner[d] = 1 / (next.columns()[d] + KAPPA * occurrences[d]);
      weights.setPrior(d, conditioner[d], next.columns()[d]);
    }

    // The shared parameters are part of every row. With the small κ, they alone would limit the
    // step
    // size of all weights.
    sharedConditioner = sharedInverseCurvature();
    resetCaution();
  }

  /**
   * Moves to a point near the optimum and fills the tables there, which takes about as long as a
   * pass.
   *
   * @param startWeights supplier of the weights, {@code [D×V]}, which are not kept
   * @param startShared shared parameters, {@code [S]}; not modified
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
   * Makes a pass, which has as many steps as there are members, and returns an estimate of the
   * objective after it. The first pass visits each member once; later passes draw members at
   * random.
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

  /** Frees the memory of the gradient tables. No pass is possible afterwards. */
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
   * Halves the step size if the gap has grown. A line search measures only the curvature along one
   * member's gradient. In other directions the curvature can be larger, and the step size too
   * large.
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
    double factor = saga ? 1 : caution * STEP;
    double step = factor * curvatures.step();
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

  /**
   * Applies the whole change of a member's gradient at once, as SAGA does. SAG instead applies a
   * part of it in each of the next steps.
   */
  private void addInnovation(int member, double step) {
    weights.descend(sum.start()[member], sum.length(member), (float) step, single);
    ScaledSums.add(-step * sharedConditioner, sharedSlope, shared.length, shared);
  }

  /**
   * Evaluates a member: computes its loss, its gradient (in {@link #slope} and {@link
   * #sharedSlope}) and, from time to time, its curvature. Brings the weights of its columns up to
   * date.
   */
  private void evaluate(int member) {
    slope = Workspace.ensure(slope, sum.length(member) * width);
    score(member);
    losses[member] =
        sum.loss().valueAndGradient(member, scores, shared, workspace, slope, sharedSlope);
    if (!curvatures.isKnown(member) || steps % SEARCH_INTERVAL == 0) {
      double first = curvatures.guess(member);
      MemberLoss loss = new MemberLoss(member, losses[member], scores, slope);
      double bound = search.search(loss, sharedConditioner, first);
      curvatures.set(member, bound);
    }
  }

  /** Computes the scores of a member, and brings the weights of its columns up to date. */
  private void score(int member) {
    int length = sum.length(member);
    scores = Workspace.ensure(scores, length * width);
    if (single.length < length * width) {
      single = new float[2 * length * width];
    }
    Arrays.fill(single, 0, length * width, 0);
    weights.addScores(sum.start()[member], length, single);
    for (int i = 0; i < length * width; i++) {
      scores[i] = single[i];
    }
  }

  /**
   * Stores a member's gradient in the tables and updates the sums. Leaves the change of the
   * gradient in {@link #single} and {@link #sharedSlope}.
   */
  private void remember(int member) {
    int first = sum.start()[member];
    table.replace(first * width, slope, sum.length(member) * width);
    for (int i = 0; i < sum.length(member) * width; i++) {
      single[i] = (float) slope[i];
    }
    weights.addGradients(first, sum.length(member), single);
    sharedTable.replace(member * shared.length, sharedSlope, shared.length);
    ScaledSums.add(1, sharedSlope, shared.length, sharedGradientSum);
  }

  /** Returns the weights, {@code [D×V]}, in a new array. */
  public double[] weights() {
    return weights.weights();
  }

  /** Returns the shared parameters, {@code [S]}; valid until the next pass, not to be modified. */
  public double[] shared() {
    return shared;
  }

  /**
   * Returns the gradient of each row's loss with respect to its scores, {@code [rows×V]}, as of the
   * last evaluation of its member. Null before the first pass and after {@link #giveBackGradients}.
   */
  public GradientTable scoreGradients() {
    return table;
  }

  /**
   * Returns, for each column, an estimate of the inverse curvature of the objective near its
   * minimum, {@code [D]}, in a new array.
   */
  public double[] inverseCurvature() {
    double[] inverse = new double[conditioner.length];
    for (int d = 0; d < inverse.length; d++) {
      inverse[d] = 1 / (precision.columns()[d] + USUAL_CURVATURE * occurrences[d]);
    }
    return inverse;
  }

  /**
   * Returns an estimate of the inverse curvature of the objective along the shared parameters near
   * its minimum.
   */
  public double sharedInverseCurvature() {
    return 1 / (precision.shared() + USUAL_CURVATURE * rows.rowCount() / width);
  }

  /**
   * An estimate of the objective that needs no evaluation of members.
   *
   * @param objective estimated objective, from the loss of each member at its last evaluation
   * @param gap estimated distance of the objective from its minimum: half of the squared length of
   *     the gradient (from the table), in coordinates in which the curvature is about one
   */
  public record Estimate(double objective, double gap) {
    /** Returns whether the gap is at most this share of the objective. */
    public boolean isWithin(double tolerance) {
      return gap <= tolerance * Math.abs(objective);
    }
  }

  /**
   * Makes passes until the gap is at most a given share of the objective.
   *
   * @param most maximum number of passes
   * @param tolerance share of the objective
   * @param listener called after each pass
   */
  public Estimate run(int most, double tolerance, Consumer<Estimate> listener) {
    Estimate estimate = estimate();
    for (int i = 0; i < most && !(passes > SAGA_PASSES && estimate.isWithin(tolerance)); i++) {
      estimate = pass();
      listener.accept(estimate);
    }
    return estimate;
  }

  /** Returns an estimate of the objective at the current parameters. */
  public Estimate estimate() {
    weights.bringUpToDate();
    double gap = 0;
    for (int d = 0; d < conditioner.length; d++) {
      double lambda = precision.columns()[d];
      gap += weights.squaredSlopes(d, lambda) / (lambda + USUAL_CURVATURE * occurrences[d]);
    }
    return new Estimate(Arrays.stream(losses).sum() + penalty(), gap / 2);
  }

  /**
   * Returns the negative log density of the prior, up to a constant. All weights must be up to
   * date.
   */
  private double penalty() {
    double sum = 0;
    for (int d = 0; d < conditioner.length; d++) {
      sum += precision.columns()[d] * weights.squares(d);
    }
    for (double parameter : shared) {
      sum += precision.shared() * parameter * parameter;
    }
    return sum / 2;
  }

  /** Returns the exact objective F at the current parameters. It evaluates all members. */
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
