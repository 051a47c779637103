package org.gpchain.pipelines.experiment;

import java.util.Locale;
import org.gpchain.core.math.Checks;
import org.gpchain.training.vi.ControlVariate;
import org.gpchain.training.vi.CovarianceForm;

/**
 * What the posterior of the gray-box methods is like, and how it is estimated.
 *
 * @param kernel how many variances the linear kernel has
 * @param inducing number of inducing points M; 0 for all tokens
 * @param components number of Gaussians K in the mixture
 * @param covariance form of the covariance of inducing values
 * @param controlVariate of the score function estimator
 */
record GrayBoxForm(
    KernelForm kernel,
    int inducing,
    int components,
    CovarianceForm covariance,
    ControlVariate controlVariate) {
  /** How many variances the linear kernel has. */
  enum KernelForm {
    /** One for all features, as in the papers. */
    LINEAR,
    /** One for each template line. */
    GROUPS,
    /** One for each template line, by kernel learning before anything else; then fixed. */
    LEARNED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Checks the numbers. */
  GrayBoxForm {
    Checks.atLeast("--inducing", inducing, 0);
    Checks.atLeast("--components", components, 1);
  }
}
