package org.gpchain.core.features;

import java.util.Arrays;
import java.util.List;
import org.gpchain.core.math.SparseRows;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.text.TokenSequence;

/**
 * Turns sentences into sparse feature rows, one per token. The value of a feature is the product of
 * its cells' weights, 1 if all of them are in plain columns; products below {@link
 * WeightedNumbers#LEAST} are left out. Immutable; shared between threads.
 */
public final class SequenceEncoder {
  private final int featureCount;
  private final int reach;
  private final CellReader reader;
  private final int columnCount;
  private final CellPattern[] patterns;

  /** For each template: its pattern, and the features of that, {@code [tuples × templates]}. */
  private final int[] patternOf;

  private final int[][] features;
  private final int[] shifts;
  private final int[] strides;
  private final int[] indices;

  public SequenceEncoder(Vocabulary vocabulary) {
    TemplateLayout layout = vocabulary.layout();
    PatternTrie trie = vocabulary.patterns();
    featureCount = vocabulary.featureCount();
    reach = layout.reach;
    columnCount = layout.columns.size();
    patterns = trie.patterns.toArray(CellPattern[]::new);
    int templateCount = layout.templateCount();
    patternOf = new int[templateCount];
    features = new int[templateCount][];
    shifts = new int[templateCount];
    strides = new int[templateCount];
    indices = new int[templateCount];
    for (int k = 0; k < templateCount; k++) {
      PatternTrie.Place place = trie.places.get(k);
      patternOf[k] = place.pattern();
      features[k] = patterns[place.pattern()].features();
      shifts[k] = place.shift();
      strides[k] = patterns[place.pattern()].templateCount();
      indices[k] = place.index();
    }
    reader =
        new CellReader(
            layout.columns,
            reach,
            (column, value) -> {
              int symbol = vocabulary.findSymbol(value);
              return symbol < 0 ? CellReader.ABSENT : patterns[column].find(symbol);
            });
  }

  /** Growing rows; scratch space of {@link #encode(TokenSequence, Workspace, RowSink)}. */
  private static final class Rows {
    private int[] starts = new int[1];
    private int[] features = {};
    private float[] values = {};

    /** Whether there are values; they are ones otherwise, and not written. */
    private boolean weighted;

    private int used;
    private int rows;

    /** The numbers of all patterns at all positions of the sentence that is being encoded. */
    private int[] numbers = {};

    /** Where in the numbers those of each template's pattern begin. */
    private int[] bases = {};

    /** Features of the sentence's tokens, template by template. */
    private final WeightedNumbers entries = new WeightedNumbers();

    /** {@code [T+1]}: where the next entry of each token is to stand, from the first one on. */
    private int[] ends = {};

    void reserve(int moreRows, int moreFeatures) {
      if (starts.length <= rows + moreRows) {
        starts = Arrays.copyOf(starts, Math.max(rows + moreRows + 1, starts.length * 2));
      }
      if (features.length < used + moreFeatures) {
        features = Arrays.copyOf(features, Math.max(used + moreFeatures, features.length * 2));
      }
      if (weighted && values.length < features.length) {
        values = Arrays.copyOf(values, features.length);
      }
    }

    /** From here on entries have values; those that are there have the value 1. */
    void makeWeighted() {
      if (!weighted) {
        weighted = true;
        if (values.length < features.length) {
          values = new float[features.length];
        }
        Arrays.fill(values, 0, used, 1);
      }
    }

    /** A row for each token, with its entries in the order in which they came. */
    void addEntries(int length) {
      ends = Workspace.ensure(ends, length + 1);
      Arrays.fill(ends, 0, length + 1, 0);
      for (int i = 0; i < entries.size(); i++) {
        ends[entries.position(i) + 1]++;
      }
      reserve(length, entries.size());
      for (int t = 0; t < length; t++) {
        ends[t + 1] += ends[t];
        starts[++rows] = used + ends[t + 1];
      }
      for (int i = 0; i < entries.size(); i++) {
        int place = used + ends[entries.position(i)]++;
        features[place] = entries.number(i);
        values[place] = (float) entries.weight(i);
      }
      used += entries.size();
    }

    float[] values() {
      return weighted ? Arrays.copyOf(values, used) : null;
    }

    void clear() {
      used = 0;
      rows = 0;
      weighted = false;
    }
  }

  @FunctionalInterface
  public interface RowSink {
    /**
     * @param rowStart {@code [T+1]} at least: token t has the entries {@code [rowStart[t],
     *     rowStart[t+1])}
     * @param values their values; null if all are one; valid, like the others, during the call only
     */
    void accept(int[] rowStart, int[] features, float[] values);
  }

  /**
   * Encodes one sentence into the workspace and hands the rows to {@code sink}; allocates next to
   * nothing once the workspace has grown.
   */
  public void encode(TokenSequence sentence, Workspace workspace, RowSink sink) {
    Rows rows = workspace.scratch(Rows.class, Rows::new);
    rows.clear();
    append(sentence, rows, workspace);
    sink.accept(rows.starts, rows.features, rows.weighted ? rows.values : null);
  }

