package org.gpchain.internal.training.hyper;

/**
 * The prior on the log variances θ of G feature groups and of the transitions. The ratios of the
 * groups' variances are expected to be about those of a center c, while their common scale is free:
 * {@code θ_g ~ N(c_g + mean of all (θ − c), spread²)}. The log variance of the transitions has the
 * prior {@code N(0, transitionSpread²)}.
 *
 * @param center c, {@code [G+1]}; the last element is ignored; not copied
 * @param spread standard deviation for the groups (log variance)
 * @param transitionSpread standard deviation for the transitions (log variance)
 */
record VariancePrior(double[] center, double spread, double transitionSpread) {
  /**
   * Returns the negative log density, up to a constant, and adds its gradient to an array.
   *
   * @param theta log variances, {@code [G+1]}; not modified
   * @param gradientInOut {@code [G+1]}; the gradient is added to it
   */
  double addGradient(double[] theta, double[] gradientInOut) {
    int groups = theta.length - 1;
    double mean = 0;
    for (int g = 0; g < groups; g++) {
      mean += (theta[g] - center[g]) / groups;
    }

    double precision = 1 / (spread * spread);
    double value = 0;
    for (int g = 0; g < groups; g++) {
      double difference = theta[g] - center[g] - mean;
      value += 0.5 * precision * difference * difference;
      // The mean also depends on θ_g, but its contributions to the gradient sum to zero.
      gradientInOut[g] += precision * difference;
    }

    double transitionPrecision = 1 / (transitionSpread * transitionSpread);
    gradientInOut[groups] += transitionPrecision * theta[groups];
    return value + 0.5 * transitionPrecision * theta[groups] * theta[groups];
  }

  /**
   * Returns the Hessian of the negative log density, {@code [(G+1)×(G+1)]} row-major, in a new
   * array. It is singular, because the common scale of the groups is free.
   */
  double[] hessian() {
    int n = center.length;
    int groups = n - 1;
    double precision = 1 / (spread * spread);
    double[] hessian = new double[n * n];
    for (int g = 0; g < groups; g++) {
      for (int h = 0; h < groups; h++) {
        double diagonal = g == h ? precision : 0;
        hessian[g * n + h] = diagonal - precision / groups;
      }
    }
    hessian[n * n - 1] = 1 / (transitionSpread * transitionSpread);
    return hessian;
  }
}
