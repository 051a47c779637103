package org.gpchain.internal.training.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.gpchain.core.likelihood.PartialLabels;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.internal.core.segments.LegalInference;
import org.gpchain.training.LearningException;

/**
 * Collects the weights of the possible labels of unknown tokens, as rows of {@link PartialLabels}.
 * Labels of rejected types have the weight 0, and so have labels that would extend a segment that
 * ends directly before the token.
 *
 * <p><b>Missing annotations.</b> Assume that each segment is annotated with probability c,
 * independently of all others. Then a segment is overlooked with probability 1 − c, which is the
 * weight of a label that begins a segment at an unknown token. With c = 0, a missing annotation
 * would be no evidence, and the likelihood would not penalize segments everywhere; with c = 1, it
 * would mean O. The value of c follows from the expected ratio ρ of tokens in segments: c is the
 * number of annotated tokens, divided by ρ times the number of all tokens. At its maximum, the sum
 * over completions then has about the expected ratio, because the expected counts given the
 * annotations equal those of the model there. This is the expected entity ratio of Effland and
 * Collins (2021), formulated as the posterior of a model of annotators instead of as a penalty.
 */
final class UnknownLabels {
  /**
   * Weights of all labels, which may be shared by several tokens.
   *
   * @param weights weight of each label of the set
   * @param areProbabilities whether the weights are probabilities of the labels
   */
  private record Row(List<Double> weights, boolean areProbabilities) {}

  /**
   * Weight in the likelihood of a sentence whose labels have probabilities, if the corpus also has
   * completely annotated sentences, each of which has the weight 1.
   */
  private static final double SHARE = 0.2;

  /** Minimum probability that a segment is overlooked, however much is annotated. */
  private static final double MIN_OVERLOOKED = 0.01;

  private final SpanCodec codec;
  private final LabelSet set;

  /** Probability 1 − c that a segment is overlooked. */
  private final double overlooked;

  /** Weight in the likelihood of a sentence whose labels have probabilities. */
  private final double share;

  /** Number of each row. */
  private final Map<Row, Integer> rows = new HashMap<>();

  /**
   * Creates an empty collection of rows.
   *
   * @param set labels of the model
   * @param corpus sentences whose segments are counted if they have an unknown token
   * @param entityRatio ρ; 0 if a missing annotation is no evidence
   */
  UnknownLabels(SpanCodec codec, LabelSet set, List<LabeledSequence> corpus, double entityRatio) {
    double annotated = 0;
    double tokens = 0;
    boolean hasCompleteSentence = false;
    for (LabeledSequence sentence : corpus) {
      if (sentence.isComplete()) {
        hasCompleteSentence = true;
      } else {
        for (Span span : sentence.spans()) {
          annotated += span.end() - span.start();
        }
        tokens += sentence.length();
      }
    }

    this.codec = codec;
    this.set = set;
    this.share = hasCompleteSentence ? SHARE : 1;
    if (entityRatio > 0) {
      this.overlooked = Math.max(MIN_OVERLOOKED, 1 - annotated / (entityRatio * tokens));
    } else {
      this.overlooked = 1;
    }
  }

  /**
   * Returns the code that replaces the label number of an unknown token. Adds a row if no token had
   * the same weights.
   *
   * @throws LearningException if the token cannot have any label
   */
  int code(LabeledSequence sentence, UnknownToken unknown) {
    Optional<String> continuation = continuation(sentence, unknown.token());
    List<Double> weights = new ArrayList<>();
    boolean isPossible = false;
    for (String label : set.labels()) {
      boolean extendsSegment = continuation.isPresent() && label.equals(continuation.get());
      double weight = extendsSegment ? 0 : weight(label, unknown);
      weights.add(weight);
      isPossible |= weight != 0;
    }

    if (!isPossible) {
      String text = String.join(" ", sentence.tokens().words());
      throw new LearningException(
          ("token %d of '%s' cannot have any label: all labels of the corpus were rejected, or"
                  + " would extend the segment before it")
              .formatted(unknown.token() + 1, text));
    }
    Row row = new Row(List.copyOf(weights), !unknown.weights().isEmpty());
    return PartialLabels.code(rows.computeIfAbsent(row, key -> rows.size()));
  }

  /** Returns the label with which a token would extend the segment that ends before it. */
  private Optional<String> continuation(LabeledSequence sentence, int token) {
    for (Span span : sentence.spans()) {
      if (span.end() == token) {
        return Optional.ofNullable(codec.continuation(span));
      }
    }
    return Optional.empty();
  }

  private double weight(String label, UnknownToken unknown) {
    Optional<String> type = codec.typeOf(label);
    if (type.isPresent() && unknown.rejected().contains(type.get())) {
      return 0;
    }
    if (!unknown.weights().isEmpty()) {
      return unknown.weights().getOrDefault(iob2Label(label), 0.0);
    }
    return codec.begins(label) ? overlooked : 1;
  }

  /**
   * Returns the label of the scheme IOB2 at the same position of a segment, because weights are
   * given for IOB2 labels. Labels of other schemes than IOBES are returned unchanged.
   */
  private String iob2Label(String label) {
    if (codec.scheme() != TagScheme.IOBES || label.equals(SpanCodec.OUTSIDE)) {
      return label;
    }
    String position = codec.begins(label) ? "B" : "I";
    return position + label.substring(1);
  }

  /** Returns the rows of all tokens whose code was requested. */
  PartialLabels partial() {
    double[][] weight = new double[rows.size()][];
    boolean[] isProbability = new boolean[rows.size()];
    for (Map.Entry<Row, Integer> entry : rows.entrySet()) {
      Row row = entry.getKey();
      int number = entry.getValue();
      weight[number] = row.weights().stream().mapToDouble(Double::doubleValue).toArray();
      isProbability[number] = row.areProbabilities();
    }
    return new PartialLabels(
        weight, isProbability, share, LegalInference.constraints(codec, set), sharedLabels());
  }

  /** Returns, for each label, the numbers of the labels with the same IOB2 label. */
  private int[][] sharedLabels() {
    List<String> iob2Labels = set.labels().stream().map(this::iob2Label).toList();
    int[][] shared = new int[iob2Labels.size()][];
    for (int v = 0; v < shared.length; v++) {
      String iob2Label = iob2Labels.get(v);
      shared[v] =
          IntStream.range(0, shared.length)
              .filter(other -> iob2Labels.get(other).equals(iob2Label))
              .toArray();
    }
    return shared;
  }
}