  /** Encodes a corpus as one matrix; the tokens of a sentence follow those of the one before it. */
  public SparseRows encode(List<TokenSequence> sentences) {
    Rows rows = new Rows();
    Workspace workspace = new Workspace();
    for (TokenSequence sentence : sentences) {
      append(sentence, rows, workspace);
    }
    return SparseRows.of(
        featureCount,
        Arrays.copyOf(rows.starts, rows.rows + 1),
        Arrays.copyOf(rows.features, rows.used),
        rows.values());
  }

  private void append(TokenSequence sentence, Rows rows, Workspace workspace) {
    int length = sentence.length();
    int width = reader.width(length);
    rows.numbers = Workspace.ensure(rows.numbers, patterns.length * width);
    rows.bases = Workspace.ensure(rows.bases, patternOf.length);
    reader.read(sentence, workspace, rows.numbers);
    for (int k = 0; k < patternOf.length; k++) {
      rows.bases[k] = patternOf[k] * width + reach + shifts[k];
    }
    rows.reserve(length, length * patternOf.length);
    if (reader.isWeighted(sentence)) {
      rows.makeWeighted();
      WeightedTuples tuples = workspace.scratch(WeightedTuples.class, WeightedTuples::new);
      tuples.match(patterns, columnCount, reader, sentence, rows.numbers);
      collect(length, tuples, rows);
      return;
    }
    for (int p = columnCount; p < patterns.length; p++) {
      patterns[p].match(rows.numbers, p, width);
    }
    int first = rows.used;
    for (int t = 0; t < length; t++) {
      rows.used = collect(t, rows.numbers, rows.bases, rows.features, rows.used);
      rows.starts[++rows.rows] = rows.used;
    }
    if (rows.weighted) {
      Arrays.fill(rows.values, first, rows.used, 1);
    }
  }

  /** Writes the features of a token behind {@code end} and returns their end. */
  private int collect(int token, int[] numbers, int[] bases, int[] out, int end) {
    int next = end;
    for (int k = 0; k < patternOf.length; k++) {
      int tuple = numbers[bases[k] + token];
      if (tuple >= 0) {
        int feature = features[k][tuple * strides[k] + indices[k]];
        if (feature >= 0) {
          out[next++] = feature;
        }
      }
    }
    return next;
  }

  /**
   * Adds the features of a sentence with weighted columns, template by template: cells of most
   * weighted columns are empty.
   */
  private void collect(int length, WeightedTuples tuples, Rows rows) {
    WeightedNumbers entries = rows.entries;
    entries.clear();
    for (int k = 0; k < patternOf.length; k++) {
      if (tuples.isWeighted(patternOf[k])) {
        WeightedNumbers all = tuples.of(patternOf[k]);
        for (int i = 0; i < all.size(); i++) {
          int token = all.position(i) - reach - shifts[k];
          if (token >= 0 && token < length) {
            entries.add(token, feature(k, all.number(i)), all.weight(i));
          }
        }
      } else {
        for (int token = 0; token < length; token++) {
          int tuple = rows.numbers[rows.bases[k] + token];
          if (tuple >= 0) {
            entries.add(token, feature(k, tuple), 1);
          }
        }
      }
    }
    rows.addEntries(length);
  }

  private int feature(int template, int tuple) {
    return features[template][tuple * strides[template] + indices[template]];
  }

  /**
   * The tuples of patterns at the positions of a sentence with weighted columns: a pattern that has
   * a cell of such a column has every combination of its cells' values, whose weight is their
   * product. Scratch space.
   */
  private static final class WeightedTuples {
    private WeightedNumbers[] lists = {};
    private boolean[] weighted = {};

    /** The lists that have been filled, those of plain patterns only if they are part of others. */
    private boolean[] filled = {};

    /**
     * Finds the tuples of all patterns, each after those that it is made of.
     *
     * @param columnCount number of patterns that are single columns, which come first
     * @param numbers {@code [patterns × width]} row-major: the rows of the columns have been read,
     *     those of other patterns without a weighted column are overwritten
     */
    void match(
        CellPattern[] patterns,
        int columnCount,
        CellReader reader,
        TokenSequence sentence,
        int[] numbers) {
      int width = reader.width(sentence.length());
      reserve(patterns.length);
      for (int p = 0; p < patterns.length; p++) {
        CellPattern pattern = patterns[p];
        if (p < columnCount) {
          weighted[p] = reader.isWeighted(p, sentence);
          if (weighted[p]) {
            reader.read(sentence, p, lists[p]);
          }
        } else {
          weighted[p] =
              pattern.hasCells() && (weighted[pattern.parent] || weighted[pattern.column]);
          if (weighted[p]) {
            pattern.match(
                list(pattern.parent, numbers, width),
                list(pattern.column, numbers, width),
                lists[p]);
          } else {
            pattern.match(numbers, p, width);
          }
        }
        filled[p] = weighted[p];
      }
    }

    private void reserve(int patterns) {
      if (lists.length < patterns) {
        lists = new WeightedNumbers[patterns];
        Arrays.setAll(lists, p -> new WeightedNumbers());
        weighted = new boolean[patterns];
        filled = new boolean[patterns];
      }
    }

    private WeightedNumbers list(int pattern, int[] numbers, int width) {
      if (!filled[pattern]) {
        lists[pattern].setPlain(numbers, pattern * width, width);
        filled[pattern] = true;
      }
      return lists[pattern];
    }

    boolean isWeighted(int pattern) {
      return weighted[pattern];
    }

    WeightedNumbers of(int pattern) {
      return lists[pattern];
    }
  }
}
