package org.gpchain.core.decode;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.ScoredSpan;

/** The complete content of a prediction, for exact comparisons. */
public record Outcome(List<String> labels, List<Double> numbers, List<ScoredSpan> spans) {
  /** Returns the content of a prediction. */
  public static Outcome of(Prediction prediction) {
    List<Double> numbers = new ArrayList<>();
    for (int t = 0; t < prediction.length(); t++) {
      for (int a = 0; a < prediction.labelSet().size(); a++) {
        numbers.add(prediction.marginal(t, a));
      }
      numbers.add(prediction.entropy(t));
      numbers.add(prediction.expectedEntropy(t));
    }
    numbers.add(prediction.logSequenceProbability());
    numbers.add(prediction.novelty());
    return new Outcome(prediction.labels(), numbers, prediction.spans());
  }
}
