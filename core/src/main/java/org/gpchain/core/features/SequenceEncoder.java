package org.gpchain.core.features;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.SparseRows;

/**
 * Turns sentences into sparse feature rows, one per token. The value of a feature is the product of
 * its cells' weights, 1 if all of them are in plain columns; products below {@link
 * WeightedNumbers#LEAST} are left out. Immutable; shared between threads.
 */
public final class SequenceEncoder {
  private final int featureCount;
  final int reach;
  final CellReader reader;
  final int columnCount;
  final CellPattern[] patterns;

  /** For each template: its pattern, and the features of that, {@code [tuples × templates]}. */
  final int[] patternOf;

  private final int[][] features;
  final int[] shifts;
  private final int[] strides;
  private final int[] indices;

  public SequenceEncoder(Vocabulary vocabulary) {
    TemplateLayout layout = vocabulary.layout;
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
              return symbol < 0 ? CellPattern.NONE : patterns[column].find(symbol);
            });
  }

  /** Growing rows. */
  private static final class Rows {
    private int[] starts = new int[1];
    private int[] features = {};
    private float[] values = {};

    /** Whether there are values; they are ones otherwise, and not written. */
    private boolean weighted;

    private int used;
    private int rows;

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
        if (weighted) {
          values[place] = (float) entries.weight(i);
        }
      }
      used += entries.size();
    }

    float[] values() {
      return weighted ? Arrays.copyOf(values, used) : null;
    }
  }

  /** Encodes a corpus as one matrix; the tokens of a sentence follow those of the one before it. */
  public SparseRows encode(List<TokenSequence> sentences) {
    Rows rows = new Rows();
    WeightedNumbers[] lists = lists();
    for (TokenSequence sentence : sentences) {
      append(sentence, rows, lists);
    }
    return SparseRows.of(
        featureCount,
        Arrays.copyOf(rows.starts, rows.rows + 1),
        Arrays.copyOf(rows.features, rows.used),
        rows.values());
  }

  private void append(TokenSequence sentence, Rows rows, WeightedNumbers[] lists) {
    for (int p = 0; p < patterns.length; p++) {
      if (p < columnCount) {
        reader.read(sentence, p, lists[p]);
      } else {
        patterns[p].match(lists, p, reader.width(sentence.length()));
      }
    }
    if (reader.isWeighted(sentence)) {
      rows.makeWeighted();
    }
    WeightedNumbers entries = rows.entries;
    entries.clear();
    for (int k = 0; k < patternOf.length; k++) {
      WeightedNumbers tuples = lists[patternOf[k]];
      for (int i = 0; i < tuples.size(); i++) {
        int token = tuples.position(i) - reach - shifts[k];
        if (token >= 0 && token < sentence.length()) {
          entries.add(token, feature(k, tuples.number(i)), tuples.weight(i));
        }
      }
    }
    rows.addEntries(sentence.length());
  }

  /** The feature of a tuple for a template; negative if it has none. */
  int feature(int template, int tuple) {
    return features[template][tuple * strides[template] + indices[template]];
  }

  /** New scratch space for the tuples of each pattern. */
  WeightedNumbers[] lists() {
    return Stream.generate(WeightedNumbers::new)
        .limit(patterns.length)
        .toArray(WeightedNumbers[]::new);
  }
}
