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
import org.gpchain.internal.evaluation.inspection.ModelDescription.TemplateLine;
import org.gpchain.internal.evaluation.inspection.ModelDescription.WeightedFeature;

/**
 * Explains predicted segments by the features that contribute most to their scores. The
 * contribution of a feature is the sum, over the tokens of the segment, of its value times its
 * weight for the token's label. The mean of the weights over all labels is subtracted, because a
 * constant that is added to all of them does not affect predictions. Thread-safe.
 *
 * @param model the model that predicted the segments
 * @param posterior posterior of the model
 * @param encoder encoder of the model's features
 * @param codec codec of the model's labels
 * @param names names of the model's features
 */
public record SegmentReasons(
    Model model,
    DecoupledPosterior posterior,
    SequenceEncoder encoder,
    SpanCodec codec,
    FeatureNames names) {
  /** Returns the explainer of a model, or empty if its posterior has no weights of features. */
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
   * Returns the features that contribute most to segments of a sentence.
   *
   * @param sentence sentence with the columns that the model requires
   * @param spans the segments to explain
   * @param count maximum number of features per segment
   * @param workspace scratch space of the calling thread
   * @return for each segment, the features with positive contributions, the largest first; none if
   *     the model has no labels for the segment
   */
  public List<List<WeightedFeature>> of(
      TokenSequence sentence, List<Span> spans, int count, Workspace workspace) {
    if (spans.isEmpty()) {
      return List.of();
    }
    TokenSequence complete = sentence;
    if (model.words() != null) {
      complete = model.words().addTo(sentence, workspace);
    }
    List<TokenSequence> sentences = List.of(complete);
    SparseRows rows = model.features().vectors().addTo(encoder.encode(sentences), sentences);
    return spans.stream().map(span -> strongest(span, count, rows)).toList();
  }

  private List<WeightedFeature> strongest(Span span, int count, SparseRows rows) {
    LabelSet labels = model.labels();
    int length = span.end() - span.start();
    List<String> path = codec.encode(List.of(new Span(0, length, span.type())), length);

    Map<Integer, Double> sums = new HashMap<>();
    double[] blockSums = new double[model.features().vectors().blockCount()];
    for (int t = 0; t < length; t++) {
      int label = labels.indexOf(path.get(t));
      if (label < 0) {
        return List.of();
      }
      for (int i = rows.start(span.start() + t); i < rows.start(span.start() + t + 1); i++) {
        double weight = WeightedFeature.centred(posterior, rows.column(i), label);
        sums.merge(rows.column(i), weight * rows.value(i), Double::sum);
      }
      if (rows.dense() != null) {
        addDense(rows, span.start() + t, label, blockSums);
      }
    }
    for (int b = 0; b < blockSums.length; b++) {
      sums.put(rows.sparseCount() + b, blockSums[b]);
    }

    return sums.entrySet().stream()
        .filter(entry -> entry.getValue() > 0)
        .sorted(
            Map.Entry.<Integer, Double>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(count)
        .map(entry -> new WeightedFeature(name(entry.getKey()), entry.getValue()))
        .toList();
  }

  /**
   * Adds the contributions of the dense features of a token. All features of a block count as one,
   * which has the number of the first of them.
   *
   * @param blockSums sum for each block
   */
  private void addDense(SparseRows rows, int row, int label, double[] blockSums) {
    for (int c = 0; c < rows.denseCount(); c++) {
      double weight = WeightedFeature.centred(posterior, rows.sparseCount() + c, label);
      blockSums[c % blockSums.length] += weight * rows.dense().value(row, c);
    }
  }

  private String name(int feature) {
    int block = feature - model.vocabulary().featureCount();
    if (block >= 0) {
      return TemplateLine.blockName(model.features().vectors(), block);
    }
    return names.shortOf(feature);
  }
}
