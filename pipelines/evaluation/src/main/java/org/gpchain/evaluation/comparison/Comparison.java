package org.gpchain.evaluation.comparison;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.ArrayList;
import java.util.List;

/**
 * Two labellers on the same texts.
 *
 * @param first name of one
 * @param second name of the other
 * @param resamples of the bootstrap
 * @param seed of the bootstrap
 * @param texts each text and, if there are several, all of them as one, named {@link #ALL}
 */
public record Comparison(
    String first, String second, int resamples, long seed, List<TextComparison> texts) {
  /** Name of all texts as one. */
  public static final String ALL = "all";

  private static final ObjectMapper JSON =
      new ObjectMapper().configure(SerializationFeature.INDENT_OUTPUT, true);

  /**
   * Compares.
   *
   * @param first name of one labeller
   * @param second name of the other
   * @param texts at least one
   * @param bootstrap that makes the intervals
   */
  public static Comparison of(
      String first, String second, List<ComparedText> texts, PairedBootstrap bootstrap) {
    List<ComparedText> all = new ArrayList<>(texts);
    if (texts.size() > 1) {
      all.add(ComparedText.join(ALL, texts));
    }
    return new Comparison(
        first,
        second,
        bootstrap.resamples(),
        bootstrap.seed(),
        all.stream().map(text -> TextComparison.of(text, bootstrap)).toList());
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
