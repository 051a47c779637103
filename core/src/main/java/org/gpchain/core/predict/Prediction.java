package org.gpchain.core.predict;

import java.util.Arrays;
import java.util.List;
import org.gpchain.core.text.LabelSet;

/**
 * What the tagger says of one sentence. Immutable.
 *
 * <p>With samples of the posterior, marginals are averages over them, and the uncertainty of a
 * token splits in two: what remains if the model were known (expected entropy), and what the model
 * does not know for lack of data (mutual information, {@link #entropy} less {@link
 * #expectedEntropy}).
 */
public final class Prediction {
  private final LabelSet labelSet;
  private final int[] path;
  private final double[] marginals;
  private final double[] expectedEntropy;
  private final List<ScoredSpan> spans;

  Prediction(
      LabelSet labelSet,
      int[] path,
      double[] marginals,
      double[] expectedEntropy,
      List<ScoredSpan> spans) {
    this.labelSet = labelSet;
    this.path = path;
    this.marginals = marginals;
    this.expectedEntropy = expectedEntropy;
    this.spans = List.copyOf(spans);
  }

  /** Number of tokens. */
  public int length() {
    return path.length;
  }

  /** The labels that marginals are about. */
  public LabelSet labelSet() {
    return labelSet;
  }

  /** The decoded label of a token. */
  public String label(int token) {
    return labelSet.label(path[token]);
  }

  /** The decoded labels, one a token. */
  public List<String> labels() {
    return Arrays.stream(path).mapToObj(labelSet::label).toList();
  }

  /** {@code p(y_t = v)}. */
  public double marginal(int token, int label) {
    return marginals[token * labelSet.size() + label];
  }

  /** The decoded segments, in order, each with its posterior probability. */
  public List<ScoredSpan> spans() {
    return spans;
  }

  /** Entropy of a token's label, in nats. */
  public double entropy(int token) {
    return entropy(marginals, token * labelSet.size(), labelSet.size());
  }

  /** Mean entropy of a token's label under the posterior's samples, in nats. */
  public double expectedEntropy(int token) {
    return expectedEntropy[token];
  }

  static double entropy(double[] p, int from, int count) {
    double sum = 0;
    for (int i = from; i < from + count; i++) {
      sum -= p[i] == 0 ? 0 : p[i] * Math.log(p[i]);
    }
    return sum;
  }
}
