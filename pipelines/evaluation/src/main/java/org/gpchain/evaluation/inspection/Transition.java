package org.gpchain.evaluation.inspection;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.SpanCodec;

/**
 * A label after another one.
 *
 * @param from the label before
 * @param to the label after it
 * @param score of the transition
 */
public record Transition(String from, String to, double score) {
  /** The largest and the smallest scores of legal transitions, {@code count} of each. */
  static List<Transition> of(Model model, int count) {
    List<String> labels = model.labels().labels();
    SpanCodec codec = SpanCodec.of(model.scheme());
    double[] scores = model.posterior().pairwiseMean();
    List<Transition> all = new ArrayList<>();
    for (int i = 0; i < scores.length; i++) {
      String from = labels.get(i / labels.size());
      String to = labels.get(i % labels.size());
      if (codec.isLegal(from, to)) {
        all.add(new Transition(from, to, scores[i]));
      }
    }
    all.sort(Comparator.comparing(Transition::score, Comparator.reverseOrder()));
    if (all.size() > 2 * count) {
      all.subList(count, all.size() - count).clear();
    }
    return List.copyOf(all);
  }
}
