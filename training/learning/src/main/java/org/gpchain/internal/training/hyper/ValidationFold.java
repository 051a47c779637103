package org.gpchain.internal.training.hyper;

import java.util.Arrays;
import java.util.function.Predicate;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.internal.training.Mean;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.objective.SentenceLoss;
import org.gpchain.internal.training.optim.AverageGradients;
import org.gpchain.internal.training.optim.ConjugateGradients;
import org.gpchain.internal.training.optim.HessianProduct;
import org.gpchain.internal.training.optim.Precision;
import org.gpchain.internal.training.optim.SparseSum;

/**
 * How likely held-out sentences are under the plug-in mean of the others, as a function of the log
 * prior variances {@code θ_g}, and its gradient by implicit differentiation (Foo, Do and Ng 2007).
 *
 * <p>The mean w is where {@code ∇_w(−log p(train | w)) + Λ w = 0} with the prior's precisions Λ. So
 * {@code H dw = −dΛ w} with the Hessian H of the whole objective, and with {@code H z = ∇_w J} the
 * gradient of a function J of w is {@code dJ/dθ = −Σ_c (w_c · z_c) dλ_c/dθ}: one linear system,
 * whatever the number of variances. Means and z begin where the last evaluation found them.
 *
 * <p>A mean that begins at the last one never gets quite to its optimum. Where a variance has just
 * become smaller, its weights are too large by the same factor: F hardly notices, but {@code w_c /
 * σ_c²} grows from round to round, and the descent runs uphill after it. So {@code dJ/dθ} takes w
 * after one diagonal Newton step.
 */
final class ValidationFold {
  private final TiedColumns columns;
  private final LabeledRows heldOutSentences;
  private final DifferentiableLikelihood likelihood;
  private final SparseSum train;
  private final SparseSum heldOut;
  private final long seed;
  private final double[] adjoint;

  /** Null before the first evaluation. */
  private AverageGradients mean;

  private double[] lastLogVariances;

  /**
   * @param heldOut sentences over the same columns
   * @param groupOfFeature the group of each column, {@code [D]}; kept
   * @param likelihood that the mean maximises
   */
  ValidationFold(
      LabeledRows train,
      LabeledRows heldOut,
      int[] groupOfFeature,
      DifferentiableLikelihood likelihood,
      DifferentiableLikelihood heldOutLikelihood,
      long seed) {
    this.columns = TiedColumns.of(train.rows(), heldOut.rows(), groupOfFeature);
    this.heldOutSentences = heldOut;
    this.likelihood = likelihood;
    this.train = SentenceLoss.sum(train.withRows(columns.tie(train.rows())), likelihood);
    this.heldOut =
        SentenceLoss.sum(heldOut.withRows(columns.tie(heldOut.rows())), heldOutLikelihood);
    this.seed = seed;
    this.adjoint = new double[columns.count * train.labelCount() + this.train.sharedCount()];
  }

  /**
   * What is done to get near to the most probable mean.
   *
   * @param passes over the training sentences at most
   * @param tolerance how far the objective may be above its minimum, relative to it
   */
  record Effort(int passes, double tolerance) {}

  /** Of the held-out sentences. */
  int tokenCount() {
    return heldOutSentences.tokenCount();
  }

  /**
   * Returns {@code −log p(held out)}, and writes its gradient.
   *
   * @param logVariances {@code [G+1]}: of the groups, then of the transitions; not modified
   * @param effort for the mean, from where the last evaluation ended
   * @param solver of the adjoint system
   * @param isEnough whether a gradient {@code [G+1]}, not modified, is exact enough; asked as the
   *     adjoint gets better
   * @param gradientOut {@code [G+1]}; overwritten; {@code [0]} if no gradient is wanted
   */
  double evaluate(
      double[] logVariances,
      Effort effort,
      ConjugateGradients solver,
      Predicate<double[]> isEnough,
      double[] gradientOut) {
    Precision precision = columns.precision(logVariances);
    if (mean == null) {
      mean = new AverageGradients(train, precision, seed);
    } else {
      mean.setPrecision(precision);
    }
    lastLogVariances = logVariances.clone();

    mean.run(effort.passes(), effort.tolerance(), estimate -> {});
    double[] weights = mean.weights();
    double[] transitions = mean.shared();
    double[] slope = new double[adjoint.length];
    double value = heldOut.valueAndGradient(weights, transitions, slope);
    if (gradientOut.length == 0) {
      return value;
    }

    int v = train.width();
    double[] inverse = mean.inverseCurvature();
    double sharedInverse = mean.sharedInverseCurvature();
    HessianProduct hessian = new HessianProduct(train, precision, weights, transitions);
    double[] nearer = stepTowardsOptimum(weights, hessian.objectiveGradient(), inverse);
    double[] conditioner = new double[slope.length];
    Arrays.fill(conditioner, weights.length, slope.length, sharedInverse);
    for (int i = 0; i < weights.length; i++) {
      conditioner[i] = inverse[i / v];
    }

    solver.solve(
        hessian::multiply,
        conditioner,
        slope,
        adjoint,
        z -> {
          pullBack(nearer, precision, gradientOut);
          return isEnough.test(gradientOut);
        });
    pullBack(nearer, precision, gradientOut);
    return value;
  }

  /** Returns the weights after one diagonal Newton step; a new array. */
  private double[] stepTowardsOptimum(double[] weights, double[] gradient, double[] inverse) {
    int v = train.width();
    double[] nearer = new double[weights.length];
    for (int i = 0; i < weights.length; i++) {
      nearer[i] = weights[i] - inverse[i / v] * gradient[i];
    }
    return nearer;
  }

  private void pullBack(double[] weights, Precision precision, double[] out) {
    double[] transitions = mean.shared();
    int v = train.width();
    double[] products = new double[columns.count];
    for (int i = 0; i < weights.length; i++) {
      products[i / v] += weights[i] * adjoint[i];
    }
    columns.pullBack(products, precision, lastLogVariances, out);
    double product = 0;
    for (int i = 0; i < transitions.length; i++) {
      product += transitions[i] * adjoint[weights.length + i];
    }
    out[out.length - 1] = precision.shared() * product;
  }

  /** The mean of the features' weights and of the transitions, which has not seen the fold. */
  Mean mean() {
    // Of a large corpus the fold has few of the columns: all of them are made when they are needed.
    TiedColumns tied = columns;
    double[] weights = mean.weights();
    double[] variances = lastLogVariances;
    int v = train.width();
    return new Mean(
        () -> tied.untie(weights, v, tied.precision(variances), variances),
        likelihood.transitions(mean.shared().clone()));
  }
}
