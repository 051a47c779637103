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
 * A fold of kernel learning: computes the likelihood of its held-out sentences under the most
 * probable weights given the training sentences, as a function of the log prior variances {@code
 * θ_g}. The gradient is computed by implicit differentiation (Foo, Do and Ng 2007).
 *
 * <p>The most probable weights w satisfy {@code ∇_w(−log p(train | w)) + Λ w = 0} with the prior's
 * precisions Λ. Therefore {@code H dw = −dΛ w} with the Hessian H of the whole objective. If z
 * solves the adjoint system {@code H z = ∇_w J}, the gradient of a function J of w is {@code dJ/dθ
 * = −Σ_c (w_c · z_c) dλ_c/dθ}: one linear system is enough for any number of variances. The
 * iterations for w and z start at the results of the last evaluation.
 *
 * <p>Weights that start at the last result do not quite reach their optimum. If a variance has just
 * become smaller, its weights are too large by the same factor. This hardly changes the objective,
 * but {@code w_c / σ_c²} grows from round to round, so that the descent would go uphill. Therefore,
 * {@code dJ/dθ} uses w after one diagonal Newton step.
 */
final class ValidationFold {
  private final TiedColumns columns;
  private final int heldOutTokens;
  private final DifferentiableLikelihood likelihood;
  private final SparseSum train;
  private final SparseSum heldOut;
  private final long seed;

  /** Solution z of the last adjoint system, {@code [columns×V + transitions]}. */
  private final double[] adjoint;

  /** Optimizer of the mean; null before the first evaluation. */
  private AverageGradients mean;

  /** Log variances of the last evaluation. */
  private double[] lastLogVariances;

  /**
   * The sentences of a fold. The rows of both parts have the same columns.
   *
   * @param train sentences from which the mean is learned
   * @param heldOut sentences whose likelihood is computed
   */
  record Split(LabeledRows train, LabeledRows heldOut) {}

  /**
   * Creates a fold whose mean starts at zero.
   *
   * @param sentences the sentences
   * @param groupOfFeature group of each column, {@code [D]}; not copied
   * @param likelihood likelihood of the training sentences
   * @param heldOutLikelihood likelihood of the held-out sentences
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
    this.heldOutTokens = heldOut.tokenCount();
    this.likelihood = likelihood;
    this.train = SentenceLoss.sum(train.withRows(columns.tie(train.rows())), likelihood);
    this.heldOut =
        SentenceLoss.sum(heldOut.withRows(columns.tie(heldOut.rows())), heldOutLikelihood);
    this.seed = seed;
    this.adjoint = new double[columns.count * train.labelCount() + this.train.sharedCount()];
  }

  /**
   * Limits of the optimization of the mean.
   *
   * @param passes maximum number of passes over the training sentences
   * @param tolerance relative distance of the objective from its minimum at which the passes stop
   */
  record Effort(int passes, double tolerance) {}

  /** Returns the number of tokens of the held-out sentences. */
  int tokenCount() {
    return heldOutTokens;
  }

  /**
   * Returns {@code −log p(held out)} and computes its gradient.
   *
   * @param logVariances log variances of the groups, then of the transitions, {@code [G+1]}; not
   *     modified
   * @param effort limits of the optimization, which starts at the result of the last evaluation
   * @param solver solver of the adjoint system
   * @param isAccurate test whether a gradient {@code [G+1]} is accurate enough, which is called
   *     after each step of the solver and must not modify the gradient
   * @param gradientOut {@code [G+1]}; receives the gradient; {@code [0]} if none is to be computed
   */
  double evaluate(
      double[] logVariances,
      Effort effort,
      ConjugateGradients solver,
      Predicate<double[]> isAccurate,
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
    double[] weightGradient = new double[adjoint.length];
    double value = heldOut.valueAndGradient(weights, transitions, weightGradient);
    if (gradientOut.length == 0) {
      return value;
    }

    int v = train.width();
    double[] inverse = mean.inverseCurvature();
    double sharedInverse = mean.sharedInverseCurvature();
    HessianProduct hessian = new HessianProduct(train, precision, weights, transitions);
    double[] improvedWeights = newtonStep(weights, hessian.objectiveGradient(), inverse);

    double[] conditioner = new double[adjoint.length];
    Arrays.fill(conditioner, weights.length, conditioner.length, sharedInverse);
    for (int i = 0; i < weights.length; i++) {
      conditioner[i] = inverse[i / v];
    }

    solver.solve(
        hessian::multiply,
        conditioner,
        weightGradient,
        adjoint,
        z -> {
          pullBack(improvedWeights, precision, gradientOut);
          return isAccurate.test(gradientOut);
        });
    pullBack(improvedWeights, precision, gradientOut);
    return value;
  }

  /** Returns the weights after one diagonal Newton step, in a new array. */
  private double[] newtonStep(double[] weights, double[] gradient, double[] inverse) {
    int v = train.width();
    double[] improved = new double[weights.length];
    for (int i = 0; i < weights.length; i++) {
      improved[i] = weights[i] - inverse[i / v] * gradient[i];
    }
    return improved;
  }

  /**
   * Computes the gradient {@code −Σ_c (w_c · z_c) dλ_c/dθ} with the current adjoint.
   *
   * @param weights weights of the columns; not modified
   * @param precision precisions of the prior
   * @param out {@code [G+1]}; receives the gradient
   */
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

  /** Returns the means of all feature weights and of the transitions without the held-out fold. */
  Mean mean() {
    // The training sentences of a large corpus are only a part of it and have few of the features,
    // so that the weights of all features, a much larger array, are computed on demand.
    TiedColumns tied = columns;
    double[] weights = mean.weights();
    double[] variances = lastLogVariances;
    int v = train.width();
    return new Mean(
        () -> tied.untie(weights, v, tied.precision(variances), variances),
        likelihood.transitions(mean.shared().clone()));
  }
}
