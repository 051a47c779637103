package org.gpchain.core.promise;

import java.util.List;
import java.util.Set;
import org.gpchain.core.likelihood.PartialLabels;
import org.gpchain.core.text.Span;

/**
 * The gold annotation of a sentence. Immutable; the array is retained, not copied.
 *
 * @param labels indices of the gold labels, {@code [T]} with T ≥ 1, or of rows of {@code partial}.
 *     Without {@code partial}, a negative index is a known label that the model does not have.
 * @param partial constraints on tokens whose labels are unknown; null if all labels are known
 * @param segments gold segments
 * @param block index of the block of adjacent sentences to which the sentence belongs
 */
public record GoldSentence(int[] labels, PartialLabels partial, Set<Span> segments, int block) {
  public GoldSentence {
    segments = Set.copyOf(segments);
  }

  /** Returns the annotation of a sentence whose labels are all known. */
  public static GoldSentence of(int[] labels, List<Span> segments, int block) {
    return new GoldSentence(labels, null, Set.copyOf(segments), block);
  }

  /** Returns the number of tokens, T. */
  public int length() {
    return labels.length;
  }

  /** Returns whether all labels are known, and thus all segments. */
  public boolean isComplete() {
    return partial == null || !PartialLabels.isPartial(labels);
  }

  /** Returns whether some tokens have probabilities of labels instead of a known label. */
  public boolean isGuessed() {
    return partial != null && partial.hasProbabilities(labels);
  }

  /**
   * Returns the probability of the annotation of a token.
   *
   * @param token index of the token
   * @param marginals marginals of the sentence, {@code [T×V]} row-major; not modified
   * @param row offset of the token's marginals
   */
  double probability(int token, double[] marginals, int row) {
    int label = labels[token];
    if (!isUnknown(label)) {
      return marginals[row + label];
    }

    double[] weights = partial.weights(label);
    double sum = 0;
    for (int v = 0; v < weights.length; v++) {
      sum += weights[v] * marginals[row + v];
    }
    return sum;
  }

  /**
   * Returns the likelihood of the annotations of the tokens of a segment that was not annotated. It
   * is 0 if the label of a token is known.
   *
   * @param start index of the segment's first token
   * @param segment label indices of the segment's tokens; not modified
   */
  double likelihood(int start, int[] segment) {
    double likelihood = 1;
    for (int i = 0; i < segment.length; i++) {
      int label = labels[start + i];
      if (!isUnknown(label)) {
        return 0;
      }
      likelihood *= partial.weights(label)[segment[i]];
    }
    return likelihood;
  }

  private boolean isUnknown(int label) {
    return partial != null && PartialLabels.isUnknown(label);
  }
}
