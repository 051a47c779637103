package org.gpchain.pipelines.evaluation;

import java.util.List;
import java.util.stream.Stream;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.predict.Prediction;
import org.gpchain.core.predict.SpanCodec;
import org.gpchain.core.predict.TagScheme;
import org.gpchain.core.predict.Tagger;
import org.gpchain.core.text.LabeledSequence;

/** Runs a tagger over gold sentences. Immutable. */
public final class Evaluator {
  /** Sentences that are tagged, then scored: bounds the predictions held at a time. */
  private static final int BATCH = 512;

  /** Sentences that a thread takes at a time. */
  private static final int BLOCK = 8;

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
    Workspace[] workspaces =
        Stream.generate(Workspace::new).limit(threads).toArray(Workspace[]::new);
    long nanos = 0;
    try (Parallel parallel = new Parallel(threads)) {
      for (int from = 0; from < gold.size(); from += BATCH) {
        int first = from;
        Prediction[] predictions = new Prediction[Math.min(BATCH, gold.size() - from)];
        long start = System.nanoTime();
        parallel.loop(
            predictions.length,
            BLOCK,
            (worker, begin, end) -> {
              for (int i = begin; i < end; i++) {
                predictions[i] = tagger.tag(gold.get(first + i).tokens(), workspaces[worker]);
              }
            });
        nanos += System.nanoTime() - start;
        for (int i = 0; i < predictions.length; i++) {
          sheet.add(labels.get(first + i), predictions[i]);
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
