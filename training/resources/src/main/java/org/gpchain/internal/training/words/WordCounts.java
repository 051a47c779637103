package org.gpchain.internal.training.words;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.words.WordNumbers;
import org.gpchain.internal.core.math.Checks;

/** Counts the words of a text, to decide which are known one by one and which by class. */
public final class WordCounts {
  private final Map<String, Integer> counts = new HashMap<>();
  private long tokens;

  public void add(String word) {
    counts.merge(WordNumbers.normal(word), 1, Integer::sum);
    tokens++;
  }

  public long tokenCount() {
    return tokens;
  }

  /**
   * The numbers of the words.
   *
   * @param cutoff words that occur as often as this are known one by one, and classes of rarer
   *     words are if their words occur so often together
   */
  public WordNumbers numbers(int cutoff) {
    Checks.atLeast("cutoff", cutoff, 1);
    Map<String, Integer> ofClass = new HashMap<>();
    counts.forEach(
        (word, count) -> {
          if (count < cutoff) {
            ofClass.merge(WordNumbers.classOf(word), count, Integer::sum);
          }
        });
    // What a class is too small for, its shape may be large enough for.
    Map<String, Integer> ofShape = new HashMap<>();
    counts.forEach(
        (word, count) -> {
          if (count < cutoff && ofClass.get(WordNumbers.classOf(word)) < cutoff) {
            ofShape.merge(WordNumbers.shapeClassOf(word), count, Integer::sum);
          }
        });
    ofShape.forEach((shape, count) -> ofClass.merge(shape, count, Integer::sum));
    return new WordNumbers(frequent(counts, cutoff), frequent(ofClass, cutoff));
  }

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
