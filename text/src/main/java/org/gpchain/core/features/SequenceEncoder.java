package org.gpchain.core.features;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.SparseRows;

/**
 * An encoder that turns sentences into sparse feature rows, one per token. The value of a feature
 * is the product of the weights of its cells, which is 1 unless columns are weighted. Features with
 * values below {@link WeightedNumbers#LEAST} are dropped. Immutable; shared between threads.
 */
public final class SequenceEncoder {
  private final int featureCount;

  /** The largest distance of a cell from its token. */
  final int reach;

  final CellReader reader;

  /** Number of columns, and so of patterns of a single cell, which come first. */
  final int columnCount;

  final CellPattern[] patterns;

  /** The pattern of each template. */
  final int[] patternOf;

  /**
   * For each template, the features of its pattern, {@code [tuples × templates of the pattern]}.
   */
  private final int[][] features;

  /** For each template, the tokens from the current token to the first cell of the pattern. */
  final int[] shifts;

  /** For each template, the number of templates of its pattern. */
  private final int[] strides;

  /** For each template, its index among the templates of its pattern. */
  private final int[] indices;

  /** Creates an encoder for the features of a vocabulary. */
  public SequenceEncoder(Vocabulary vocabulary) {
    TemplateLayout layout = vocabulary.layout;
    PatternTrie trie = vocabulary.patterns();
    featureCount = vocabulary.featureCount();
    reach = layout.reach;
    columnCount = layout.columns.size();
    patterns = trie.patterns.toArray(CellPattern[]::new);
    reader = new CellReader(layout.columns, reach, cellNumbering(vocabulary, patterns));

    int templateCount = layout.templateCount();
    patternOf = new int[templateCount];
    features = new int[templateCount][];
    shifts = new int[templateCount];
    strides = new int[templateCount];
    indices = new int[templateCount];
    for (int k = 0; k < templateCount; k++) {
      PatternTrie.TemplatePattern template = trie.templatePatterns.get(k);
      CellPattern pattern = patterns[template.pattern()];
      patternOf[k] = template.pattern();
      features[k] = pattern.features();
      shifts[k] = template.shift();
      strides[k] = pattern.templateCount();
      indices[k] = template.index();
    }
  }

  /** Returns the numbering of a cell's values by the tuples of the column's pattern. */
  private static CellReader.Numbering cellNumbering(Vocabulary vocabulary, CellPattern[] patterns) {
    return (column, value) -> {
      int symbol = vocabulary.findSymbol(value);
      return symbol < 0 ? CellPattern.NONE : patterns[column].find(symbol);
    };
  }

  /** The rows of the sentences so far. */
  private static final class Rows {
    private int[] starts = new int[1];
    private int[] features = {};
    private float[] values = {};

    /** Whether values are stored; if not, all are 1. */
    private boolean weighted;

    /** Number of entries of all rows. */
    private int used;

    private int rows;

    /** Features of the current sentence's tokens, template by template. */
    private final WeightedNumbers entries = new WeightedNumbers();

    /**
     * Where the next entry of each token goes, relative to the sentence's first entry, {@code
     * [T+1]}.
     */
    private int[] ends = {};

    /** Makes room for more rows and entries. */
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

    /** Stores values from now on; existing entries get the value 1. */
    void makeWeighted() {
      if (!weighted) {
        weighted = true;
        if (values.length < features.length) {
          values = new float[features.length];
        }
        Arrays.fill(values, 0, used, 1);
      }
    }

    /** Adds a row for each token, with its features in the order of {@link #entries}. */
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
        int to = used + ends[entries.position(i)]++;
        features[to] = entries.number(i);
        if (weighted) {
          values[to] = (float) entries.weight(i);
        }
      }
      used += entries.size();
    }

    /** Returns the values of all entries; null if all are 1. */
    float[] values() {
      if (weighted) {
        return Arrays.copyOf(values, used);
      }
      return null;
    }
  }

  /** Encodes sentences as one matrix, with a row for each token of one sentence after the other. */
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

  /** Returns the feature of a tuple for a template; negative if it is no feature. */
  int feature(int template, int tuple) {
    return features[template][tuple * strides[template] + indices[template]];
  }

  /** Returns new scratch space for the tuples of each pattern. */
  WeightedNumbers[] lists() {
    return Stream.generate(WeightedNumbers::new)
        .limit(patterns.length)
        .toArray(WeightedNumbers[]::new);
  }
}
