package org.gpchain.experiments.activelearning;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.gpchain.internal.evaluation.selection.Criterion;
import org.gpchain.internal.evaluation.selection.Criterion.Measure;
import org.gpchain.internal.evaluation.selection.Ranking;

/**
 * A strategy to choose the next sentences to annotate.
 *
 * @param name name on the command line and in rows
 * @param chosenBy the ranking of the sentences; empty for random order
 */
record Strategy(String name, Optional<Ranking> chosenBy) {
  /** Random order. */
  static final Strategy RANDOM = new Strategy("random", Optional.empty());

  /**
   * Returns a strategy by its name: a criterion such as {@code entropy}, or a criterion and a
   * measure such as {@code entropy:whole} to replace the criterion's default measure.
   *
   * @param maxSimilarity maximum similarity of two sentences in the same batch
   * @throws IllegalArgumentException if there is no such strategy
   */
  static Strategy of(String name, double maxSimilarity) {
    List<String> parts = Arrays.asList(name.split(":", -1));
    Criterion criterion = find(Criterion.values(), parts.get(0), name);
    Measure measure = Measure.DEFAULT;
    if (parts.size() > 1) {
      measure = find(Measure.values(), parts.get(1), name);
    }
    return new Strategy(name, Optional.of(new Ranking(criterion, measure, maxSimilarity)));
  }

  private static <T> T find(T[] values, String part, String name) {
    StringJoiner names = new StringJoiner(", ");
    for (T value : values) {
      if (value.toString().equals(part)) {
        return value;
      }
      names.add(value.toString());
    }
    throw new IllegalArgumentException(
        "--by: '" + name + "' is not known; '" + part + "' is none of " + names);
  }

  /** Returns whether the strategy needs models with a covariance. */
  boolean needsCovariance() {
    return chosenBy.isPresent() && chosenBy.get().criterion() == Criterion.MUTUAL_INFORMATION;
  }
}
