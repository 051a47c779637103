package org.gpchain.training.optim;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.SparseRows;
import org.gpchain.core.math.Workspace;

/**
 * Minimises a {@link SparseSum} by stochastic average gradients, one member at a time: SAGA (Defazio,
 * Bach and Lacoste-Julien 2014) for the first passes, which get on fastest with it, then SAG with
 * non-uniform sampling (Schmidt, Babanezhad, Ahmed, Defazio, Clifton and Sarkar 2015).
 *
 * <ul>
 *   <li>The table of gradients holds those of the scores, {@code [rows×V]}, and of the shared
 *       parameters of each member, as 32-bit floats; never gradients of weights.
 *   <li>Weights are preconditioned by {@code c_d = 1 / (λ_d + κ n_d)}, n_d being the number of rows
 *       that have column d.
 *   <li>A step is about {@code 1 / L}, where L bounds the curvature of a member's loss in these
 *       coordinates. L is found by a line search on the member: it is doubled until {@code ℓ(w − c
 *       g / L) ≤ ℓ(w) − g·c g / 2L}, and shrinks a little with each search. Half of the members are
 *       drawn in proportion to their L.
 *   <li>Only the weights that a member needs are brought up to date. What the others have missed is
 *       made up for when they are needed: while its gradient sum G stays the same, a weight follows
 *       {@code dw = −c (G dA + λ w dB)}, where A and B are the steps so far, in closed form.
 * </ul>
 *
 * <p>The prior may be changed between passes; weights and table stay. The result depends on the seed
 * alone. Not for concurrent use.
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

  /** How much the gap may grow before steps are made smaller. */
  private static final double TOLERATED_GROWTH = 4;

  /** One member in so many is searched for its curvature. */
  private static final int SEARCH_INTERVAL = 8;

  /** How much smaller a search first tries the curvature to be. */
  private static final double SHRINKAGE = 0.9;

  private static final double SMALLEST_SQUARE = 1e-8;

  /** Below it exponentials are as good as their series. */
  private static final double SMALL = 0.05;

  private final SparseSum sum;
  private final SparseRows rows;
  private final int width;
  private final int members;
  private final UniformRandomProvider random;

  private final double[] weights;
  private final double[] shared;
  private final double[] gradientSum;
  private final double[] sharedGradientSum;
  private final float[] table;
  private final float[] sharedTable;

  private final int[] occurrences;
  private Precision precision;
  private final double[] conditioner;
  private double sharedConditioner;

  /** A and B up to now, and where each column stands. */
  private double gradientSteps;

  private double priorSteps;
  private final double[] gradientStepsOf;
  private final double[] priorStepsOf;

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

  private final Workspace workspace = new Workspace();
  private double[] scores = {};
  private double[] slope = {};
  private final double[] sharedSlope;
  private final CurvatureSearch search;

  /**
   * Begins at zero.
   *
   * @param sum what is minimised
   * @param precision of the prior
   * @param seed of the order of the members
   */
  public AverageGradients(SparseSum sum, Precision precision, long seed) {
    this.sum = sum;
    this.rows = sum.rows();
    this.width = sum.width();
    this.members = sum.memberCount();
    this.random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    int columns = sum.columnCount();
    this.weights = new double[Math.multiplyExact(columns, width)];
    this.gradientSum = new double[weights.length];
    this.shared = new double[sum.sharedCount()];
    this.sharedGradientSum = new double[shared.length];
    this.sharedSlope = new double[shared.length];
    this.table = new float[Math.multiplyExact(rows.rowCount(), width)];
    this.sharedTable = new float[Math.multiplyExact(members, shared.length)];
    this.conditioner = new double[columns];
    this.gradientStepsOf = new double[columns];
    this.priorStepsOf = new double[columns];
    this.curvature = new double[members];
    this.occurrences = new int[columns];
    for (int i = 0; i < rows.entryCount(); i++) {
      occurrences[rows.column(i)]++;
    }
    this.search = new CurvatureSearch();
    setPrecision(precision);
  }

  /** Changes the prior. */
  public void setPrecision(Precision next) {
    Checks.length("precisions", next.columns().length, conditioner.length, "[D]");
    if (precision != null) {
      bringUpToDate();
    }
    precision = next;
    for (int d = 0; d < conditioner.length; d++) {
      conditioner[d] = 1 / (next.columns()[d] + KAPPA * occurrences[d]);
    }
    sharedConditioner = 1 / (next.shared() + KAPPA * rows.rowCount() / width);
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
    Checks.length("startWeights", startWeights.length, weights.length, "[D×V]");
    Checks.length("startShared", startShared.length, shared.length, "[S]");
    bringUpToDate();
    System.arraycopy(startWeights, 0, weights, 0, weights.length);
    System.arraycopy(startShared, 0, shared, 0, shared.length);
    for (int n = 0; n < members; n++) {
      double loss = evaluate(n);
      if (curvature[n] == 0 || steps % SEARCH_INTERVAL == 0) {
        search.run(n, loss);
      }
      remember(n);
      steps++;
    }
    passes = Math.max(passes, SAGA_PASSES);
    resetCaution();
  }

  /** Makes a pass: as many steps as there are members. The first one visits each of them once. */
  public void pass() {
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
    if (!saga) {
      adaptCaution();
    }
  }

  /**
   * A line search sees the curvature along one member's gradient, which may be less than that in
   * other directions: steps that lead away from the optimum were too long.
   */
  private void adaptCaution() {
    double gap = gap();
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
    bringUpToDate(member);
    double loss = evaluate(member);
    if (curvature[member] == 0 || steps % SEARCH_INTERVAL == 0) {
      search.run(member, loss);
    }
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

  /** A member's share of the prior, whose curvature is at most 1, keeps a step from having no end. */
  private double inverse(double lossCurvature) {
    return 1 / (lossCurvature + 1.0 / members);
  }

  /** SAGA takes what is new of a member's gradient at once, SAG a share of it with each step. */
  private void addInnovation(int member, double step) {
    for (int t = 0; t < sum.length(member); t++) {
      int row = sum.start()[member] + t;
      for (int i = rows.start(row); i < rows.start(row + 1); i++) {
        int base = rows.column(i) * width;
        double length = step * conditioner[rows.column(i)];
        for (int k = 0; k < width; k++) {
          weights[base + k] -= length * slope[t * width + k];
        }
      }
    }
    for (int i = 0; i < shared.length; i++) {
      shared[i] -= step * sharedConditioner * sharedSlope[i];
    }
  }

  /** The loss of a member; the slopes hold its gradient. */
  private double evaluate(int member) {
    int count = sum.length(member) * width;
    scores = Workspace.ensure(scores, count);
    slope = Workspace.ensure(slope, count);
    sum.scores(member, weights, scores);
    return sum.loss()
        .valueAndGradient(member, scores, shared, workspace, slope, sharedSlope);
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
    sum.pullBack(member, slope, gradientSum);
    int sharedBase = member * shared.length;
    for (int i = 0; i < shared.length; i++) {
      float next = (float) sharedSlope[i];
      sharedSlope[i] = next - sharedTable[sharedBase + i];
      sharedTable[sharedBase + i] = next;
      sharedGradientSum[i] += sharedSlope[i];
    }
  }

  private void bringUpToDate(int member) {
    int end = rows.start(sum.start()[member + 1]);
    for (int i = rows.start(sum.start()[member]); i < end; i++) {
      bringColumnUpToDate(rows.column(i));
    }
  }

  private void bringColumnUpToDate(int column) {
    double missed = gradientSteps - gradientStepsOf[column];
    if (missed == 0) {
      return;
    }
    double decay =
        conditioner[column]
            * precision.columns()[column]
            * (priorSteps - priorStepsOf[column]);
    double kept;
    double share;
    if (decay < SMALL) {
      share = 1 - decay * (0.5 - decay / 6);
      kept = 1 - decay * share;
    } else {
      kept = Math.exp(-decay);
      share = (1 - kept) / decay;
    }
    double length = missed * conditioner[column] * share;
    int base = column * width;
    for (int i = base; i < base + width; i++) {
      weights[i] = kept * weights[i] - length * gradientSum[i];
    }
    gradientStepsOf[column] = gradientSteps;
    priorStepsOf[column] = priorSteps;
  }

  /** Brings all weights up to date, and counts steps from zero again, for the sake of precision. */
  private void bringUpToDate() {
    for (int d = 0; d < conditioner.length; d++) {
      bringColumnUpToDate(d);
    }
    gradientSteps = 0;
    priorSteps = 0;
    Arrays.fill(gradientStepsOf, 0);
    Arrays.fill(priorStepsOf, 0);
  }

  /** The weights, {@code [D×V]}: shared until the next pass, not to be modified. */
  public double[] weights() {
    bringUpToDate();
    return weights;
  }

  /** The shared parameters: shared until the next pass, not to be modified. */
  public double[] shared() {
    return shared;
  }

  /**
   * The gradient of a row's loss with respect to its scores when its member was last seen,
   * {@code [rows×V]}; shared, not to be modified.
   */
  public float[] scoreGradients() {
    return table;
  }

  /** The inverse of each column's curvature that steps are preconditioned by, {@code [D]}. */
  public double[] conditioner() {
    return conditioner;
  }

  /** The same of the shared parameters. */
  public double sharedConditioner() {
    return sharedConditioner;
  }

  /**
   * An estimate of how far the objective is above its minimum: half of the squared gradient, as the
   * table has it, in coordinates in which the curvature is about one.
   */
  public double gap() {
    double squares = 0;
    double[] at = weights();
    for (int d = 0; d < conditioner.length; d++) {
      double ofColumn = 0;
      double lambda = precision.columns()[d];
      for (int i = d * width; i < (d + 1) * width; i++) {
        double gradient = gradientSum[i] + lambda * at[i];
        ofColumn += gradient * gradient;
      }
      squares += ofColumn / (lambda + USUAL_CURVATURE * occurrences[d]);
    }
    return squares / 2;
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

  /** The line search for the curvature of a member's loss. */
  private final class CurvatureSearch {
    /** Number of each column of the member among its distinct ones; −1 for all others. */
    private final int[] local = new int[conditioner.length];

    private int[] distinct = new int[256];
    private double[] gradients = {};
    private double[] direction = {};
    private double[] there = {};
    private final double[] sharedThere = new double[shared.length];

    CurvatureSearch() {
      Arrays.fill(local, -1);
    }

    void run(int member, double loss) {
      boolean isNew = curvature[member] == 0;
      double usual = seen > 0 ? curvatureSum / seen : 1;
      double bound = SHRINKAGE * (isNew ? usual : curvature[member]);
      double square = prepare(member);
      if (square > SMALLEST_SQUARE) {
        while (valueAlong(member, 1 / bound) > loss - square / (2 * bound)) {
          bound *= 2;
        }
      }
      curvatureSum += bound - curvature[member];
      curvature[member] = bound;
      largestCurvature = Math.max(largestCurvature, bound);
      seen += isNew ? 1 : 0;
    }

    /** Scores of the preconditioned gradient; returns the gradient's squared length. */
    private double prepare(int member) {
      int first = sum.start()[member];
      int length = sum.length(member);
      int count = gather(first, length);
      double square = 0;
      for (int l = 0; l < count; l++) {
        double c = conditioner[distinct[l]];
        for (int i = l * width; i < (l + 1) * width; i++) {
          square += c * gradients[i] * gradients[i];
          gradients[i] *= c;
        }
      }
      for (double one : sharedSlope) {
        square += sharedConditioner * one * one;
      }
      direction = Workspace.ensure(direction, length * width);
      there = Workspace.ensure(there, length * width);
      Arrays.fill(direction, 0, length * width, 0);
      for (int t = 0; t < length; t++) {
        for (int i = rows.start(first + t); i < rows.start(first + t + 1); i++) {
          int from = local[rows.column(i)] * width;
          for (int k = 0; k < width; k++) {
            direction[t * width + k] += gradients[from + k];
          }
        }
      }
      for (int l = 0; l < count; l++) {
        local[distinct[l]] = -1;
      }
      return square;
    }

    /** The gradient of each distinct column of a member; returns their number. */
    private int gather(int first, int length) {
      int count = 0;
      for (int t = 0; t < length; t++) {
        for (int i = rows.start(first + t); i < rows.start(first + t + 1); i++) {
          int column = rows.column(i);
          if (local[column] < 0) {
            if (count == distinct.length) {
              distinct = Arrays.copyOf(distinct, 2 * count);
            }
            if ((count + 1) * width > gradients.length) {
              gradients = Arrays.copyOf(gradients, 2 * (count + 1) * width);
            }
            Arrays.fill(gradients, count * width, (count + 1) * width, 0);
            distinct[count] = column;
            local[column] = count++;
          }
          int to = local[column] * width;
          for (int k = 0; k < width; k++) {
            gradients[to + k] += slope[t * width + k];
          }
        }
      }
      return count;
    }

    private double valueAlong(int member, double step) {
      for (int i = 0; i < sum.length(member) * width; i++) {
        there[i] = scores[i] - step * direction[i];
      }
      for (int i = 0; i < shared.length; i++) {
        sharedThere[i] = shared[i] - step * sharedConditioner * sharedSlope[i];
      }
      return sum.loss().value(member, there, sharedThere, workspace);
    }
  }
}
