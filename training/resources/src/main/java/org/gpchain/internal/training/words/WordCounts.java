package org.gpchain.internal.training.words;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.words.WordNumbers;
import org.gpchain.internal.core.math.Checks;

/**
 * Word counts of a text. They determine which words have a number of their own, and which ones
 * share the number of their class.
 */
public final class WordCounts {
  private final Map<String, Integer> counts = new HashMap<>();
  private long tokens;

  /** Counts an occurrence of a word. */
  public void add(String word) {
    counts.merge(WordNumbers.normal(word), 1, Integer::sum);
    tokens++;
  }

  /** Returns the number of tokens that were counted. */
  public long tokenCount() {
    return tokens;
  }

  /**
   * Returns the numbers of the words and classes.
   *
   * @param cutoff minimum count of a word with a number of its own; and minimum sum of the counts
   *     of the rarer words of a class with a number
   */
  public WordNumbers numbers(int cutoff) {
    Checks.atLeast("cutoff", cutoff, 1);
    Map<String, Integer> classCounts = new HashMap<>();
    for (Map.Entry<String, Integer> entry : counts.entrySet()) {
      if (entry.getValue() < cutoff) {
        classCounts.merge(WordNumbers.classOf(entry.getKey()), entry.getValue(), Integer::sum);
      }
    }

    // The words of a class that is too rare are counted for the coarser class of their shape.
    Map<String, Integer> shapeCounts = new HashMap<>();
    for (Map.Entry<String, Integer> entry : counts.entrySet()) {
      String word = entry.getKey();
      int count = entry.getValue();
      if (count < cutoff && classCounts.get(WordNumbers.classOf(word)) < cutoff) {
        shapeCounts.merge(WordNumbers.shapeClassOf(word), count, Integer::sum);
      }
    }
    shapeCounts.forEach((shape, count) -> classCounts.merge(shape, count, Integer::sum));
    return new WordNumbers(frequent(counts, cutoff), frequent(classCounts, cutoff));
  }

  /** Returns the keys with at least a minimum count, in descending order of their counts. */
  private static List<String> frequent(Map<String, Integer> counted, int cutoff) {
    return counted.entrySet().stream()
        .filter(entry -> entry.getValue() >= cutoff)
        .sorted(
            Comparator.comparing((Map.Entry<String, Integer> entry) -> -entry.getValue())
                .thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey)
        .toList();
  }
}
