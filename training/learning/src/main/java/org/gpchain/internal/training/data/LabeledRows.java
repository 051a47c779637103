package org.gpchain.internal.training.data;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.gpchain.core.likelihood.PartialLabels;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.SparseRows;

/**
 * An encoded training corpus: feature rows of all tokens, sentence after sentence, and a label
 * number for each. Arrays are shared with the caller, not copied.
 *
 * @param rows one row per token
 * @param sentenceStart {@code [N+1]}: sentence n has the rows {@code [start[n], start[n+1])}, at
 *     least one
 * @param labels label number of each token, or what stands for a row of {@code partial}
 * @param partial what is known of tokens whose label is not; null if all labels are known
 */
public record LabeledRows(
    SparseRows rows, int[] sentenceStart, int[] labels, int labelCount, PartialLabels partial) {
  /** More labels than this are many. */
  public static final int MANY_LABELS = 100;

  public LabeledRows(SparseRows rows, int[] sentenceStart, int[] labels, int labelCount) {
    this(rows, sentenceStart, labels, labelCount, null);
  }

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
   * The linear chain of these labels. If they are many and all known, it has scores of those
   * transitions that occur: most do not, and V² of them for each sentence are too many.
   */
  public LinearChain chain() {
    if (labelCount <= MANY_LABELS || partial != null) {
      return new LinearChain(labelCount, partial);
    }
    int[] pairs =
        IntStream.range(0, sentenceCount())
            .flatMap(n -> IntStream.range(sentenceStart[n] + 1, sentenceStart[n + 1]))
            .map(t -> labels[t - 1] * labelCount + labels[t])
            .sorted()
            .distinct()
            .toArray();
    return LinearChain.ofTransitions(labelCount, pairs);
  }

  public int sentenceCount() {
    return sentenceStart.length - 1;
  }

  public int tokenCount() {
    return labels.length;
  }

  public int length(int sentence) {
    return sentenceStart[sentence + 1] - sentenceStart[sentence];
  }

  /** Label numbers of a sentence, {@code [T]}; a new array. */
  public int[] labelsOf(int sentence) {
    return Arrays.copyOfRange(labels, sentenceStart[sentence], sentenceStart[sentence + 1]);
  }

  /**
   * The sentences of the given numbers, in that order.
   *
   * @param numbers at least one, each in {@code [0, N)}; the same one may occur twice; not modified
   */
  public LabeledRows select(int[] numbers) {
    Checks.atLeast("number of sentences to select", numbers.length, 1);
    int[] start = new int[numbers.length + 1];
    for (int i = 0; i < numbers.length; i++) {
      start[i + 1] = start[i] + length(Checks.index("sentence", numbers[i], sentenceCount()));
    }
    int[] tokens =
        Arrays.stream(numbers)
            .flatMap(n -> IntStream.range(sentenceStart[n], sentenceStart[n + 1]))
            .toArray();
    return new LabeledRows(
        rows.select(tokens),
        start,
        Arrays.stream(tokens).map(token -> labels[token]).toArray(),
        labelCount,
        partial);
  }

  /**
   * The scores of one sentence's labels: the sum of the weights of each token's active features.
   *
   * @param weights {@code [D×V]} row-major; not modified
   * @param out {@code [T×V]} row-major, may be longer; overwritten
   */
  public void unary(int sentence, double[] weights, double[] out) {
    int first = sentenceStart[sentence];
    int length = length(sentence);
    Arrays.fill(out, 0, length * labelCount, 0);
    rows.addProducts(first, length, weights, labelCount, out, 0);
  }

  public LabeledRows withRows(SparseRows other) {
    return new LabeledRows(other, sentenceStart, labels, labelCount, partial);
  }
}
