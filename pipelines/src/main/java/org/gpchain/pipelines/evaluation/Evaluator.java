package org.gpchain.pipelines.evaluation;

import java.util.List;
import org.gpchain.core.predict.Prediction;
import org.gpchain.core.predict.Tagger;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.pipelines.tagging.BatchTagger;

/** Runs a tagger over gold sentences. Immutable. */
public final class Evaluator {
  private static final SpanCodec IOB2 = SpanCodec.of(TagScheme.IOB2);

  private final Tagger tagger;
  private final UnknownLabels unknownLabels;
  private final int threads;

  /**
   * An evaluator.
   *
   * @param tagger what to evaluate
   * @param unknownLabels what to do with gold labels that it does not know
   * @param threads number of threads that tag; the figures do not depend on it, the speed does
   */
  public Evaluator(Tagger tagger, UnknownLabels unknownLabels, int threads) {
    this.tagger = tagger;
    this.unknownLabels = unknownLabels;
    this.threads = threads;
  }

  /**
   * Evaluates.
   *
   * @param gold sentences with all columns that the tagger requires, labelled in IOB2 or, if that
   *     is the tagger's scheme, with labels of tokens
   * @throws UnknownLabelException if a label is unknown and that is an error
   */
  public EvaluationResult evaluate(List<LabeledSequence> gold) {
    List<List<String>> labels = gold.stream().map(s -> inTaggersScheme(s.labels())).toList();
    if (unknownLabels == UnknownLabels.ERROR) {
      checkLabels(labels);
    }
    ScoreSheet sheet = new ScoreSheet(tagger.codec(), tagger.labels());
    long nanos = 0;
    try (BatchTagger batches = new BatchTagger(tagger, threads)) {
      for (int from = 0; from < gold.size(); from += BatchTagger.BATCH) {
        int to = Math.min(from + BatchTagger.BATCH, gold.size());
        List<TokenSequence> batch =
            gold.subList(from, to).stream().map(LabeledSequence::tokens).toList();
        long start = System.nanoTime();
        List<Prediction> predictions = batches.tag(batch);
        nanos += System.nanoTime() - start;
        for (int i = from; i < to; i++) {
          sheet.add(labels.get(i), predictions.get(i - from));
        }
      }
    }
    return sheet.result(nanos / 1e9);
  }

  private List<String> inTaggersScheme(List<String> labels) {
    TagScheme scheme = tagger.codec().scheme();
    return scheme == TagScheme.TOKEN || scheme == TagScheme.IOB2
        ? labels
        : tagger.codec().encode(IOB2.decode(labels), labels.size());
  }

  private void checkLabels(List<List<String>> labels) {
    for (int s = 0; s < labels.size(); s++) {
      for (int t = 0; t < labels.get(s).size(); t++) {
        String label = labels.get(s).get(t);
        if (tagger.labels().indexOf(label) < 0) {
          throw new UnknownLabelException(s, t, label);
        }
      }
    }
  }
}
