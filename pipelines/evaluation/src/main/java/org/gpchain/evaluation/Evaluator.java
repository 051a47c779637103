package org.gpchain.evaluation;

import java.util.List;
import java.util.function.Consumer;
import org.gpchain.core.predict.Prediction;
import org.gpchain.core.predict.ScoredSpan;
import org.gpchain.core.predict.Tagger;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.evaluation.tagging.BatchTagger;

/** Runs a tagger over gold sentences. Immutable. */
public final class Evaluator {
  private final Tagger tagger;
  private final NewLabels newLabels;
  private final int threads;

  /**
   * An evaluator.
   *
   * @param tagger what to evaluate
   * @param newLabels what to do with gold labels that it does not know
   * @param threads number of threads that tag; the figures do not depend on it, the speed does
   */
  public Evaluator(Tagger tagger, NewLabels newLabels, int threads) {
    this.tagger = tagger;
    this.newLabels = newLabels;
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
    if (newLabels == NewLabels.ERROR) {
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

  /** The treatment of gold labels that the model does not know. */
  public enum NewLabels {
    /** Refuse to evaluate: most often, model and file do not belong together. */
    ERROR,
    /**
     * Count them: their tokens are errors and their segments are missed, as no model could predict
     * them; they have no probability, so that nll and ece leave them out.
     */
    COUNT
  }

  /**
   * The gold labels and segments of a sentence.
   *
   * @param labels one per token
   * @param segments in their order
   */
  record GoldSentence(List<String> labels, List<Span> segments) {
    /**
     * A sentence with its segments in the labels of a tagger.
     *
     * @param written how the labels of the corpus were written
     * @param codec of the tagger
     */
    static GoldSentence of(LabeledSequence sentence, TagScheme written, SpanCodec codec) {
      if (written == TagScheme.TOKEN && codec.scheme() != TagScheme.TOKEN) {
        // One misspelt label makes a file of segments one of token labels. That label is unknown to
        // the tagger and must be reported verbatim; the others still encode segments.
        List<String> labels = sentence.labels(TagScheme.TOKEN);
        return new GoldSentence(labels, codec.decode(labels));
      }
      return new GoldSentence(sentence.labels(codec.scheme()), sentence.spans());
    }
  }

  /**
   * What is scored of a sentence.
   *
   * @param labels gold labels in the scheme of the tagger, one per token
   * @param gold segments that count, in their order
   * @param predicted segments that count, in their order
   * @param prediction all that the tagger says
   */
  public record ScoredSentence(
      List<String> labels, List<Span> gold, List<ScoredSpan> predicted, Prediction prediction) {

    /** The predicted segments without their probabilities. */
    public List<Span> predictedSpans() {
      return predicted.stream().map(ScoredSpan::span).toList();
    }

    /** Its numbers of segments. */
    public SpanCounts counts() {
      SpanCounts counts = new SpanCounts();
      counts.add(gold, predictedSpans());
      return counts;
    }
  }

  /** A gold label that the model does not know. */
  public static final class UnknownLabelException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final int sentence;
    private final int token;
    private final String label;

    UnknownLabelException(int sentence, int token, String label) {
      super(
          "sentence %s, token %s: the model does not know the label %s"
              .formatted(sentence, token, label));
      this.sentence = sentence;
      this.token = token;
      this.label = label;
    }

    /** Number of the sentence, from 0. */
    public int sentence() {
      return sentence;
    }

    /** Number of the token in its sentence, from 0. */
    public int token() {
      return token;
    }

    /** The label. */
    public String label() {
      return label;
    }
  }
}
