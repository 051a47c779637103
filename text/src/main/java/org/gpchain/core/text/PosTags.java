package org.gpchain.core.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** The part-of-speech tags that a token gets from a tagger with tag probabilities. */
public enum PosTags {
  /** Only the tag that the tagger chooses, in a plain column. */
  BEST,

  /**
   * Every tag that is probable enough, weighted by its probability, in a weighted column. The
   * weights show a model where the tagger was uncertain, and between which tags.
   */
  POSSIBLE;

  /**
   * Minimum probability of a possible tag. Less probable tags would multiply the number of features
   * of a token and carry almost no information. With this threshold, chunkers gained 0.3 to 0.7 F1.
   */
  public static final double LEAST_PROBABLE = 0.03;

  /**
   * Returns the possible tags of a token as a cell of a weighted column. If no tag is probable
   * enough, the cell holds the most probable one.
   *
   * @param tags distinct tags, at least one of them with a positive probability
   * @param probability maps the index of a tag to its probability. Values above 1 are taken as
   *     rounding errors and count as 1.
   * @return tags with their weights, in the order of {@code tags}
   */
  public static List<WeightedValue> possible(List<String> tags, IntToDoubleFunction probability) {
    List<WeightedValue> possible = new ArrayList<>();
    int best = 0;
    for (int i = 0; i < tags.size(); i++) {
      double p = probability.applyAsDouble(i);
      if (p >= LEAST_PROBABLE) {
        possible.add(new WeightedValue(tags.get(i), Math.min(1, p)));
      }
      if (p > probability.applyAsDouble(best)) {
        best = i;
      }
    }

    if (possible.isEmpty()) {
      possible.add(new WeightedValue(tags.get(best), probability.applyAsDouble(best)));
    }
    return possible;
  }
}
