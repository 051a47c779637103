package org.gpchain.core.text;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * One sentence: tokens in named columns such as {@code word} and {@code pos}. A column is plain,
 * with one value in each cell, or weighted: a cell then holds any number of different values, each
 * with a weight. Immutable. Sentences that differ in some columns share the others.
 *
 * <p>Words are held in Unicode's composed form (NFC), so that features of {@code é} are the same
 * whether a text has it as one character or as a letter and an accent.
 */
public final class TokenSequence {
  /** Name of the column that holds the token itself. */
  public static final String WORD = "word";

  /** Name of the column that holds the part of speech. */
  public static final String POS = "pos";

  /** The first combining character of Unicode. */
  private static final char FIRST_COMBINING = '\u0300';

  /** Stands for a cell of a weighted column that has no value. */
  public static final String NOTHING = "";

  /** In the order of the columns, at least one, all of the same length; not modified. */
  private final Map<String, Column> columns;

  /** Columns that are not written but made; a written one of the same name wins. */
  private final WordColumns wordColumns;

  /**
   * @param values one per token; of a weighted column the heaviest value of each cell, the first of
   *     equals, and {@link #NOTHING} where there is none
   * @param weighted the cells with their weights; null for a plain column
   */
  private record Column(List<String> values, List<List<WeightedValue>> weighted) {
    static Column plain(String name, List<String> values) {
      return new Column(name.equals(WORD) ? composed(values) : List.copyOf(values), null);
    }

    private static List<String> composed(List<String> words) {
      for (String word : words) {
        if (!isComposed(word)) {
          return words.stream().map(TokenSequence::composed).toList();
        }
      }
      return List.copyOf(words);
    }

    static Column weighted(String name, List<List<WeightedValue>> cells) {
      if (name.equals(WORD)) {
        throw new IllegalArgumentException("the column 'word' has one value in each cell");
      }
      List<List<WeightedValue>> copy = new ArrayList<>(cells.size());
      List<String> heaviest = new ArrayList<>(cells.size());
      for (List<WeightedValue> cell : cells) {
        check(name, copy.size(), cell);
        copy.add(List.copyOf(cell));
        heaviest.add(heaviest(cell));
      }
      return new Column(Collections.unmodifiableList(heaviest), Collections.unmodifiableList(copy));
    }

    private static void check(String name, int token, List<WeightedValue> cell) {
      // Cells are small: comparing all pairs is faster than filling a set.
      for (int i = 0; i < cell.size(); i++) {
        for (int j = 0; j < i; j++) {
          if (cell.get(i).value().equals(cell.get(j).value())) {
            throw new IllegalArgumentException(
                "token %s has the value '%s' twice in column %s"
                    .formatted(token, cell.get(i).value(), name));
          }
        }
      }
    }

    private static String heaviest(List<WeightedValue> cell) {
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

    Column select(List<Integer> tokens) {
      List<String> selected = tokens.stream().map(values::get).toList();
      return new Column(
          selected, weighted == null ? null : tokens.stream().map(weighted::get).toList());
    }

    Column slice(int from, int to) {
      return new Column(
          values.subList(from, to), weighted == null ? null : weighted.subList(from, to));
    }
  }

  private TokenSequence(Map<String, Column> columns, WordColumns wordColumns) {
    this.columns = columns;
    this.wordColumns = wordColumns;
  }

  /**
   * A sentence of plain columns; copies its arguments.
   *
   * @param columnNames names of the columns, distinct, at least one
   * @param columns one list per column, all of the same length, no null values
   */
  public TokenSequence(List<String> columnNames, List<List<String>> columns) {
    if (columnNames.isEmpty() || columnNames.size() != columns.size()) {
      throw new IllegalArgumentException(
          String.format(
              "a token sequence needs one name for each column, had the names %s for %s columns",
              columnNames, columns.size()));
    }
    this.wordColumns = null;
    this.columns = new LinkedHashMap<>();
    for (int c = 0; c < columns.size(); c++) {
      put(this.columns, columnNames.get(c), Column.plain(columnNames.get(c), columns.get(c)));
    }
  }

  /** Returns whether a word is in NFC. Characters below U+0300 always are. */
  private static boolean isComposed(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (word.charAt(i) >= FIRST_COMBINING) {
        return Normalizer.isNormalized(word, Normalizer.Form.NFC);
      }
    }
    return true;
  }

  /** Returns a word in Unicode's composed form (NFC), as sentences hold it. */
  public static String composed(String word) {
    return isComposed(word) ? word : Normalizer.normalize(word, Normalizer.Form.NFC);
  }

  private static void put(Map<String, Column> columns, String name, Column column) {
    if (columns.putIfAbsent(name, column) != null) {
      throw new IllegalArgumentException("column name given twice: " + name);
    }
    Map.Entry<String, Column> first = columns.entrySet().iterator().next();
    if (column.values.size() != first.getValue().values.size()) {
      throw new IllegalArgumentException(
          "columns must have one value for each token: %s has %s, %s has %s"
              .formatted(
                  name, column.values.size(), first.getKey(), first.getValue().values.size()));
    }
  }

  /** A sentence of words only. */
  public static TokenSequence ofWords(List<String> words) {
    return new TokenSequence(List.of(WORD), List.of(words));
  }

  /** Returns this sentence with one more column. */
  public TokenSequence with(String name, List<String> values) {
    return with(name, Column.plain(name, values));
  }

