package org.gpchain.training.data;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.likelihood.PartialLabels;
import org.gpchain.core.predict.LegalInference;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.UnknownToken;

/**
 * Knowledge about the labels of unknown tokens, as rows of {@link PartialLabels}. They are none of
 * a rejected type, and none that would lengthen a segment that ends before them.
 *
 * <p><b>Silence.</b> If a segment is annotated with the probability c, independently of all others,
 * then one that nobody has annotated is overlooked with 1 − c: a label that begins a segment has
 * this weight at an unknown token. With c = 0 silence would say nothing, and the likelihood would
 * be as content with segments everywhere; with c = 1 silence would be O. c follows from the ratio ρ
 * of tokens that are expected to be in segments: of ρ times all tokens so many are annotated. The
 * sum over completions then has about that expected ratio at its maximum, since there the expected
 * counts given the annotations are those of the model. It is the expected entity ratio (Effland and
 * Collins 2021) as the posterior of a model of annotators, instead of as a penalty.
 */
final class UnknownLabels {
  /** However much is annotated: some is overlooked. */
  private static final double LEAST_OVERLOOKED = 0.01;

  private final SpanCodec codec;
  private final LabelSet set;
  private final double overlooked;
  private final Map<List<Double>, Integer> rows = new HashMap<>();

  private UnknownLabels(SpanCodec codec, LabelSet set, double overlooked) {
    this.codec = codec;
    this.set = set;
    this.overlooked = overlooked;
  }

  /**
   * No rows yet.
   *
   * @param corpus whose segments are counted, in the sentences that have an unknown token
   * @param entityRatio ρ; 0: silence says nothing
   */
  static UnknownLabels of(
      SpanCodec codec, LabelSet set, List<LabeledSequence> corpus, double entityRatio) {
    double annotated = 0;
    double tokens = 0;
    for (LabeledSequence sentence : corpus) {
      if (!sentence.isComplete()) {
        annotated += sentence.spans().stream().mapToInt(span -> span.end() - span.start()).sum();
        tokens += sentence.length();
      }
    }
    double overlooked =
        entityRatio > 0 ? Math.max(LEAST_OVERLOOKED, 1 - annotated / (entityRatio * tokens)) : 1;
    return new UnknownLabels(codec, set, overlooked);
  }

  /** The code of an unknown token, in place of the number of its label. */
  int code(LabeledSequence sentence, UnknownToken unknown) {
    String continuation =
        sentence.spans().stream()
            .filter(span -> span.end() == unknown.token())
            .findFirst()
            .map(this::continuation)
            .orElse(null);
    List<Double> row =
        set.labels().stream()
            .map(label -> label.equals(continuation) ? 0.0 : weight(label, unknown))
            .toList();
    if (row.stream().allMatch(weight -> weight == 0)) {
      throw new LearningException(
          "a token cannot have any label, since all of the corpus were rejected: "
              + unknown.rejected());
    }
    return PartialLabels.code(rows.computeIfAbsent(row, key -> rows.size()));
  }

  private String continuation(Span before) {
    List<String> labels = codec.encode(List.of(before), before.end());
    return codec.continuation(labels.get(before.end() - 1));
  }

  private double weight(String label, UnknownToken unknown) {
    if (codec.typeOf(label).filter(unknown.rejected()::contains).isPresent()) {
      return 0;
    }
    return codec.begins(label) ? overlooked : 1;
  }

  /** All rows that were needed. */
  PartialLabels partial() {
    double[][] weight = new double[rows.size()][];
    rows.forEach(
        (row, number) -> weight[number] = row.stream().mapToDouble(Double::doubleValue).toArray());
    return new PartialLabels(weight, LegalInference.constraints(codec, set));
  }
}
