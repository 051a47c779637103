package org.gpchain.internal.training.hyper;

/**
 * The prior on log variances: how groups compare with each other is expected to be about as their
 * centre has it, {@code θ_g ~ N(c_g + mean of all θ − c, spread²)}, while their common scale is
 * free; the transitions' own is {@code N(0, transitionSpread²)}.
 *
 * @param centre c, {@code [G+1]}; the last one is not looked at; kept
 * @param spread of the groups
 * @param transitionSpread of the transitions
 */
record VariancePrior(double[] centre, double spread, double transitionSpread) {
  /**
   * Adds the gradient of the negative log density.
   *
   * @param theta {@code [G+1]}; not modified
   * @param gradientInOut {@code [G+1]}; added to
   * @return the negative log density, up to a constant
   */
  double addGradient(double[] theta, double[] gradientInOut) {
    int groups = theta.length - 1;
    double mean = 0;
    for (int g = 0; g < groups; g++) {
      mean += (theta[g] - centre[g]) / groups;
    }
    double precision = 1 / (spread * spread);
    double value = 0;
    for (int g = 0; g < groups; g++) {
      double difference = theta[g] - centre[g] - mean;
      value += 0.5 * precision * difference * difference;
      // The mean's own derivative sums to zero.
      gradientInOut[g] += precision * difference;
    }
    double ofTransitions = 1 / (transitionSpread * transitionSpread);
    gradientInOut[groups] += ofTransitions * theta[groups];
    return value + 0.5 * ofTransitions * theta[groups] * theta[groups];
  }

  /** Its Hessian, {@code [(G+1)×(G+1)]}; a new array. It is singular: the common scale is free. */
  double[] hessian() {
    int n = centre.length;
    int groups = n - 1;
    double precision = 1 / (spread * spread);
    double[] hessian = new double[n * n];
    for (int g = 0; g < groups; g++) {
      for (int h = 0; h < groups; h++) {
        hessian[g * n + h] = (g == h ? precision : 0) - precision / groups;
      }
    }
    hessian[n * n - 1] = 1 / (transitionSpread * transitionSpread);
    return hessian;
  }
}
