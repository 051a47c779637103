package org.gpchain.experiments.activelearning;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.gpchain.internal.evaluation.selection.Criterion;
import org.gpchain.internal.evaluation.selection.Criterion.Measure;
import org.gpchain.internal.evaluation.selection.Ranking;

/**
 * A way to choose what is annotated next.
 *
 * @param name on the command line and in what is written
 * @param chosenBy the order by which it is chosen; empty for random order
 */
record Strategy(String name, Optional<Ranking> chosenBy) {
  static final Strategy RANDOM = new Strategy("random", Optional.empty());

  /**
   * A strategy by its name: a criterion, and after a colon what its scores are about, unless that
   * is the criterion's own measure.
   *
   * @param maxSimilarity of two sentences that are annotated in the same step
   * @throws IllegalArgumentException if there is no such strategy
   */
  static Strategy of(String name, double maxSimilarity) {
    List<String> parts = Arrays.asList(name.split(":", -1));
    Criterion criterion = named(Criterion.values(), parts.get(0), name);
    Measure measure =
        parts.size() == 1 ? Measure.DEFAULT : named(Measure.values(), parts.get(1), name);
    return new Strategy(name, Optional.of(new Ranking(criterion, measure, maxSimilarity)));
  }

  private static <T> T named(T[] all, String part, String name) {
    return Arrays.stream(all)
        .filter(value -> value.toString().equals(part))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--by: '"
                        + name
                        + "' is not known; '"
                        + part
                        + "' is none of "
                        + Arrays.stream(all)
                            .map(Object::toString)
                            .collect(Collectors.joining(", "))));
  }

  /** Whether models need a covariance to choose. */
  boolean needsCovariance() {
    return chosenBy.filter(by -> by.criterion() == Criterion.MUTUAL_INFORMATION).isPresent();
  }
}
