package org.gpchain.internal.evaluation;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.gpchain.core.decode.NoveltyCount;
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
import org.gpchain.core.text.UnknownToken;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.evaluation.EvaluationResult.Accuracy;
import org.gpchain.internal.evaluation.EvaluationResult.Calibration;
import org.gpchain.internal.evaluation.EvaluationResult.LabelProblems;
import org.gpchain.internal.evaluation.EvaluationResult.MostCertain;
import org.gpchain.internal.evaluation.EvaluationResult.NoveltyScore;
import org.gpchain.internal.evaluation.EvaluationResult.PromiseScore;
import org.gpchain.internal.evaluation.EvaluationResult.Timing;
import org.gpchain.internal.evaluation.tagging.BatchTagger;

/**
 * Tags gold sentences and scores the predictions. Tokens without a known gold label are not scored,
 * and neither are predicted segments that contain such a token.
 *
 * <p>A gold label that the tagger does not know counts as an error, because the tagger cannot
 * predict it, and its segment counts as missed. Such a token has no probability, so that it is
 * excluded from nll and ece.
 *
 * @param tagger the tagger to evaluate
 * @param threads number of threads that tag; it affects the speed, but no other metric
 */
public record Evaluator(Tagger tagger, int threads) {
  /** Share of the tokens, or of the segments, that remain after the least certain are withheld. */
  private static final double COVERAGE = 0.8;

  /**
   * Evaluates sentences.
   *
   * @param sentences sentences with all columns that the tagger requires
   * @param written scheme of the labels of their corpus
   * @param listener receives each scored sentence, in the order of the sentences
   */
  public EvaluationResult evaluate(
      List<LabeledSequence> sentences, TagScheme written, Consumer<ScoredSentence> listener) {
    return scored(sentences, written, listener).result(null, 0);
  }

  /**
   * Evaluates a corpus. The result includes the number of its repaired labels.
   *
   * @param corpus sentences with all columns that the tagger requires
   * @param trainSeconds duration of the model's training (seconds); null if unknown
   * @param listener receives each scored sentence, in the order of the sentences
   */
  public EvaluationResult evaluate(
      Corpus corpus, Double trainSeconds, Consumer<ScoredSentence> listener) {
    return scored(corpus.sentences(), corpus.scheme(), listener)
        .result(trainSeconds, corpus.repairedLabels());
  }

  private ScoreAccumulator scored(
      List<LabeledSequence> sentences, TagScheme written, Consumer<ScoredSentence> listener) {
    List<GoldSentence> gold = new ArrayList<>(sentences.size());
    for (LabeledSequence sentence : sentences) {
      gold.add(GoldSentence.of(sentence, written, tagger.codec()));
    }

    ScoreAccumulator scores = new ScoreAccumulator();
    try (BatchTagger batches = new BatchTagger(tagger, threads)) {
      long begin = System.nanoTime();
      List<LabeledSequence> inDocuments = batches.inDocuments(sentences);
      scores.nanos += System.nanoTime() - begin;

      for (int from = 0; from < gold.size(); from += BatchTagger.BATCH) {
        int to = Math.min(from + BatchTagger.BATCH, gold.size());
        List<TokenSequence> batch =
            inDocuments.subList(from, to).stream().map(LabeledSequence::tokens).toList();

        long start = System.nanoTime();
        List<Prediction> predictions = batches.tag(batch);
        scores.nanos += System.nanoTime() - start;

        for (int i = from; i < to; i++) {
          listener.accept(scores.add(gold.get(i), predictions.get(i - from)));
        }
      }
    }
    return scores;
  }

  /**
   * Returns the gold labels of a sentence, one per token, in the scheme of a tagger.
   *
   * <p>If a file of segments has a misspelt label, the scheme of the file is TOKEN, and the labels
   * are returned verbatim. The misspelt label is then reported as it stands in the file, and the
   * other labels still encode segments.
   *
   * @param written scheme of the labels of the corpus
   * @param taggerScheme scheme of the labels of the tagger
   */
  public static List<String> goldLabels(
      LabeledSequence sentence, TagScheme written, TagScheme taggerScheme) {
    return sentence.labels(written == TagScheme.TOKEN ? TagScheme.TOKEN : taggerScheme);
  }

