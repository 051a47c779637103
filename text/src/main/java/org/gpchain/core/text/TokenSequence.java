package org.gpchain.core.text;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A sentence as a table with one row per token and named columns such as {@code word} and {@code
 * pos}. A cell of a plain column holds one value. A cell of a weighted column holds any number of
 * distinct values, each with a weight. Immutable; sentences derived from one another share their
 * unchanged columns.
 *
 * <p>A sentence holds most columns itself. It may also have {@link WordColumns}, whose cells are
 * computed from words on request.
 *
 * <p>Words are converted to Unicode's composed form (NFC), so that {@code é} has the same features
 * whether a text encodes it as one character or as a letter and an accent.
 */
public final class TokenSequence {
  /** Name of the column of words. */
  public static final String WORD = "word";

  /** Name of the column of part-of-speech tags. */
  public static final String POS = "pos";

  /** First combining character of Unicode. */
  private static final char FIRST_COMBINING = '\u0300';

  /** Value that {@link #column} returns for a cell of a weighted column without values. */
  public static final String NOTHING = "";

  /** The stored columns by name, in order: at least one, all of the same length. Not modified. */
  private final Map<String, Column> columns;

  /**
   * The columns computed from words; null if there are none. A stored column hides a computed one
   * of the same name.
   */
  private final WordColumns wordColumns;

  /**
   * A column.
   *
   * @param values one value per token. For a weighted column, the value with the largest weight in
   *     each cell (the first one in case of a tie), or {@link #NOTHING} if the cell is empty.
   * @param weighted the values of each cell with their weights; null for a plain column
   */
  private record Column(List<String> values, List<List<WeightedValue>> weighted) {
    static Column plain(String name, List<String> values) {
      List<String> stored = name.equals(WORD) ? composed(values) : List.copyOf(values);
      return new Column(stored, null);
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

      List<List<WeightedValue>> copies = new ArrayList<>(cells.size());
      List<String> heaviest = new ArrayList<>(cells.size());
      for (List<WeightedValue> cell : cells) {
        checkDistinct(name, copies.size(), cell);
        copies.add(List.copyOf(cell));
        heaviest.add(heaviest(cell));
      }
      return new Column(
          Collections.unmodifiableList(heaviest), Collections.unmodifiableList(copies));
    }

    private static void checkDistinct(String name, int token, List<WeightedValue> cell) {
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
      List<String> selectedValues = tokens.stream().map(values::get).toList();
      if (weighted == null) {
        return new Column(selectedValues, null);
      }
      return new Column(selectedValues, tokens.stream().map(weighted::get).toList());
    }

    Column slice(int from, int to) {
      if (weighted == null) {
        return new Column(values.subList(from, to), null);
      }
      return new Column(values.subList(from, to), weighted.subList(from, to));
    }
  }

  private TokenSequence(Map<String, Column> columns, WordColumns wordColumns) {
    this.columns = columns;
    this.wordColumns = wordColumns;
  }

  /**
   * Creates a sentence with plain columns; copies its arguments.
   *
   * @param columnNames distinct names of the columns, at least one
   * @param columns one list per column, all of the same length, without null values
   * @throws IllegalArgumentException if a name occurs twice or the numbers of names, columns or
   *     values do not match
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
      String name = columnNames.get(c);
      put(this.columns, name, Column.plain(name, columns.get(c)));
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

  /** Returns a word in Unicode's composed form (NFC), as a sentence stores it. */
  public static String composed(String word) {
    if (isComposed(word)) {
      return word;
    }
    return Normalizer.normalize(word, Normalizer.Form.NFC);
  }

  private static void put(Map<String, Column> columns, String name, Column column) {
    if (columns.putIfAbsent(name, column) != null) {
      throw new IllegalArgumentException("column name given twice: " + name);
    }

    Map.Entry<String, Column> first = columns.entrySet().iterator().next();
    int length = column.values.size();
    int expected = first.getValue().values.size();
    if (length != expected) {
      throw new IllegalArgumentException(
          "columns must have one value for each token: %s has %s, %s has %s"
              .formatted(name, length, first.getKey(), expected));
    }
  }

  /** Returns a sentence with a column of words only. */
  public static TokenSequence ofWords(List<String> words) {
    return new TokenSequence(List.of(WORD), List.of(words));
  }

  /**
   * Returns this sentence with an additional plain column.
   *
   * @throws IllegalArgumentException if the sentence stores a column with this name
   */
  public TokenSequence with(String name, List<String> values) {
    return with(name, Column.plain(name, values));
  }

  /**
   * Returns this sentence with an additional weighted column.
   *
   * @param name name of the column; not {@code word}, which is always plain
   * @param cells one list of distinct values per token
   * @throws IllegalArgumentException if the sentence stores a column with this name
   */
  public TokenSequence withWeighted(String name, List<List<WeightedValue>> cells) {
    return with(name, Column.weighted(name, cells));
  }

  private TokenSequence with(String name, Column column) {
    Map<String, Column> extended = new LinkedHashMap<>(columns);
    put(extended, name, column);
    return new TokenSequence(extended, wordColumns);
  }

  /**
   * Returns this sentence with columns computed from its words. They replace all computed columns
   * that it has. Stored columns hide computed ones of the same name.
   */
  public TokenSequence with(WordColumns ofWords) {
    return new TokenSequence(columns, ofWords);
  }

  /** Returns this sentence with all computed columns stored. */
  public TokenSequence written() {
    if (wordColumns == null) {
      return this;
    }
    return new TokenSequence(allColumns(), null);
  }

