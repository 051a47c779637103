package org.gpchain.internal.evaluation;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.promise.Promise;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.core.promise.PromiseCheck.Status;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.evaluation.EvaluationResult.Accuracy;
import org.gpchain.internal.evaluation.EvaluationResult.Calibration;
import org.gpchain.internal.evaluation.EvaluationResult.LabelProblems;
import org.gpchain.internal.evaluation.EvaluationResult.MostCertain;
import org.gpchain.internal.evaluation.EvaluationResult.PromiseScore;
import org.gpchain.internal.evaluation.EvaluationResult.Timing;
import org.gpchain.internal.evaluation.tagging.BatchTagger;

/**
 * Runs a tagger over gold sentences. Unknown tokens are not scored, nor predicted segments that
 * have one. Gold labels that the tagger does not know are errors, and their segments are missed, as
 * it could not predict them; they have no probability, so that nll and ece leave them out.
 *
 * @param threads number of threads that tag; the figures do not depend on it, the speed does
 */
public record Evaluator(Tagger tagger, int threads) {
  /** Share of the tokens, or of the segments, that are kept when the least certain are withheld. */
  private static final double COVERAGE = 0.8;

  /**
   * Evaluates, and tells of each sentence.
   *
   * @param sentences with all columns that the tagger requires
   * @param written scheme of the labels of their corpus
   * @param listener is given what was scored of each sentence, in the order of the sentences
   */
  public EvaluationResult evaluate(
      List<LabeledSequence> sentences, TagScheme written, Consumer<ScoredSentence> listener) {
    return scored(sentences, written, listener).result(null, 0);
  }

  /** The same of a corpus, whose repaired labels are in the result. */
  public EvaluationResult evaluate(
      Corpus corpus, Double trainSeconds, Consumer<ScoredSentence> listener) {
    return scored(corpus.sentences(), corpus.scheme(), listener)
        .result(trainSeconds, corpus.repairedLabels());
  }

  private Sheet scored(
      List<LabeledSequence> sentences, TagScheme written, Consumer<ScoredSentence> listener) {
    List<GoldSentence> gold =
        sentences.stream().map(s -> GoldSentence.of(s, written, tagger.codec())).toList();
    Sheet sheet = new Sheet();
    try (BatchTagger batches = new BatchTagger(tagger, threads)) {
      long begin = System.nanoTime();
      List<LabeledSequence> read = batches.inDocuments(sentences);
      sheet.nanos += System.nanoTime() - begin;
      for (int from = 0; from < gold.size(); from += BatchTagger.BATCH) {
        int to = Math.min(from + BatchTagger.BATCH, gold.size());
        List<TokenSequence> batch =
            read.subList(from, to).stream().map(LabeledSequence::tokens).toList();
        long start = System.nanoTime();
        List<Prediction> predictions = batches.tag(batch);
        sheet.nanos += System.nanoTime() - start;
        for (int i = from; i < to; i++) {
          listener.accept(sheet.add(gold.get(i), predictions.get(i - from)));
        }
      }
    }
    return sheet;
  }

  /**
   * The gold labels of a sentence, one per token, in the scheme of a tagger. One misspelt label
   * makes a file of segments one of token labels: that label is reported verbatim, the others still
   * encode segments.
   *
   * @param written scheme of the labels of the corpus
   */
  public static List<String> goldLabels(
      LabeledSequence sentence, TagScheme written, TagScheme own) {
    return sentence.labels(written == TagScheme.TOKEN ? TagScheme.TOKEN : own);
  }

  /** Token labels make a segment of each token, O excepted, as {@code conlleval -r} has it. */
  public static boolean isSegment(Span span, TagScheme scheme) {
    return scheme != TagScheme.TOKEN || !span.type().equals(SpanCodec.OUTSIDE);
  }

  /** The gold labels, one per token, and segments of a sentence. */
  private record GoldSentence(List<String> labels, List<Span> segments, BitSet unknown) {
    boolean isKnown(Span span) {
      return unknown.get(span.start(), span.end()).isEmpty();
    }