  /**
   * Returns whether a span counts as a segment. With token labels, each token is a segment unless
   * its label is O, as in {@code conlleval -r}.
   */
  public static boolean isSegment(Span span, TagScheme scheme) {
    return scheme != TagScheme.TOKEN || !span.type().equals(SpanCodec.OUTSIDE);
  }

  /**
   * The gold annotation of a sentence.
   *
   * @param labels gold labels, one per token
   * @param segments gold segments
   * @param unknown tokens without a known gold label
   */
  private record GoldSentence(List<String> labels, List<Span> segments, BitSet unknown) {
    /** Returns whether the gold labels of all tokens of a span are known. */
    boolean isKnown(Span span) {
      return unknown.get(span.start(), span.end()).isEmpty();
    }

    static GoldSentence of(LabeledSequence sentence, TagScheme written, SpanCodec codec) {
      BitSet unknown = new BitSet();
      for (UnknownToken token : sentence.unknown()) {
        unknown.set(token.token());
      }

      List<String> labels = goldLabels(sentence, written, codec.scheme());
      boolean hasTokenLabelsOnly = written == TagScheme.TOKEN && codec.scheme() != TagScheme.TOKEN;
      List<Span> segments = hasTokenLabelsOnly ? codec.decode(labels) : sentence.spans();
      return new GoldSentence(labels, segments, unknown);
    }
  }

  /**
   * A sentence with everything in it that is scored.
   *
   * @param labels gold labels in the scheme of the tagger, one per token
   * @param gold scored gold segments, in text order
   * @param predicted scored predicted segments, in text order
   * @param prediction complete output of the tagger
   */
  public record ScoredSentence(
      List<String> labels, List<Span> gold, List<ScoredSpan> predicted, Prediction prediction) {
    /** Returns the scored predicted segments without their probabilities. */
    public List<Span> predictedSpans() {
      return predicted.stream().map(ScoredSpan::span).toList();
    }

    /** Returns the numbers of gold, predicted and correct segments. */
    public SpanCounts counts() {
      return SpanCounts.of(gold, predictedSpans());
    }
  }

  /** Accumulator of the scores of sentences. */
  private final class ScoreAccumulator {
    private final SegmentScores segments = new SegmentScores(Span::type);
    private final TokenScores probabilities = new TokenScores();
    private final CalibrationError segmentCalibration = new CalibrationError();
    private final Coverage coverage = new Coverage();
    private int sentences;
    private long tokens;
    private long errors;

    /** Number of tokens whose gold label the tagger does not know. */
    private long unknownLabels;

    /** Number of gold segments that were found as segments or as alternatives. */
    private long found;

    /** Duration of tagging (nanoseconds). */
    private long nanos;

    private NoveltyCount novelty = NoveltyCount.NONE;

    /** Counts of the segments in sentences that are unlike the training text, and in others. */
    private SpanCounts inUnlike = SpanCounts.NONE;

    private SpanCounts inOthers = SpanCounts.NONE;

    /** Evidence for the check of a promise; null if there is none so far. */
    private long[] evidence;

    ScoredSentence add(GoldSentence gold, Prediction prediction) {
      sentences++;
      addTokens(gold, prediction);
      ScoredSentence scored = scored(gold, prediction);
      addSegments(scored);
      addNovelty(scored);
      evidence = PromiseCheck.sum(evidence, prediction.evidence());
      return scored;
    }

    private void addNovelty(ScoredSentence scored) {
      NoveltyCount count = NoveltyCount.of(scored.prediction(), tagger.noveltyLimit());
      novelty = novelty.plus(count);
      if (count.unlike() > 0) {
        inUnlike = inUnlike.plus(scored.counts());
      } else {
        inOthers = inOthers.plus(scored.counts());
      }
    }

