package org.gpchain.core.decode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.internal.core.math.Entropy;

/**
 * The prediction for one sentence. Immutable.
 *
 * <p>If the tagger uses samples of the posterior, probabilities are averages over the samples. The
 * entropy of a token's label is then the sum of two parts: the expected entropy, which would remain
 * if the model were known exactly, and the mutual information, which results from the uncertainty
 * about the model. Without samples, the expected entropy is the entropy, and the mutual information
 * is 0.
 *
 * @param labelSet labels of the model
 * @param path index of the decoded label of each token, {@code [T]}; not to be modified
 * @param marginals marginal probabilities of the labels, {@code [T×V]} row-major; not to be
 *     modified
 * @param expectedEntropies expected entropy of each token's label, {@code [T]}, in nats; not to be
 *     modified. Null without samples.
 * @param logSequenceProbability natural logarithm of the probability of {@code path}
 * @param spans decoded segments in order, each with its posterior probability and, if requested,
 *     its alternatives
 * @param evidence statistics for the {@link PromiseCheck}; not to be modified. Null if the tagger
 *     has no such check.
 * @param novelty how unlike the training text the sentence is, the mean over its tokens, which is 1
 *     in the training text. NaN if the model does not measure it, or the sentence is empty.
 */
public record Prediction(
    LabelSet labelSet,
    int[] path,
    double[] marginals,
    double[] expectedEntropies,
    double logSequenceProbability,
    List<ScoredSpan> spans,
    long[] evidence,
    double novelty) {
  /** Creates a prediction; copies the list, but not the arrays. */
  public Prediction {
    spans = List.copyOf(spans);
  }

  /**
   * Returns the prediction for a sentence that was tagged in pieces. The labels of different pieces
   * are independent of one another, and no segment crosses the border between pieces.
   *
   * @param pieces predictions of one tagger for all pieces in order, at least one
   */
  public static Prediction join(List<Prediction> pieces) {
    LabelSet labelSet = pieces.get(0).labelSet;
    int length = pieces.stream().mapToInt(Prediction::length).sum();
    int[] path = new int[length];
    double[] marginals = new double[length * labelSet.size()];
    double[] expectedEntropies = new double[length];
    List<ScoredSpan> spans = new ArrayList<>();
    double logProbability = 0;
    long[] evidence = null;
    double novelty = 0;

    int start = 0;
    for (Prediction piece : pieces) {
      System.arraycopy(piece.path, 0, path, start, piece.length());
      System.arraycopy(
          piece.marginals, 0, marginals, start * labelSet.size(), piece.marginals.length);
      for (int t = 0; t < piece.length(); t++) {
        expectedEntropies[start + t] = piece.expectedEntropy(t);
      }
      for (ScoredSpan span : piece.spans) {
        spans.add(span.shifted(start));
      }
      logProbability += piece.logSequenceProbability;
      evidence = PromiseCheck.sum(evidence, piece.evidence);
      if (piece.length() > 0) {
        novelty += piece.length() * piece.novelty;
      }
      start += piece.length();
    }
    return new Prediction(
        labelSet,
        path,
        marginals,
        expectedEntropies,
        logProbability,
        spans,
        evidence,
        novelty / length);
  }

  /** Returns the number of tokens, T. */
  public int length() {
    return path.length;
  }

  /** Returns the decoded label of a token. */
  public String label(int token) {
    return labelSet.label(path[token]);
  }

  /** Returns the decoded labels of all tokens. */
  public List<String> labels() {
    return Arrays.stream(path).mapToObj(labelSet::label).toList();
  }

  /** Returns the probability that a token has a label, {@code p(y_t = v)}. */
  public double marginal(int token, int label) {
    return marginals[token * labelSet.size() + label];
  }

  /** Returns the possible labels of each token as cells of a weighted part-of-speech column. */
  public List<List<WeightedValue>> possibleTags() {
    List<List<WeightedValue>> cells = new ArrayList<>(length());
    for (int t = 0; t < length(); t++) {
      int token = t;
      cells.add(PosTags.possible(labelSet.labels(), label -> marginal(token, label)));
    }
    return cells;
  }

  /** Returns the probability of the decoded label sequence; 1 for an empty sentence. */
  public double sequenceProbability() {
    return Math.exp(logSequenceProbability);
  }

  /** Returns the entropy of a token's label, in nats. */
  public double entropy(int token) {
    return Entropy.of(marginals, token * labelSet.size(), labelSet.size());
  }

  /** Returns the mean entropy of a token's label over the posterior samples, in nats. */
  public double expectedEntropy(int token) {
    if (expectedEntropies == null) {
      return entropy(token);
    }
    return expectedEntropies[token];
  }

  /**
   * Returns the mutual information of a token's label and the model, in nats: the entropy minus the
   * expected entropy, but at least 0 (Houlsby et al. 2011).
   */
  public double mutualInformation(int token) {
    return Math.max(0, entropy(token) - expectedEntropy(token));
  }

  /** Returns the mean of {@link #entropy(int)} over all tokens; 0 for an empty sentence. */
  public double entropy() {
    return mean(this::entropy);
  }

  /** Returns the mean of {@link #expectedEntropy(int)} over all tokens; 0 for an empty sentence. */
  public double expectedEntropy() {
    return mean(this::expectedEntropy);
  }

  /**
   * Returns the mean of {@link #mutualInformation(int)} over all tokens; 0 for an empty sentence.
   */
  public double mutualInformation() {
    return mean(this::mutualInformation);
  }

  private double mean(IntToDoubleFunction ofToken) {
    double sum = 0;
    for (int t = 0; t < length(); t++) {
      sum += ofToken.applyAsDouble(t);
    }
    return sum / Math.max(1, length());
  }
}
