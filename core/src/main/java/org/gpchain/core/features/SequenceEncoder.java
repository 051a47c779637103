package org.gpchain.core.features;

import java.util.Arrays;
import java.util.List;
import org.gpchain.core.math.SparseRows;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.text.TokenSequence;

/** Turns sentences into sparse feature rows, one a token. Immutable; shared between threads. */
public final class SequenceEncoder {
  private final Vocabulary vocabulary;

  /** An encoder for the features of a vocabulary. */
  public SequenceEncoder(Vocabulary vocabulary) {
    this.vocabulary = vocabulary;
  }

  /** Growing rows; scratch space of {@link #encode(TokenSequence, Workspace, RowSink)}. */
  private static final class Rows {
    private int[] starts = {};
    private int[] features = {};
    private int used;
    private int rows;

    void add(int row, int feature) {
      endRowsBefore(row);
      if (used == features.length) {
        features = Arrays.copyOf(features, Math.max(256, used * 2));
      }
      features[used++] = feature;
    }

    /** Closes all rows before {@code row}: from here on entries belong to it. */
    void endRowsBefore(int row) {
      if (starts.length <= row) {
        starts = Arrays.copyOf(starts, Math.max(row + 1, starts.length * 2));
      }
      while (rows < row) {
        starts[++rows] = used;
      }
    }

    void clear() {
      used = 0;
      rows = 0;
    }
  }

  /** Receives the rows of a sentence. */
  @FunctionalInterface
  public interface RowSink {
    /**
     * @param rowStart {@code [T+1]} at least: token t has the entries {@code [rowStart[t],
     *     rowStart[t+1])}
     * @param features features of all tokens; valid, like {@code rowStart}, during the call only
     */
    void accept(int[] rowStart, int[] features);
  }

  /**
   * Encodes one sentence into the workspace and hands the rows to {@code sink}; allocates nothing
   * once the workspace has grown.
   */
  public void encode(TokenSequence sentence, Workspace workspace, RowSink sink) {
    Rows rows = workspace.scratch(Rows.class, Rows::new);
    rows.clear();
    append(sentence, 0, rows, workspace);
    sink.accept(rows.starts, rows.features);
  }

  /** Encodes a corpus as one matrix; the tokens of a sentence follow those of the one before it. */
  public SparseRows encode(List<TokenSequence> sentences) {
    Rows rows = new Rows();
    Workspace workspace = new Workspace();
    int token = 0;
    for (TokenSequence sentence : sentences) {
      append(sentence, token, rows, workspace);
      token += sentence.length();
    }
    rows.endRowsBefore(token);
    return SparseRows.of(
        vocabulary.featureCount(),
        Arrays.copyOf(rows.starts, token + 1),
        Arrays.copyOf(rows.features, rows.used));
  }

  private void append(TokenSequence sentence, int firstRow, Rows rows, Workspace workspace) {
    vocabulary
        .extractor()
        .extract(
            sentence,
            vocabulary::findSymbol,
            workspace,
            (token, group, tuple) -> {
              int feature = vocabulary.find(group, tuple);
              if (feature >= 0) {
                rows.add(firstRow + token, feature);
              }
            });
    rows.endRowsBefore(firstRow + sentence.length());
  }
}
