package org.gpchain.evaluation.inspection;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.gpchain.core.model.Model;
import org.gpchain.core.posterior.DecoupledPosterior;
import org.gpchain.core.posterior.Posterior;
import org.gpchain.core.posterior.SampledPosterior;
import org.gpchain.evaluation.inspection.ModelDescription.WeightedFeature;

/**
 * The features that speak most for each label. A constant added to the weights of a feature for all
 * labels changes nothing, so weights are shown less their mean.
 */
final class StrongestFeatures {
  private final Model model;
  private final int count;

  /**
   * @param count number of features of each label
   */
  StrongestFeatures(Model model, int count) {
    this.model = model;
    this.count = count;
  }

  private record Candidate(int feature, double weight) {}

  /**
   * By label, the largest weights first; empty if the weights of the posterior are not those of
   * features.
   */
  Map<String, List<WeightedFeature>> byLabel() {
    Map<String, List<WeightedFeature>> strongest = new LinkedHashMap<>();
    Posterior given = model.posterior();
    Posterior weighted = given instanceof SampledPosterior sampled ? sampled.mean() : given;
    if (weighted instanceof DecoupledPosterior posterior) {
      List<String> labels = model.labels().labels();
      FeatureNames names = new FeatureNames(model.vocabulary());
      for (int v = 0; v < labels.size(); v++) {
        strongest.put(labels.get(v), of(v, posterior, names));
      }
    }
    return strongest;
  }

  private List<WeightedFeature> of(int label, DecoupledPosterior posterior, FeatureNames names) {
    Comparator<Candidate> byWeight = Comparator.comparing(Candidate::weight);
    PriorityQueue<Candidate> best = new PriorityQueue<>(byWeight);
    for (int d = 0; d < posterior.featureCount(); d++) {
      double weight = centred(posterior, d, label);
      if (weight > 0) {
        best.add(new Candidate(d, weight));
        if (best.size() > count) {
          best.remove();
        }
      }
    }
    return best.stream()
        .sorted(byWeight.reversed())
        .map(one -> new WeightedFeature(names.of(one.feature()), one.weight()))
        .toList();
  }

  /** The weight of a feature for a label, less the mean of its weights for all labels. */
  static double centred(DecoupledPosterior posterior, int feature, int label) {
    int labels = posterior.labelCount();
    float[] weights = posterior.weights();
    double sum = 0;
    for (int v = 0; v < labels; v++) {
      sum += weights[feature * labels + v];
    }
    return weights[feature * labels + label] - sum / labels;
  }
}
