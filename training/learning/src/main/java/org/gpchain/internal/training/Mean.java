package org.gpchain.internal.training;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.gpchain.core.model.Model;
import org.gpchain.internal.core.posterior.DecoupledPosterior;

/**
 * Means of weights and transition scores.
 *
 * @param weights gives those of each feature and label, {@code [D×V]} row-major, not to be
 *     modified; they may be made whenever they are asked for, since they are large and used once
 * @param transitions {@code [V×V]} row-major; kept, not copied, not to be modified
 */
public record Mean(Supplier<double[]> weights, double[] transitions) {
  /** The average of the means of models over the same features; empty if one has no weights. */
  public static Optional<Mean> average(List<Model> models) {
    List<DecoupledPosterior> all =
        models.stream()
            .map(Model::posterior)
            .filter(DecoupledPosterior.class::isInstance)
            .map(DecoupledPosterior.class::cast)
            .toList();
    if (all.isEmpty() || all.size() < models.size()) {
      return Optional.empty();
    }
    double[] transitions = new double[all.get(0).pairwiseMean().length];
    for (DecoupledPosterior one : all) {
      for (int i = 0; i < transitions.length; i++) {
        transitions[i] += one.pairwiseMean()[i] / all.size();
      }
    }
    List<float[]> weights = all.stream().map(DecoupledPosterior::weights).toList();
    return Optional.of(new Mean(() -> average(weights, weights.get(0).length), transitions));
  }

  private static double[] average(List<float[]> vectors, int length) {
    double[] average = new double[length];
    for (float[] one : vectors) {
      for (int i = 0; i < length; i++) {
        average[i] += one[i] / vectors.size();
      }
    }
    return average;
  }
}
