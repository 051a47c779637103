package org.gpchain.evaluation.comparison;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Two labellers on a text.
 *
 * @param text its name
 * @param sentences number of sentences
 * @param tokens number of tokens
 * @param rightSentences whether sentences entirely right are more of one's than of the other's
 * @param figures by their names; without those that a labeller does not have
 */
public record TextComparison(
    String text,
    int sentences,
    long tokens,
    McNemar rightSentences,
    Map<String, FigureDifference> figures) {
  static TextComparison of(ComparedText text, PairedBootstrap bootstrap) {
    Map<String, FigureDifference> figures = new LinkedHashMap<>();
    for (Figure figure : Figure.values()) {
      if (figure.isKnownOf(text)) {
        figures.put(figure.key(), FigureDifference.of(figure, text, bootstrap));
      }
    }
    return new TextComparison(
        text.name(), text.first().size(), text.tokens(), McNemar.of(text), figures);
  }
}
