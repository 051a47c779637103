package org.gpchain.core.words;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.core.text.WordColumns;

/**
 * What a resource knows of the words of a sentence.
 *
 * @param names of the columns
 * @param words what it knows of each, {@code [T]}
 * @param marked columns of marks: kinds of names, then lexicons
 * @param marks two bits for each of these, in so many words as they need, {@code [T]} each
 * @param states the probable hidden states; null for none
 */
record FoundWords(
    WordResource source,
    List<String> names,
    WordResource.Known[] words,
    List<String> marked,
    long[][] marks,
    Coded states)
    implements WordColumns {
  /** The cluster of words that have none. */
  private static final String UNKNOWN = "-";

  @Override
  public boolean isWeighted(String name) {
    return !source.lexicons().containsKey(name) && !source.clusters().containsKey(name);
  }

  @Override
  public boolean isOfWord(String name) {
    int place = marked.indexOf(name);
    return place < Long.SIZE / 2 && (place >= 0 || source.clusters().containsKey(name));
  }

  @Override
  public long kind(int token) {
    return marks[0][token];
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
    int place = marked.indexOf(name);
    if (place >= 0) {
      int mark = (int) (marks[2 * place / Long.SIZE][token] >>> (2 * place)) & 3;
      return mark > 0
          ? NameKinds.MARKS.get(mark)
          : place < source.nameColumns().size()
              ? words[token].names().alike(place)
              : one(Lexicon.OUTSIDE);
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
