package org.gpchain.experiments.convergence;

import java.util.Locale;
import org.gpchain.training.graybox.GrayBoxSettings.Method;
import org.gpchain.training.objective.ScoreFunction.ControlVariate;

/** Ways of maximising the bound that are compared. */
enum ConvergenceMethod {
  /** SAGA with control variates, as in the papers. */
  SAGA(Method.SAGA, ControlVariate.SPLIT, "SAGA, control variates"),
  /** Plain stochastic gradients with control variates. */
  SGD(Method.SGD, ControlVariate.SPLIT, "SGD, control variates"),
  /** Adam with control variates. */
  ADAM(Method.ADAM, ControlVariate.SPLIT, "Adam, control variates"),
  /** Plain stochastic gradients without control variates. */
  SGD_PLAIN(Method.SGD, ControlVariate.NONE, "SGD, no control variates");

  private final Method method;
  private final ControlVariate controlVariate;
  private final String displayName;

  ConvergenceMethod(Method method, ControlVariate controlVariate, String displayName) {
    this.method = method;
    this.controlVariate = controlVariate;
    this.displayName = displayName;
  }

  /** The method of the learner. */
  Method method() {
    return method;
  }

  /** Of the score function estimator. */
  ControlVariate controlVariate() {
    return controlVariate;
  }

  /** The name in plots. */
  String displayName() {
    return displayName;
  }

  /** The name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
