package org.gpchain.core.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One sentence: tokens in named columns such as {@code word} and {@code pos}. A column is plain,
 * with one value in each cell, or weighted: a cell then holds any number of different values, each
 * with a weight. Immutable.
 *
 * @param columnNames names of the columns, distinct, at least one
 * @param columns one list per column, all of the same length, no null values; of a weighted column
 *     the heaviest value of each cell, the first of equals, and {@link #NOTHING} where there is
 *     none
 * @param weighted the cells of the weighted columns, by name; one list per token
 */
public record TokenSequence(
    List<String> columnNames,
    List<List<String>> columns,
    Map<String, List<List<WeightedValue>>> weighted) {
  /** Name of the column that holds the token itself. */
  public static final String WORD = "word";

  /** Name of the column that holds the part of speech. */
  public static final String POS = "pos";

  /** Stands in {@link #columns} for a cell of a weighted column that has no value. */
  public static final String NOTHING = "";

  public TokenSequence {
    columnNames = List.copyOf(columnNames);
    columns = columns.stream().map(List::copyOf).toList();
    if (columnNames.isEmpty() || columnNames.size() != columns.size()) {
      throw new IllegalArgumentException(
          String.format(
              "a token sequence needs one name for each column, had the names %s for %s columns",
              columnNames, columns.size()));
    }
    for (int c = 0; c < columns.size(); c++) {
      if (columnNames.indexOf(columnNames.get(c)) != c) {
        throw new IllegalArgumentException("column name given twice: " + columnNames.get(c));
      }
      if (columns.get(c).size() != columns.get(0).size()) {
        throw new IllegalArgumentException(
            "columns must have one value for each token: %s has %s, %s has %s"
                .formatted(
                    columnNames.get(c),
                    columns.get(c).size(),
                    columnNames.get(0),
                    columns.get(0).size()));
      }
    }
    weighted = copy(weighted);
    for (Map.Entry<String, List<List<WeightedValue>>> column : weighted.entrySet()) {
      check(column.getKey(), column.getValue());
      int index = columnNames.indexOf(column.getKey());
      if (index < 0 || !areHeaviest(columns.get(index), column.getValue())) {
        throw new IllegalArgumentException(
            String.format(
                "the weighted column '%s' must be among the columns, with its heaviest values",
                column.getKey()));
      }
    }
  }

  /** A sentence of plain columns; copies its arguments. */
  public TokenSequence(List<String> columnNames, List<List<String>> columns) {
    this(columnNames, columns, Map.of());
  }

  private static Map<String, List<List<WeightedValue>>> copy(
      Map<String, List<List<WeightedValue>>> weighted) {
    if (weighted.isEmpty()) {
      return Map.of();
    }
    Map<String, List<List<WeightedValue>>> copy = new HashMap<>();
    weighted.forEach((name, cells) -> copy.put(name, copy(cells)));
    return Map.copyOf(copy);
  }

  private static List<List<WeightedValue>> copy(List<List<WeightedValue>> cells) {
    List<List<WeightedValue>> copy = new ArrayList<>(cells.size());
    for (List<WeightedValue> cell : cells) {
      copy.add(List.copyOf(cell));
    }
    return Collections.unmodifiableList(copy);
  }

  private static void check(String name, List<List<WeightedValue>> cells) {
    if (name.equals(WORD)) {
      throw new IllegalArgumentException("the column 'word' has one value in each cell");
    }
    for (int t = 0; t < cells.size(); t++) {
      List<WeightedValue> cell = cells.get(t);
      // Cells are small: comparing all pairs is faster than filling a set.
      for (int i = 0; i < cell.size(); i++) {
        for (int j = 0; j < i; j++) {
          if (cell.get(i).value().equals(cell.get(j).value())) {
            throw new IllegalArgumentException(
                "token %s has the value '%s' twice in column %s"
                    .formatted(t, cell.get(i).value(), name));
          }
        }
      }
    }
  }

  private static boolean areHeaviest(List<String> values, List<List<WeightedValue>> cells) {
    boolean same = values.size() == cells.size();
    for (int t = 0; same && t < cells.size(); t++) {
      same = values.get(t).equals(heaviestOf(cells.get(t)));
    }
    return same;
  }

  private static List<String> heaviest(List<List<WeightedValue>> cells) {
    List<String> heaviest = new ArrayList<>(cells.size());
    for (List<WeightedValue> cell : cells) {
      heaviest.add(heaviestOf(cell));
    }
    return heaviest;
  }

  /** Of equals the first. */
  private static String heaviestOf(List<WeightedValue> cell) {
    String heaviest = NOTHING;
    double weight = 0;
    for (WeightedValue value : cell) {
      if (value.weight() > weight) {
        heaviest = value.value();
        weight = value.weight();
      }
    }
    return heaviest;
  }

  /** A sentence of words only. */
  public static TokenSequence ofWords(List<String> words) {
    return new TokenSequence(List.of(WORD), List.of(words));
  }

  /** Returns this sentence with one more column. */
  public TokenSequence with(String name, List<String> values) {
    return put(columnNames.size(), name, values, null);
  }

  /** Returns this sentence with more columns, in this order; cheaper than one by one. */
  public TokenSequence with(Map<String, List<String>> columnsByName) {
    List<String> names = new ArrayList<>(columnNames);
    List<List<String>> all = new ArrayList<>(columns);
    names.addAll(columnsByName.keySet());
    all.addAll(columnsByName.values());
    return new TokenSequence(names, all, weighted);
  }

  /**
   * Returns this sentence with one more column, whose cells hold any number of values each.
   *
   * @param name of the column; not {@code word}, which has one value in each cell
   * @param cells one list per token, in which no value occurs twice
   */
  public TokenSequence withWeighted(String name, List<List<WeightedValue>> cells) {
    return put(columnNames.size(), name, heaviest(cells), cells);
  }

  /** Returns this sentence with more weighted columns, in this order; cheaper than one by one. */
  public TokenSequence withWeighted(Map<String, List<List<WeightedValue>>> columnsByName) {
    List<String> names = new ArrayList<>(columnNames);
    List<List<String>> all = new ArrayList<>(columns);
    names.addAll(columnsByName.keySet());
    columnsByName.values().forEach(cells -> all.add(heaviest(cells)));
    Map<String, List<List<WeightedValue>>> allWeighted = new HashMap<>(weighted);
    allWeighted.putAll(columnsByName);
    return new TokenSequence(names, all, allWeighted);
  }

  /** Returns this sentence with other values in a column that it has. */
  public TokenSequence replace(String name, List<String> values) {
    return put(index(name), name, values, null);
  }

  /** Returns this sentence with other values, as of {@link #withWeighted}, in a column. */
  public TokenSequence replaceWeighted(String name, List<List<WeightedValue>> cells) {
    return put(index(name), name, heaviest(cells), cells);
  }

  private TokenSequence put(
      int index, String name, List<String> values, List<List<WeightedValue>> cells) {
    List<String> names = new ArrayList<>(columnNames);
    List<List<String>> all = new ArrayList<>(columns);
    if (index == names.size()) {
      names.add(name);
      all.add(values);
    } else {
      all.set(index, values);
    }
    Map<String, List<List<WeightedValue>>> allWeighted = new HashMap<>(weighted);
    allWeighted.remove(name);
    if (cells != null) {
      allWeighted.put(name, cells);
    }
    return new TokenSequence(names, all, allWeighted);
  }

  public int length() {
    return columns.get(0).size();
  }

  public boolean has(String name) {
    return columnNames.contains(name);
  }

  /**
   * Returns the values of a column, one per token; the heaviest ones of a weighted column.
   *
   * @throws IllegalArgumentException if there is no such column
   */
  public List<String> column(String name) {
    return columns.get(index(name));
  }

  private int index(String name) {
    int index = columnNames.indexOf(name);
    if (index < 0) {
      throw new IllegalArgumentException(
          "the sentence has no column '" + name + "'; it has " + columnNames);
    }
    return index;
  }

  /** Whether the cells of a column hold values with weights. */
  public boolean isWeighted(String name) {
    return weighted.containsKey(name);
  }

  /**
   * Returns the values of a column with their weights, one list per token; those of a plain column
   * weigh one.
   *
   * @throws IllegalArgumentException if there is no such column
   */
  public List<List<WeightedValue>> cells(String name) {
    return isWeighted(name)
        ? weighted.get(name)
        : column(name).stream().map(value -> List.of(new WeightedValue(value, 1))).toList();
  }

  /** Returns the tokens {@code [from, to)} as a sentence. */
  public TokenSequence slice(int from, int to) {
    Map<String, List<List<WeightedValue>>> cells = new HashMap<>();
    weighted.forEach((name, all) -> cells.put(name, all.subList(from, to)));
    return new TokenSequence(
        columnNames, columns.stream().map(column -> column.subList(from, to)).toList(), cells);
  }
}