  /** Returns the columns that are computed from words, or null if there are none. */
  public WordColumns wordColumns() {
    return wordColumns;
  }

  private Map<String, Column> allColumns() {
    Map<String, Column> allColumns = new LinkedHashMap<>(columns);
    if (wordColumns != null) {
      for (String name : wordColumns.names()) {
        if (!columns.containsKey(name)) {
          allColumns.put(name, compute(name));
        }
      }
    }
    return allColumns;
  }

  private Column compute(String name) {
    List<List<WeightedValue>> cells = cellsOf(name);
    if (wordColumns.isWeighted(name)) {
      return Column.weighted(name, cells);
    }
    return Column.plain(name, cells.stream().map(cell -> cell.get(0).value()).toList());
  }

  private List<List<WeightedValue>> cellsOf(String name) {
    List<List<WeightedValue>> cells = new ArrayList<>(length());
    for (int t = 0; t < length(); t++) {
      cells.add(cell(name, t));
    }
    return cells;
  }

  /** Returns this sentence with a plain column, which replaces any stored column of its name. */
  public TokenSequence replace(String name, List<String> values) {
    return replace(name, Column.plain(name, values));
  }

  /**
   * Returns this sentence with a weighted column, which replaces any stored column of its name.
   *
   * @param name name of the column; not {@code word}, which is always plain
   * @param cells one list of distinct values per token
   */
  public TokenSequence replaceWeighted(String name, List<List<WeightedValue>> cells) {
    return replace(name, Column.weighted(name, cells));
  }

  private TokenSequence replace(String name, Column column) {
    Map<String, Column> replaced = new LinkedHashMap<>(columns);
    if (replaced.replace(name, column) == null) {
      put(replaced, name, column);
    }
    return new TokenSequence(replaced, wordColumns);
  }

  /** Returns the number of tokens, T. */
  public int length() {
    return columns.values().iterator().next().values.size();
  }

  /** Returns the names of all columns in order, computed columns last. */
  public List<String> columnNames() {
    return List.copyOf(allColumns().keySet());
  }

  /** Returns the names of the stored columns in order. */
  public Set<String> writtenNames() {
    return columns.keySet();
  }

  /** Returns the values of all columns in the order of {@link #columnNames}, one list each. */
  public List<List<String>> columns() {
    return allColumns().values().stream().map(Column::values).toList();
  }

  /** Returns whether this sentence has a column, stored or computed. */
  public boolean has(String name) {
    return columns.containsKey(name) || isComputed(name);
  }

  private boolean isComputed(String name) {
    return wordColumns != null && wordColumns.names().contains(name) && !columns.containsKey(name);
  }

  /**
   * Returns the values of a column, one per token. For a weighted column, these are the values with
   * the largest weights.
   *
   * @throws IllegalArgumentException if there is no such column
   */
  public List<String> column(String name) {
    return find(name).values;
  }

  /** Returns the words or, if there is no column of words, the values of the first column. */
  public List<String> words() {
    if (has(WORD)) {
      return column(WORD);
    }
    return column(columnNames().get(0));
  }

  private Column find(String name) {
    if (isComputed(name)) {
      return compute(name);
    }

    Column column = columns.get(name);
    if (column == null) {
      throw new IllegalArgumentException(
          "the sentence has no column '" + name + "'; it has " + columnNames());
    }
    return column;
  }

  /** Returns whether this sentence has a weighted column with a name. */
  public boolean isWeighted(String name) {
    if (isComputed(name)) {
      return wordColumns.isWeighted(name);
    }
    return columns.containsKey(name) && columns.get(name).weighted != null;
  }

  /**
   * Returns the values of a column with their weights, one list per token. The values of a plain
   * column have weight 1.
   *
   * @throws IllegalArgumentException if there is no such column
   */
  public List<List<WeightedValue>> cells(String name) {
    Column column = find(name);
    if (column.weighted == null) {
      return cellsOf(name);
    }
    return column.weighted;
  }

  /**
   * Returns the values of a cell with their weights. The value of a plain column has weight 1.
   *
   * @param token index of the token
   * @throws IllegalArgumentException if there is no such column
   */
  public List<WeightedValue> cell(String name, int token) {
    if (isComputed(name)) {
      return wordColumns.cell(name, token);
    }

    Column column = find(name);
    if (column.weighted == null) {
      return List.of(new WeightedValue(column.values.get(token), 1));
    }
    return column.weighted.get(token);
  }

  /**
   * Returns a sentence of selected tokens. Its columns are all stored.
   *
   * @param tokens indices of tokens, in any order, possibly repeated
   */
  public TokenSequence select(List<Integer> tokens) {
    Map<String, Column> selected = new LinkedHashMap<>();
    allColumns().forEach((name, column) -> selected.put(name, column.select(tokens)));
    return new TokenSequence(selected, null);
  }

  /** Returns the tokens {@code [from, to)} as a sentence. Its columns are all stored. */
  public TokenSequence slice(int from, int to) {
    Map<String, Column> slices = new LinkedHashMap<>();
    allColumns().forEach((name, column) -> slices.put(name, column.slice(from, to)));
    return new TokenSequence(slices, null);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TokenSequence sentence
        && List.copyOf(allColumns().entrySet())
            .equals(List.copyOf(sentence.allColumns().entrySet()));
  }

  @Override
  public int hashCode() {
    return allColumns().hashCode();
  }

  @Override
  public String toString() {
    return allColumns().toString();
  }
}