    static GoldSentence of(LabeledSequence sentence, TagScheme written, SpanCodec codec) {
      BitSet unknown = new BitSet();
      sentence.unknown().forEach(one -> unknown.set(one.token()));
      List<String> labels = goldLabels(sentence, written, codec.scheme());
      boolean isOfTokens = written == TagScheme.TOKEN && codec.scheme() != TagScheme.TOKEN;
      return new GoldSentence(
          labels, isOfTokens ? codec.decode(labels) : sentence.spans(), unknown);
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

    public SpanCounts counts() {
      return SpanCounts.of(gold, predictedSpans());
    }
  }

  /** Adds up the scores of sentences. */
  private final class Sheet {
    private final SegmentScores segments = new SegmentScores(Span::type);
    private final TokenScores probabilities = new TokenScores();
    private final CalibrationError segmentCalibration = new CalibrationError();
    private final Coverage coverage = new Coverage();
    private int sentences;
    private long tokens;
    private long errors;
    private long unknown;
    private long found;
    private long nanos;

    /** For the check of a promise; null until there is any. */
    private long[] evidence;

    ScoredSentence add(GoldSentence gold, Prediction prediction) {
      List<String> goldLabels = gold.labels();
      TagScheme scheme = tagger.codec().scheme();
      LabelSet labels = tagger.labels();
      sentences++;
      for (int t = 0; t < goldLabels.size(); t++) {
        if (gold.unknown().get(t)) {
          continue;
        }
        tokens++;
        errors += goldLabels.get(t).equals(prediction.label(t)) ? 0 : 1;
        int label = labels.indexOf(goldLabels.get(t));
        if (label < 0) {
          unknown++;
        } else {
          int token = t;
          probabilities.add(v -> prediction.marginal(token, v), labels.size(), label);
        }
      }
      ScoredSentence scored =
          new ScoredSentence(
              goldLabels,
              gold.segments().stream().filter(span -> isSegment(span, scheme)).toList(),
              prediction.spans().stream()
                  .filter(span -> isSegment(span.span(), scheme) && gold.isKnown(span.span()))
                  .toList(),
              prediction);
      addSegments(scored);
      evidence = PromiseCheck.sum(evidence, prediction.evidence());
      return scored;
    }

    private void addSegments(ScoredSentence scored) {
      segments.add(scored.gold(), scored.predictedSpans());
      coverage.add(scored.prediction().entropy(), scored.labels().size(), scored.counts());
      coverage.add(scored.gold(), scored.predicted());
      Set<Span> right = new HashSet<>(scored.gold());
      found +=
          scored.predicted().stream()
              .flatMap(span -> Stream.concat(Stream.of(span), span.alternatives().stream()))
              .map(ScoredSpan::span)
              .distinct()
              .filter(right::contains)
              .count();
      scored
          .predicted()
          .forEach(span -> segmentCalibration.add(span.probability(), right.contains(span.span())));
    }

    private PromiseScore score(Promise promise, SpanCounts all) {
      Status status = tagger.promiseCheck().map(check -> check.status(evidence)).orElse(null);
      return PromiseScore.of(promise, all, found, status);
    }

    EvaluationResult result(Double trainSeconds, long repairedLabels) {
      SpanCounts all = segments.overall();
      long scored = tokens - unknown;
      Accuracy accuracy =
          new Accuracy(
              sentences,
              tokens,
              tokens == 0 ? 0 : (double) errors / tokens,
              all.precision(),
              all.recall(),
              all.f1());
      Calibration calibration =
          new Calibration(
              scored == 0 ? null : probabilities.nll(),
              scored == 0 ? null : probabilities.ece(),
              segmentCalibration.error(),
              segmentCalibration.errorByChance());
      MostCertain mostCertain =
          new MostCertain(coverage.f1OfSentences(COVERAGE), coverage.f1OfSegments(COVERAGE));
      double seconds = Math.max(nanos / 1e9, 1e-9);

      return new EvaluationResult(
          accuracy,
          calibration,
          mostCertain,
          new Timing(tokens / seconds, trainSeconds),
          segments.byKind(),
          tagger.promise().map(promise -> score(promise, all)).orElse(null),
          new LabelProblems(unknown, repairedLabels),
          null);
    }
  }
}
