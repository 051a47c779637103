package org.gpchain.experiments.scvi;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.math.Checks;

/**
 * How well hidden states agree with gold tags.
 *
 * @param manyToOne share of the tokens whose tag is the commonest of their state
 * @param vMeasure harmonic mean of homogeneity and completeness (Rosenberg and Hirschberg 2007)
 */
record StateAgreement(double manyToOne, double vMeasure) {

  /**
   * Compares.
   *
   * @param states of all tokens
   * @param tags of the same tokens
   */
  static StateAgreement of(List<Integer> states, List<String> tags) {
    Checks.length("tags", tags.size(), states.size(), "[tokens]");
    Map<Integer, Map<String, Integer>> pairs = new HashMap<>();
    Map<String, Integer> ofTag = new HashMap<>();
    Map<Integer, Integer> ofState = new HashMap<>();
    for (int t = 0; t < tags.size(); t++) {
      pairs
          .computeIfAbsent(states.get(t), k -> new HashMap<>())
          .merge(tags.get(t), 1, Integer::sum);
      ofTag.merge(tags.get(t), 1, Integer::sum);
      ofState.merge(states.get(t), 1, Integer::sum);
    }
    int right = 0;
    double joint = 0;
    for (Map<String, Integer> tagsOfState : pairs.values()) {
      right += tagsOfState.values().stream().max(Integer::compare).orElse(0);
      joint += sumOfLogs(tagsOfState.values());
    }
    double tokens = tags.size();
    double jointEntropy = Math.log(tokens) - joint / tokens;
    double tagEntropy = Math.log(tokens) - sumOfLogs(ofTag.values()) / tokens;
    double stateEntropy = Math.log(tokens) - sumOfLogs(ofState.values()) / tokens;
    double homogeneity = tagEntropy > 0 ? 1 - (jointEntropy - stateEntropy) / tagEntropy : 1;
    double completeness = stateEntropy > 0 ? 1 - (jointEntropy - tagEntropy) / stateEntropy : 1;
    double sum = homogeneity + completeness;
    return new StateAgreement(right / tokens, sum > 0 ? 2 * homogeneity * completeness / sum : 0);
  }

  /** Σ n log n. */
  private static double sumOfLogs(Collection<Integer> counts) {
    return counts.stream().mapToDouble(n -> n * Math.log(n)).sum();
  }
}