    private void addTokens(GoldSentence gold, Prediction prediction) {
      LabelSet labels = tagger.labels();
      List<String> goldLabels = gold.labels();
      for (int t = 0; t < goldLabels.size(); t++) {
        if (gold.unknown().get(t)) {
          continue;
        }

        tokens++;
        if (!goldLabels.get(t).equals(prediction.label(t))) {
          errors++;
        }

        int label = labels.indexOf(goldLabels.get(t));
        if (label < 0) {
          unknownLabels++;
        } else {
          int token = t;
          probabilities.add(v -> prediction.marginal(token, v), labels.size(), label);
        }
      }
    }

    private ScoredSentence scored(GoldSentence gold, Prediction prediction) {
      TagScheme scheme = tagger.codec().scheme();
      List<Span> goldSegments = new ArrayList<>();
      for (Span segment : gold.segments()) {
        if (isSegment(segment, scheme)) {
          goldSegments.add(segment);
        }
      }
      List<ScoredSpan> predictedSegments = new ArrayList<>();
      for (ScoredSpan segment : prediction.spans()) {
        if (isSegment(segment.span(), scheme) && gold.isKnown(segment.span())) {
          predictedSegments.add(segment);
        }
      }
      return new ScoredSentence(gold.labels(), goldSegments, predictedSegments, prediction);
    }

    private void addSegments(ScoredSentence scored) {
      segments.add(scored.gold(), scored.predictedSpans());
      int length = scored.labels().size();
      coverage.addSentence(scored.prediction().entropy(), length, scored.counts());
      coverage.addSegments(scored.gold(), scored.predicted());

      Set<Span> gold = new HashSet<>(scored.gold());
      Set<Span> proposed = new HashSet<>();
      for (ScoredSpan segment : scored.predicted()) {
        segmentCalibration.add(segment.probability(), gold.contains(segment.span()));
        proposed.add(segment.span());
        segment.alternatives().forEach(alternative -> proposed.add(alternative.span()));
      }
      proposed.retainAll(gold);
      found += proposed.size();
    }

    /**
     * Returns the accuracy on sentences that are unlike the training text; null if not measured.
     */
    private NoveltyScore noveltyScore() {
      if (novelty.sentences() == 0) {
        return null;
      }
      Double f1OfUnlike = novelty.unlike() == 0 ? null : inUnlike.f1();
      double limit = tagger.noveltyLimit().orElseThrow();
      return new NoveltyScore(
          novelty.sentences(), novelty.unlike(), limit, f1OfUnlike, inOthers.f1());
    }

    private PromiseScore promiseScore(Promise promise, SpanCounts counts) {
      Status status = tagger.promiseCheck().map(check -> check.status(evidence)).orElse(null);
      return PromiseScore.of(promise, counts, found, status);
    }

    EvaluationResult result(Double trainSeconds, long repairedLabels) {
      SpanCounts counts = segments.overall();
      MostCertain mostCertain =
          new MostCertain(coverage.f1OfSentences(COVERAGE), coverage.f1OfSegments(COVERAGE));
      double seconds = Math.max(nanos / 1e9, 1e-9);
      PromiseScore promise =
          tagger.promise().map(given -> promiseScore(given, counts)).orElse(null);

      return new EvaluationResult(
          accuracy(counts),
          calibration(),
          mostCertain,
          new Timing(tokens / seconds, trainSeconds),
          segments.byKind(),
          promise,
          new LabelProblems(unknownLabels, repairedLabels),
          null);
    }

    private Accuracy accuracy(SpanCounts counts) {
      double tokenError = tokens == 0 ? 0 : (double) errors / tokens;
      return new Accuracy(
          sentences, tokens, tokenError, PrecisionRecall.of(counts), noveltyScore());
    }

    private Calibration calibration() {
      Double nll = null;
      Double ece = null;
      if (tokens > unknownLabels) {
        nll = probabilities.nll();
        ece = probabilities.ece();
      }
      double byChance = segmentCalibration.errorByChance();
      return new Calibration(nll, ece, segmentCalibration.error(), byChance);
    }
  }
}
