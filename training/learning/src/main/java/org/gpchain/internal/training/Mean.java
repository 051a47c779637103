package org.gpchain.internal.training;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.gpchain.core.model.Model;
import org.gpchain.internal.core.posterior.DecoupledPosterior;

/**
 * Means of the feature weights and transition scores.
 *
 * @param weights returns the mean weights, {@code [D×V]} row-major, not to be modified; may compute
 *     them at each call, because the array is large and used only once
 * @param transitions mean transition scores, {@code [V×V]} row-major; not copied, not to be
 *     modified
 */
public record Mean(Supplier<double[]> weights, double[] transitions) {
  /**
   * Returns the average of the means of several models.
   *
   * @param models models over the same features
   * @return the average; empty if there is no model, or if a posterior is not decoupled
   */
  public static Optional<Mean> average(List<Model> models) {
    List<DecoupledPosterior> posteriors = new ArrayList<>();
    for (Model model : models) {
      if (!(model.posterior() instanceof DecoupledPosterior posterior)) {
        return Optional.empty();
      }
      posteriors.add(posterior);
    }
    if (posteriors.isEmpty()) {
      return Optional.empty();
    }

    double[] transitions = new double[posteriors.get(0).pairwiseMean().length];
    for (DecoupledPosterior posterior : posteriors) {
      double[] pairwiseMean = posterior.pairwiseMean();
      for (int i = 0; i < transitions.length; i++) {
        transitions[i] += pairwiseMean[i] / posteriors.size();
      }
    }
    List<float[]> weights = posteriors.stream().map(DecoupledPosterior::weights).toList();
    return Optional.of(new Mean(() -> average(weights, weights.get(0).length), transitions));
  }

  private static double[] average(List<float[]> vectors, int length) {
    double[] average = new double[length];
    for (float[] vector : vectors) {
      for (int i = 0; i < length; i++) {
        average[i] += vector[i] / vectors.size();
      }
    }
    return average;
  }
}
