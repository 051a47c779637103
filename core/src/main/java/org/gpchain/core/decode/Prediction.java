package org.gpchain.core.decode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.internal.core.math.Entropy;

/**
 * The prediction for one sentence. Immutable.
 *
 * <p>With samples of the posterior, probabilities are averages over them, and the uncertainty of a
 * token splits in two: the entropy that would remain if the model were known (expected entropy),
 * and the part that is due to not knowing the model (mutual information). Without samples the model
 * counts as known.
 *
 * @param path label numbers, {@code [T]}; not to be modified
 * @param marginals {@code [T×V]}; not to be modified
 * @param expectedEntropies {@code [T]}; null without samples, when they are the entropies; not to
 *     be modified
 * @param logSequenceProbability logarithm of the probability of {@code path}
 * @param spans the decoded segments, in order, each with its posterior probability and, if
 *     requested, its alternatives
 * @param evidence for the {@link PromiseCheck}; null without one; not to be modified
 */
public record Prediction(
    LabelSet labelSet,
    int[] path,
    double[] marginals,
    double[] expectedEntropies,
    double logSequenceProbability,
    List<ScoredSpan> spans,
    long[] evidence) {
  public Prediction {
    spans = List.copyOf(spans);
  }

  /**
   * The prediction of a sentence that was tagged in pieces, which count as independent. No segment
   * crosses from one piece to the next.
   *
   * @param pieces of one tagger, in order, at least one
   */
  public static Prediction join(List<Prediction> pieces) {
    List<ScoredSpan> spans = new ArrayList<>();
    double logProbability = 0;
    long[] evidence = null;
    int start = 0;
    for (Prediction piece : pieces) {
      for (ScoredSpan span : piece.spans) {
        spans.add(span.shifted(start));
      }
      logProbability += piece.logSequenceProbability;
      evidence = PromiseCheck.sum(evidence, piece.evidence);
      start += piece.length();
    }
    double[] marginals =
        pieces.stream().flatMapToDouble(piece -> Arrays.stream(piece.marginals)).toArray();
    double[] expected =
        pieces.stream()
            .flatMapToDouble(
                piece -> IntStream.range(0, piece.length()).mapToDouble(piece::expectedEntropy))
            .toArray();
    int[] path = pieces.stream().flatMapToInt(piece -> Arrays.stream(piece.path)).toArray();
    return new Prediction(
        pieces.get(0).labelSet, path, marginals, expected, logProbability, spans, evidence);
  }

  public int length() {
    return path.length;
  }

  /** The decoded label of a token. */
  public String label(int token) {
    return labelSet.label(path[token]);
  }

  public List<String> labels() {
    return Arrays.stream(path).mapToObj(labelSet::label).toList();
  }

  /** {@code p(y_t = v)}. */
  public double marginal(int token, int label) {
    return marginals[token * labelSet.size() + label];
  }

  /** The possible labels of each token, as the parts of speech that they are: a weighted column. */
  public List<List<WeightedValue>> possibleTags() {
    return IntStream.range(0, length())
        .mapToObj(t -> PosTags.possible(labelSet.labels(), v -> marginal(t, v)))
        .toList();
  }

  /** The probability of the decoded labels as a whole; one for an empty sentence. */
  public double sequenceProbability() {
    return Math.exp(logSequenceProbability);
  }

  /** Entropy of a token's label, in nats. */
  public double entropy(int token) {
    return Entropy.of(marginals, token * labelSet.size(), labelSet.size());
  }

  /** Mean entropy of a token's label under the posterior's samples, in nats. */
  public double expectedEntropy(int token) {
    return expectedEntropies == null ? entropy(token) : expectedEntropies[token];
  }

  /**
   * Mutual information of a token's label and the model, in nats: the entropy less the expected
   * entropy, never negative (Houlsby et al. 2011).
   */
  public double mutualInformation(int token) {
    return Math.max(0, entropy(token) - expectedEntropy(token));
  }

  /** Mean of the tokens' {@link #entropy(int)}; 0 for an empty sentence. */
  public double entropy() {
    return mean(this::entropy);
  }

  /** Mean of the tokens' {@link #expectedEntropy(int)}; 0 for an empty sentence. */
  public double expectedEntropy() {
    return mean(this::expectedEntropy);
  }

  /** Mean of the tokens' {@link #mutualInformation(int)}; 0 for an empty sentence. */
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
