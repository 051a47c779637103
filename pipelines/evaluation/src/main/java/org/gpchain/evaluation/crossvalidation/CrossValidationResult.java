package org.gpchain.evaluation.crossvalidation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.text.SpanCounts;

/**
 * The outcome of a cross-validation.
 *
 * @param documents number of documents, each of which is in one fold; 0 if folds are made of blocks
 *     of neighbouring sentences
 * @param folds the figures of each fold
 * @param figures mean and spread over the folds, by figure
 * @param pooledF1 F1 of all held-out sentences together
 */
public record CrossValidationResult(
    int documents, List<FoldResult> folds, Map<String, Spread> figures, double pooledF1) {
  private static final ObjectMapper JSON =
      new ObjectMapper().configure(SerializationFeature.INDENT_OUTPUT, true);

  static CrossValidationResult of(int documents, List<FoldResult> folds, SpanCounts pooled) {
    Map<String, Spread> figures = new LinkedHashMap<>();
    for (FoldFigure figure : FoldFigure.values()) {
      figures.put(figure.key(), figure.over(folds));
    }
    return new CrossValidationResult(documents, List.copyOf(folds), figures, pooled.f1());
  }

  /** A JSON object whose keys are the names of the components. */
  public String toJson() {
    try {
      return JSON.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("figures can always be written as JSON", e);
    }
  }
}