  /**
   * Returns this sentence with one more column, whose cells hold any number of values each.
   *
   * @param name of the column; not {@code word}, which has one value in each cell
   * @param cells one list per token, in which no value occurs twice
   */
  public TokenSequence withWeighted(String name, List<List<WeightedValue>> cells) {
    return with(name, Column.weighted(name, cells));
  }

  private TokenSequence with(String name, Column column) {
    Map<String, Column> all = new LinkedHashMap<>(columns);
    put(all, name, column);
    return new TokenSequence(all, wordColumns);
  }

  /**
   * Returns this sentence with the columns of its words, but for those that it has. They take the
   * place of other such columns.
   */
  public TokenSequence with(WordColumns ofWords) {
    return new TokenSequence(columns, ofWords);
  }

  /** Returns this sentence with all its columns written. */
  public TokenSequence written() {
    return wordColumns == null ? this : new TokenSequence(all(), null);
  }

  /** The columns that are made; null if all are written. */
  public WordColumns wordColumns() {
    return wordColumns;
  }

  private Map<String, Column> all() {
    Map<String, Column> all = new LinkedHashMap<>(columns);
    if (wordColumns != null) {
      wordColumns.names().forEach(name -> all.computeIfAbsent(name, this::make));
    }
    return all;
  }

  private Column make(String name) {
    List<List<WeightedValue>> cells =
        IntStream.range(0, length()).mapToObj(t -> wordColumns.cell(name, t)).toList();
    return wordColumns.isWeighted(name)
        ? Column.weighted(name, cells)
        : Column.plain(name, cells.stream().map(cell -> cell.get(0).value()).toList());
  }

  /** Returns this sentence with a column, in place of the one of this name that it may have. */
  public TokenSequence replace(String name, List<String> values) {
    return replace(name, Column.plain(name, values));
  }

  /** The same with values as of {@link #withWeighted}. */
  public TokenSequence replaceWeighted(String name, List<List<WeightedValue>> cells) {
    return replace(name, Column.weighted(name, cells));
  }

  private TokenSequence replace(String name, Column column) {
    Map<String, Column> all = new LinkedHashMap<>(columns);
    if (all.replace(name, column) == null) {
      put(all, name, column);
    }
    return new TokenSequence(all, wordColumns);
  }

  public int length() {
    return columns.values().iterator().next().values.size();
  }

  /** Names of the columns, in their order. */
  public List<String> columnNames() {
    return List.copyOf(all().keySet());
  }

  /** Names of the columns that are written. */
  public Set<String> writtenNames() {
    return columns.keySet();
  }

  /** The columns as of {@link #column}, in their order. */
  public List<List<String>> columns() {
    return all().values().stream().map(Column::values).toList();
  }

  public boolean has(String name) {
    return columns.containsKey(name) || isMade(name);
  }

  private boolean isMade(String name) {
    return wordColumns != null && wordColumns.names().contains(name) && !columns.containsKey(name);
  }

  /**
   * Returns the values of a column, one per token; the heaviest ones of a weighted column.
   *
   * @throws IllegalArgumentException if there is no such column
   */
  public List<String> column(String name) {
    return find(name).values;
  }

  /** Its words, or whatever column comes first: what to show of tokens. */
  public List<String> words() {
    return column(has(WORD) ? WORD : columnNames().get(0));
  }

  private Column find(String name) {
    Column column = isMade(name) ? make(name) : columns.get(name);
    if (column == null) {
      throw new IllegalArgumentException(
          "the sentence has no column '" + name + "'; it has " + columnNames());
    }
    return column;
  }

  /** Whether the cells of a column hold values with weights. */
  public boolean isWeighted(String name) {
    return isMade(name)
        ? wordColumns.isWeighted(name)
        : has(name) && columns.get(name).weighted != null;
  }

  /**
   * Returns the values of a column with their weights, one list per token; those of a plain column
   * weigh one.
   *
   * @throws IllegalArgumentException if there is no such column
   */
  public List<List<WeightedValue>> cells(String name) {
    Column column = find(name);
    return column.weighted != null
        ? column.weighted
        : IntStream.range(0, length()).mapToObj(t -> cell(name, t)).toList();
  }

  /** Returns the cell of a token as of {@link #cells}. */
  public List<WeightedValue> cell(String name, int token) {
    if (isMade(name)) {
      return wordColumns.cell(name, token);
    }
    Column column = find(name);
    return column.weighted == null
        ? List.of(new WeightedValue(column.values.get(token), 1))
        : column.weighted.get(token);
  }

  /**
   * Returns a sentence of tokens of this one, in any order and any number of times.
   *
   * @param tokens numbers of tokens, from 0
   */
  public TokenSequence select(List<Integer> tokens) {
    Map<String, Column> selected = new LinkedHashMap<>();
    all().forEach((name, column) -> selected.put(name, column.select(tokens)));
    return new TokenSequence(selected, null);
  }

  /** Returns the tokens {@code [from, to)} as a sentence. */
  public TokenSequence slice(int from, int to) {
    Map<String, Column> slices = new LinkedHashMap<>();
    all().forEach((name, column) -> slices.put(name, column.slice(from, to)));
    return new TokenSequence(slices, null);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TokenSequence sentence
        && List.copyOf(all().entrySet()).equals(List.copyOf(sentence.all().entrySet()));
  }

  @Override
  public int hashCode() {
    return all().hashCode();
  }

  @Override
  public String toString() {
    return all().toString();
  }
}
