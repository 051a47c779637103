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
 * The likelihood of held-out sentences under the plug-in mean of the others, as a function of the
 * log prior variances {@code θ_g}, and its gradient by implicit differentiation (Foo, Do and Ng
 * 2007).
 *
 * <p>The mean w is where {@code ∇_w(−log p(train | w)) + Λ w = 0} with the prior's precisions Λ. So
 * {@code H dw = −dΛ w} with the Hessian H of the whole objective, and with {@code H z = ∇_w J} the
 * gradient of a function J of w is {@code dJ/dθ = −Σ_c (w_c · z_c) dλ_c/dθ}: one linear system for
 * any number of variances. Means and z start at the result of the last evaluation.
 *
 * <p>A mean that starts at the last one does not quite reach its optimum. If a variance has just
 * become smaller, its weights are too large by the same factor. This hardly changes the objective,
 * but {@code w_c / σ_c²} grows from round to round, and the descent goes uphill. Therefore, {@code
 * dJ/dθ} uses w after one diagonal Newton step.
 */
final class ValidationFold {
  private final TiedColumns columns;
  private final LabeledRows heldOutSentences;
  private final DifferentiableLikelihood likelihood;
  private final SparseSum train;
  private final SparseSum heldOut;
  private final long seed;
  private final double[] adjoint;

  /** The optimizer of the mean; null before the first evaluation. */
  private AverageGradients mean;

  /** The log variances of the last evaluation. */
  private double[] lastLogVariances;

  /**
   * The sentences of a fold, over the same columns.
   *
   * @param train sentences from which the mean is learned
   * @param heldOut sentences that the mean is judged by
   */
  record Split(LabeledRows train, LabeledRows heldOut) {}

  /**
   * Creates a fold whose mean starts at zero.
   *
   * @param sentences the sentences
   * @param groupOfFeature the group of each column, {@code [D]}; kept
   * @param likelihood the likelihood that the mean maximizes on the training sentences
   * @param heldOutLikelihood the likelihood by which the held-out sentences are judged
   * @param seed seed of the order in which the optimizer of the mean visits sentences
   */
  ValidationFold(
      Split sentences,
      int[] groupOfFeature,
      DifferentiableLikelihood likelihood,
      DifferentiableLikelihood heldOutLikelihood,
      long seed) {
    LabeledRows train = sentences.train();
    LabeledRows heldOut = sentences.heldOut();
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
   * The effort spent on getting near the most probable mean.
   *
   * @param passes maximum number of passes over the training sentences
   * @param tolerance relative distance of the objective from its minimum at which passes stop
   */
  record Effort(int passes, double tolerance) {}

  /** Returns the number of tokens of the held-out sentences. */
  int tokenCount() {
    return heldOutSentences.tokenCount();
  }

  /**
   * Returns {@code −log p(held out)}, and writes its gradient.
   *
   * @param logVariances log variances of the groups, then of the transitions, {@code [G+1]}; not
   *     modified
   * @param effort effort for the mean, which starts at the result of the last evaluation
   * @param solver solver of the adjoint system
   * @param isEnough test of whether a gradient {@code [G+1]} is exact enough, which is called after
   *     each step of the solver and does not modify the gradient
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

  /**
   * Returns the mean of the features' weights and of the transitions, without the held-out fold.
   */
  Mean mean() {
    // The fold of a large corpus has few of the columns, so all columns are computed on demand.
    TiedColumns tied = columns;
    double[] weights = mean.weights();
    double[] variances = lastLogVariances;
    int v = train.width();
    return new Mean(
        () -> tied.untie(weights, v, tied.precision(variances), variances),
        likelihood.transitions(mean.shared().clone()));
  }
}
