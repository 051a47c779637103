package org.gpchain.experiments.annotation;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.core.text.TagScheme;
import org.gpchain.evaluation.EvaluationResult;
import org.gpchain.evaluation.Evaluator;
import org.gpchain.evaluation.UnknownLabels;

/**
 * How good a model is.
 *
 * @param name how it was learned
 * @param sentences that it was learned from
 * @param segments that were annotated there
 * @param figures of the test sentences
 * @param counts of each of them
 * @param seconds that learning took
 */
record Measured(
    String name,
    int sentences,
    int segments,
    EvaluationResult figures,
    List<SpanCounts> counts,
    double seconds) {
  /**
   * Measures a model.
   *
   * @param learnedFrom its sentences
   * @param test sentences with labels that it may not know
   */
  static Measured of(
      String name,
      Model model,
      List<LabeledSequence> learnedFrom,
      double seconds,
      List<LabeledSequence> test) {
    List<SpanCounts> counts = new ArrayList<>();
    EvaluationResult figures =
        new Evaluator(model.tagger(), UnknownLabels.COUNT, 1)
            .evaluate(test, TagScheme.IOB2, sentence -> counts.add(sentence.counts()));
    return new Measured(name, learnedFrom.size(), segments(learnedFrom), figures, counts, seconds);
  }

  static int segments(List<LabeledSequence> sentences) {
    return sentences.stream().mapToInt(sentence -> sentence.spans().size()).sum();
  }

  double f1() {
    return figures.f1();
  }
}
