package org.gpchain.internal.training.objective;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.DenseColumns;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.training.data.LabeledRows;

/** Creates small random corpora, and computes scores from them in a simple way. */
public final class Corpora {
  private Corpora() {}

  /** Returns random sentences. Rows have up to four features, and some features may be equal. */
  public static LabeledRows random(Draws draws, int labelCount, int featureCount, int... lengths) {
    int[] starts = starts(lengths);
    int tokens = starts[lengths.length];
    int[] rowStart = new int[tokens + 1];
    for (int t = 0; t < tokens; t++) {
      rowStart[t + 1] = rowStart[t] + draws.index(5);
    }

    int[] columns = draws.indices(rowStart[tokens], featureCount);
    return new LabeledRows(
        SparseRows.of(featureCount, rowStart, columns),
        starts,
        draws.indices(tokens, labelCount),
        labelCount);
  }

  /** Returns sentences whose tokens all have the same number of features. */
  public static LabeledRows of(
      int featureCount, int[] columns, int labelCount, int[] labels, int... lengths) {
    int each = columns.length / labels.length;
    int[] rowStart = IntStream.rangeClosed(0, labels.length).map(t -> each * t).toArray();
    return new LabeledRows(
        SparseRows.of(featureCount, rowStart, columns), starts(lengths), labels, labelCount);
  }

  /** Returns the same sentences with random feature values between 0.1 and 1. */
  public static LabeledRows withValues(LabeledRows corpus, Draws draws) {
    float[] values = new float[corpus.rows().entryCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) draws.between(0.1, 1.0);
    }
    return with(corpus, corpus.rows().columnCount(), values);
  }

  /**
   * Returns the same sentences with another number of columns and other feature values.
   *
   * @param values values of the entries; null for ones
   */
  public static LabeledRows with(LabeledRows corpus, int columnCount, float[] values) {
    SparseRows rows = corpus.rows();
    int[] start = IntStream.rangeClosed(0, rows.rowCount()).map(rows::start).toArray();
    int[] columns = IntStream.range(0, rows.entryCount()).map(rows::column).toArray();
    return corpus.withRows(SparseRows.of(columnCount, start, columns, values));
  }

  /**
   * Returns the same sentences with dense columns: a random vector for each token, in the blocks of
   * the token itself, of its left neighbor and of its right neighbor.
   */
  public static LabeledRows withDense(LabeledRows corpus, Draws draws, int dimension) {
    float[] vectors = new float[corpus.tokenCount() * dimension];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = (float) draws.between(-1.0, 1.0);
    }

    int[] vectorOf = new int[corpus.tokenCount() * 3];
    for (int n = 0; n < corpus.sentenceCount(); n++) {
      int first = corpus.sentenceStart()[n];
      int last = corpus.sentenceStart()[n + 1] - 1;
      for (int t = first; t <= last; t++) {
        vectorOf[3 * t] = t;
        vectorOf[3 * t + 1] = t == first ? DenseColumns.NONE : t - 1;
        vectorOf[3 * t + 2] = t == last ? DenseColumns.NONE : t + 1;
      }
    }
    DenseColumns dense = new DenseColumns(dimension, 3, vectors, vectorOf);
    return corpus.withRows(corpus.rows().withDense(dense));
  }

  /** Returns the same sentences with an entry for each value of a dense column. */
  public static LabeledRows withEntries(LabeledRows corpus) {
    SparseRows rows = corpus.rows();
    int each = rows.denseCount();
    int[] start = new int[rows.rowCount() + 1];
    int[] columns = new int[rows.entryCount() + rows.rowCount() * each];
    float[] values = new float[columns.length];
    int next = 0;
    for (int r = 0; r < rows.rowCount(); r++) {
      for (int i = rows.start(r); i < rows.start(r + 1); i++) {
        columns[next] = rows.column(i);
        values[next++] = rows.value(i);
      }
      for (int d = 0; d < each; d++) {
        columns[next] = rows.sparseCount() + d;
        values[next++] = rows.dense().value(r, d);
      }
      start[r + 1] = next;
    }
    return corpus.withRows(SparseRows.of(rows.columnCount(), start, columns, values));
  }

  /** Returns the starts of sentences of the given lengths, and the end of the last one. */
  public static int[] starts(int... lengths) {
    int[] starts = new int[lengths.length + 1];
    for (int n = 0; n < lengths.length; n++) {
      starts[n + 1] = starts[n] + lengths[n];
    }
    return starts;
  }

  /** Returns random lengths from 1 to 7. */
  public static int[] lengths(Draws draws, int sentences) {
    return Arrays.stream(draws.indices(sentences, 7)).map(length -> length + 1).toArray();
  }

  /** Returns the rows of a sentence as a dense matrix, {@code [T][D]}. */
  public static double[][] dense(LabeledRows corpus, int sentence) {
    return dense(corpus.rows(), corpus.sentenceStart()[sentence], corpus.length(sentence));
  }

  /** Returns rows as a dense matrix. */
  public static double[][] dense(SparseRows rows, int from, int count) {
    double[][] out = new double[count][rows.columnCount()];
    for (int t = 0; t < count; t++) {
      for (int i = rows.start(from + t); i < rows.start(from + t + 1); i++) {
        out[t][rows.column(i)] += rows.value(i);
      }
      for (int c = 0; c < rows.denseCount(); c++) {
        out[t][rows.sparseCount() + c] = rows.dense().value(from + t, c);
      }
    }
    return out;
  }

  /** Returns the scores {@code f = X w} of a sentence, {@code [T×V]}. */
  public static double[] unary(LabeledRows corpus, int sentence, double[] weights) {
    double[][] x = dense(corpus, sentence);
    int v = corpus.labelCount();
    double[] unary = new double[x.length * v];
    for (int t = 0; t < x.length; t++) {
      for (int d = 0; d < x[t].length; d++) {
        for (int a = 0; a < v; a++) {
          unary[t * v + a] += x[t][d] * weights[d * v + a];
        }
      }
    }
    return unary;
  }
}
