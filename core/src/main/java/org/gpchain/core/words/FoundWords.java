package org.gpchain.core.words;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.core.text.WordColumns;

/**
 * What a resource knows of the words of a sentence.
 *
 * @param names of the columns
 * @param words what it knows of each, {@code [T]}
 * @param marks of the lexicons, by their columns
 * @param states the probable hidden states; null for none
 * @param kinds marks of {@link NameKinds}, {@code [T]}; null for none
 */
record FoundWords(
    WordResource source,
    List<String> names,
    WordResource.Known[] words,
    Map<String, List<String>> marks,
    Coded states,
    long[] kinds)
    implements WordColumns {
  /** The cluster of words that have none. */
  private static final String UNKNOWN = "-";

  @Override
  public boolean isWeighted(String name) {
    return !marks.containsKey(name) && !source.clusters().containsKey(name);
  }

  @Override
  public boolean isOfWord(String name) {
    return !marks.containsKey(name) && !name.equals(WordResource.STATE);
  }

  @Override
  public long kind(int token) {
    return kinds == null ? 0 : kinds[token];
  }

  @Override
  public Coded coded(String name) {
    return name.equals(WordResource.STATE) ? states : null;
  }

  @Override
  public List<WeightedValue> cell(String name, int token) {
    int[] clusterOf = source.clusters().get(name);
    if (clusterOf != null) {
      int word = words[token].number();
      return one(word < clusterOf.length ? Integer.toString(clusterOf[word]) : UNKNOWN);
    }
    if (marks.containsKey(name)) {
      return one(marks.get(name).get(token));
    }
    if (!name.equals(WordResource.STATE)) {
      return source.names().cell(name, words[token].names(), kinds[token]);
    }
    List<WeightedValue> cell = new ArrayList<>();
    for (int i = states.starts()[token]; i < states.starts()[token + 1]; i++) {
      cell.add(new WeightedValue(Integer.toString(states.codes()[i]), states.weights()[i]));
    }
    return cell;
  }

  private static List<WeightedValue> one(String value) {
    return List.of(new WeightedValue(value, 1));
  }
}
