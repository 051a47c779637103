package org.gpchain.core.words;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.core.text.WordColumns;

/**
 * The columns of one sentence that come from a word resource. Cells are created when they are read.
 *
 * @param source the resource
 * @param names names of the columns
 * @param words properties of each word, {@code [T]}
 * @param marked names of the columns whose cells are marks: kinds of names, then lexicons
 * @param marks marks of each token, two bits for each column of {@code marked}, 32 columns in each
 *     {@code long}: {@code [(marked + 31) / 32][T]}, at least one row
 * @param states probable hidden states; null if they are not needed
 */
record ResourceColumns(
    WordResource source,
    List<String> names,
    WordResource.WordProperties[] words,
    List<String> marked,
    long[][] marks,
    Coded states)
    implements WordColumns {
  /** The value of words that have no cluster. */
  private static final String NO_CLUSTER = "-";

  @Override
  public boolean isWeighted(String name) {
    return !source.lexicons().containsKey(name) && !source.clusters().containsKey(name);
  }

  @Override
  public boolean isOfWord(String name) {
    int column = marked.indexOf(name);
    boolean isInFirstRow = column >= 0 && column < Long.SIZE / 2;
    return isInFirstRow || (column < 0 && source.clusters().containsKey(name));
  }

  @Override
  public long kind(int token) {
    return marks[0][token];
  }

  @Override
  public Coded coded(String name) {
    if (name.equals(WordResource.STATE)) {
      return states;
    }
    return null;
  }

  @Override
  public List<WeightedValue> cell(String name, int token) {
    int[] clusterOf = source.clusters().get(name);
    if (clusterOf != null) {
      return clusterCell(clusterOf, words[token].number());
    }
    int column = marked.indexOf(name);
    if (column >= 0) {
      return markCell(column, token);
    }
    return stateCell(token);
  }

  private static List<WeightedValue> clusterCell(int[] clusterOf, int word) {
    if (word < clusterOf.length) {
      return certain(Integer.toString(clusterOf[word]));
    }
    return certain(NO_CLUSTER);
  }

  private List<WeightedValue> markCell(int column, int token) {
    int bit = 2 * column;
    int mark = (int) (marks[bit / Long.SIZE][token] >>> bit) & 3;
    if (mark > 0) {
      return NameKinds.MARKS.get(mark);
    }
    if (column < source.nameColumns().size()) {
      return words[token].names().alike(column);
    }
    return certain(Lexicon.OUTSIDE);
  }

  private List<WeightedValue> stateCell(int token) {
    List<WeightedValue> cell = new ArrayList<>();
    for (int i = states.starts()[token]; i < states.starts()[token + 1]; i++) {
      cell.add(new WeightedValue(Integer.toString(states.codes()[i]), states.weights()[i]));
    }
    return cell;
  }

  private static List<WeightedValue> certain(String value) {
    return List.of(new WeightedValue(value, 1));
  }
}
