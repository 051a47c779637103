package org.gpchain.training;

import java.util.List;
import java.util.Optional;
import org.gpchain.core.model.Model;
import org.gpchain.core.posterior.DecoupledPosterior;

/**
 * Means of weights and transition scores. Arrays are kept, not copied, and must not be modified.
 *
 * @param weights of each feature and label, {@code [D×V]} row-major
 * @param transitions {@code [V×V]} row-major
 */
public record Mean(double[] weights, double[] transitions) {
  /** The average of the means of models over the same features; empty if one has no weights. */
  public static Optional<Mean> average(List<Model> models) {
    Mean sum = null;
    for (Model model : models) {
      if (!(model.posterior() instanceof DecoupledPosterior posterior)) {
        return Optional.empty();
      }
      float[] weights = posterior.weights();
      double[] transitions = posterior.pairwiseMean();
      if (sum == null) {
        sum = new Mean(new double[weights.length], new double[transitions.length]);
      }
      for (int i = 0; i < weights.length; i++) {
        sum.weights[i] += weights[i] / models.size();
      }
      for (int i = 0; i < transitions.length; i++) {
        sum.transitions[i] += transitions[i] / models.size();
      }
    }
    return Optional.ofNullable(sum);
  }
}
