package org.gpchain.evaluation.inspection;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.model.Model;

/**
 * A template line, or all those of one skeleton.
 *
 * @param line as it is written
 * @param variance prior variance of the weights of its features
 * @param features number of its features
 */
public record TemplateLine(String line, double variance, int features) {
  /** Those of a model, the largest variance first. */
  public static List<TemplateLine> of(Model model) {
    Vocabulary vocabulary = model.vocabulary();
    double[] variances = model.prior().groupVariance();
    return IntStream.range(0, vocabulary.groupCount())
        .mapToObj(
            g ->
                new TemplateLine(
                    String.join(", ", vocabulary.groupLines(g)),
                    variances[g],
                    vocabulary.groupStart(g + 1) - vocabulary.groupStart(g)))
        .sorted(Comparator.comparing(TemplateLine::variance, Comparator.reverseOrder()))
        .toList();
  }
}
