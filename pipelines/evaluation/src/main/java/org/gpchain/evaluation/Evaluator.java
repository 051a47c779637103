package org.gpchain.evaluation;

import java.util.List;
import java.util.function.Consumer;
import org.gpchain.core.predict.Prediction;
import org.gpchain.core.predict.Tagger;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.evaluation.tagging.BatchTagger;

/** Runs a tagger over gold sentences. Immutable. */
public final class Evaluator {
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
   * @param sentences with all columns that the tagger requires
   * @param written scheme of the labels of their corpus
   * @throws UnknownLabelException if a label is unknown and that is an error
   */
  public EvaluationResult evaluate(List<LabeledSequence> sentences, TagScheme written) {
    return evaluate(sentences, written, sentence -> {});
  }

  /**
   * Evaluates, and tells of each sentence.
   *
   * @param sentences with all columns that the tagger requires
   * @param written scheme of the labels of their corpus
   * @param listener is given what was scored of each sentence, in the order of the sentences
   * @throws UnknownLabelException if a label is unknown and that is an error
   */
  public EvaluationResult evaluate(
      List<LabeledSequence> sentences, TagScheme written, Consumer<ScoredSentence> listener) {
    List<GoldSentence> gold =
        sentences.stream().map(s -> GoldSentence.of(s, written, tagger.codec())).toList();
    if (unknownLabels == UnknownLabels.ERROR) {
      checkLabels(gold);
    }
    ScoreSheet sheet = new ScoreSheet(tagger.codec().scheme(), tagger.labels(), tagger.promise());
    long nanos = 0;
    try (BatchTagger batches = new BatchTagger(tagger, threads)) {
      for (int from = 0; from < gold.size(); from += BatchTagger.BATCH) {
        int to = Math.min(from + BatchTagger.BATCH, gold.size());
        List<TokenSequence> batch =
            sentences.subList(from, to).stream().map(LabeledSequence::tokens).toList();
        long start = System.nanoTime();
        List<Prediction> predictions = batches.tag(batch);
        nanos += System.nanoTime() - start;
        for (int i = from; i < to; i++) {
          listener.accept(sheet.add(gold.get(i), predictions.get(i - from)));
        }
      }
    }
    return sheet.result(nanos / 1e9);
  }

  private void checkLabels(List<GoldSentence> gold) {
    for (int s = 0; s < gold.size(); s++) {
      List<String> labels = gold.get(s).labels();
      for (int t = 0; t < labels.size(); t++) {
        String label = labels.get(t);
        if (tagger.labels().indexOf(label) < 0) {
          throw new UnknownLabelException(s, t, label);
        }
      }
    }
  }
}
