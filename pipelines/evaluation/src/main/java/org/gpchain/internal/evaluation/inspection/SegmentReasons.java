package org.gpchain.internal.evaluation.inspection;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gpchain.core.features.SequenceEncoder;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.evaluation.inspection.ModelDescription.WeightedFeature;

/**
 * Which features of a sentence speak for a segment: those with the largest sums, over its tokens,
 * of value times weight for the token's label. Weights are taken less their mean over all labels,
 * since a constant that is added to all of them changes nothing. Shared between threads.
 */
public record SegmentReasons(
    Model model,
    DecoupledPosterior posterior,
    SequenceEncoder encoder,
    SpanCodec codec,
    FeatureNames names) {
  /** The reasons of a model; empty if the weights of its posterior are not those of features. */
  public static Optional<SegmentReasons> of(Model model) {
    if (!(model.posterior() instanceof DecoupledPosterior posterior)) {
      return Optional.empty();
    }
    SequenceEncoder encoder = new SequenceEncoder(model.vocabulary());
    SpanCodec codec = SpanCodec.of(model.scheme());
    return Optional.of(
        new SegmentReasons(model, posterior, encoder, codec, new FeatureNames(model)));
  }

  /**
   * The strongest reasons for segments of one sentence.
   *
   * @param sentence with the columns that the model requires
   * @param count number of features for each of them, at most
   * @return for each segment the features that speak for it, the strongest first; none for a
   *     segment that the labels cannot write
   */
  public List<List<WeightedFeature>> of(
      TokenSequence sentence, List<Span> spans, int count, Workspace workspace) {
    if (spans.isEmpty()) {
      return List.of();
    }
    TokenSequence complete =
        model.words() == null ? sentence : model.words().addTo(sentence, workspace);
    SparseRows rows = encoder.encode(List.of(complete));
    return spans.stream().map(span -> strongest(span, count, rows)).toList();
  }

  private List<WeightedFeature> strongest(Span span, int count, SparseRows rows) {
    LabelSet labels = model.labels();
    int length = span.end() - span.start();
    List<String> path = codec.encode(List.of(new Span(0, length, span.type())), length);
    Map<Integer, Double> sums = new HashMap<>();
    for (int t = 0; t < length; t++) {
      int label = labels.indexOf(path.get(t));
      if (label < 0) {
        return List.of();
      }
      for (int i = rows.start(span.start() + t); i < rows.start(span.start() + t + 1); i++) {
        double weight = WeightedFeature.centred(posterior, rows.column(i), label);
        sums.merge(rows.column(i), weight * rows.value(i), Double::sum);
      }
    }
    return sums.entrySet().stream()
        .filter(entry -> entry.getValue() > 0)
        .sorted(
            Map.Entry.<Integer, Double>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(count)
        .map(entry -> new WeightedFeature(names.shortOf(entry.getKey()), entry.getValue()))
        .toList();
  }
}
