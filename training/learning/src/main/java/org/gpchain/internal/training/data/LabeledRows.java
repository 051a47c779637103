package org.gpchain.internal.training.data;

import java.util.Arrays;
import org.gpchain.core.likelihood.PartialLabels;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.DoubleTable;
import org.gpchain.internal.core.math.SparseRows;

/**
 * An encoded training corpus: the feature row and the label number of each token, sentence after
 * sentence. Arrays are shared with the caller, not copied.
 *
 * @param rows one row per token
 * @param sentenceStart {@code [N+1]}: sentence n has the rows {@code [start[n], start[n+1])}, which
 *     are at least one
 * @param labels label number of each token, or the code of a row of {@code partial}
 * @param labelCount number of labels V
 * @param partial weights of the possible labels of unknown tokens; null if all labels are known
 */
public record LabeledRows(
    SparseRows rows, int[] sentenceStart, int[] labels, int labelCount, PartialLabels partial) {
  /** Maximum number of labels for which all V² transitions have a score. */
  public static final int MANY_LABELS = 100;

  /** Creates a corpus whose labels are all known. */
  public LabeledRows(SparseRows rows, int[] sentenceStart, int[] labels, int labelCount) {
    this(rows, sentenceStart, labels, labelCount, null);
  }

  /** Creates a corpus; checks the shapes and the range of the labels. */
  public LabeledRows {
    Checks.atLeast("sentenceStart.length", sentenceStart.length, 2);
    Checks.length("labels", labels.length, rows.rowCount(), "[tokens]");

    if (sentenceStart[0] != 0) {
      throw new IllegalArgumentException("sentenceStart[0] must be 0, was " + sentenceStart[0]);
    }
    Checks.length(
        "last sentence start", sentenceStart[sentenceStart.length - 1], rows.rowCount(), "tokens");
    for (int n = 1; n < sentenceStart.length; n++) {
      Checks.atLeast("tokens of sentence " + (n - 1), sentenceStart[n] - sentenceStart[n - 1], 1);
    }

    for (int label : labels) {
      if (partial != null && PartialLabels.isUnknown(label)) {
        Checks.index("row of an unknown label", PartialLabels.code(label), partial.weight().length);
      } else {
        Checks.index("label", label, labelCount);
      }
    }
  }

  /**
   * Returns the linear chain over the labels. If there are more than {@link #MANY_LABELS} labels
   * and all of them are known, only the transitions that occur in the corpus have their own score:
   * most transitions do not occur, and V² scores for each sentence would be too many.
   */
  public LinearChain chain() {
    if (labelCount <= MANY_LABELS || partial != null) {
      return new LinearChain(labelCount, partial);
    }

    int[] transitions = new int[tokenCount() - sentenceCount()];
    int next = 0;
    for (int n = 0; n < sentenceCount(); n++) {
      for (int t = sentenceStart[n] + 1; t < sentenceStart[n + 1]; t++) {
        transitions[next++] = labels[t - 1] * labelCount + labels[t];
      }
    }
    int[] distinctTransitions = Arrays.stream(transitions).sorted().distinct().toArray();
    return LinearChain.ofTransitions(labelCount, distinctTransitions);
  }

  /** Returns the number of sentences N. */
  public int sentenceCount() {
    return sentenceStart.length - 1;
  }

  /** Returns the number of tokens of all sentences. */
  public int tokenCount() {
    return labels.length;
  }

  /** Returns the number of tokens of a sentence. */
  public int length(int sentence) {
    return sentenceStart[sentence + 1] - sentenceStart[sentence];
  }

  /** Returns the label numbers of a sentence, {@code [T]}, in a new array. */
  public int[] labelsOf(int sentence) {
    return Arrays.copyOfRange(labels, sentenceStart[sentence], sentenceStart[sentence + 1]);
  }

  /**
   * Returns a corpus of some of the sentences, in the given order.
   *
   * @param numbers numbers of at least one sentence, each in {@code [0, N)}; a number may occur
   *     several times; not modified
   */
  public LabeledRows select(int[] numbers) {
    Checks.atLeast("number of sentences to select", numbers.length, 1);
    int[] start = new int[numbers.length + 1];
    for (int i = 0; i < numbers.length; i++) {
      start[i + 1] = start[i] + length(Checks.index("sentence", numbers[i], sentenceCount()));
    }

    int[] tokens = new int[start[numbers.length]];
    int[] selectedLabels = new int[tokens.length];
    int next = 0;
    for (int n : numbers) {
      for (int t = sentenceStart[n]; t < sentenceStart[n + 1]; t++) {
        tokens[next] = t;
        selectedLabels[next] = labels[t];
        next++;
      }
    }
    return new LabeledRows(rows.select(tokens), start, selectedLabels, labelCount, partial);
  }

  /**
   * Computes the label scores of a sentence: for each token, the sum of the weights of its active
   * features.
   *
   * @param weights {@code [D×V]} row-major; not modified
   * @param out {@code [T×V]} row-major, may be longer; receives the scores
   */
  public void unary(int sentence, double[] weights, double[] out) {
    int first = sentenceStart[sentence];
    int length = length(sentence);
    Arrays.fill(out, 0, length * labelCount, 0);
    rows.addProducts(first, length, weights, DoubleTable.of(out, labelCount));
  }

  /** Returns the same sentences and labels with other feature rows. */
  public LabeledRows withRows(SparseRows other) {
    return new LabeledRows(other, sentenceStart, labels, labelCount, partial);
  }
}
