package org.gpchain.internal.evaluation.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.promise.Promise;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.page.ModelCard;
import org.gpchain.internal.evaluation.EvaluationResult;
import org.gpchain.internal.evaluation.Evaluator.ScoredSentence;
import org.gpchain.internal.evaluation.SegmentScores;
import org.gpchain.internal.evaluation.TokenScores;
import org.gpchain.internal.evaluation.report.Figures.Reliability;
import org.gpchain.internal.training.io.AtomicFile;

/**
 * An HTML report on the evaluation of a model on a test corpus. Sentences are added one by one, in
 * the order of the corpus; then the report is written.
 */
public final class EvaluationReport {
  /** Name of the page in its directory. */
  public static final String FILE_NAME = "report.html";

  final Reliability tokens = new Reliability();
  final Reliability segments = new Reliability();

  /** All predicted segments. */
  final List<JudgedSegment> judged = new ArrayList<>();

  final SegmentScores byLength = new SegmentScores(EvaluationReport::lengthRange);
  final Confusion confusion = new Confusion();
  private int sentences;

  /**
   * Checks that the page can be written, and creates its directory if it is missing.
   *
   * @throws InputException if the page cannot be written
   * @throws IOException if the directory cannot be created
   */
  public static void prepare(Path directory) throws IOException {
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new InputException(
          directory, "this is not a directory", "choose a directory for the report");
    }
    AtomicFile.makeDirectory(directory);
    Path file = directory.resolve(FILE_NAME);
    if (!Files.isWritable(directory) || Files.isDirectory(file)) {
      throw new InputException(
          file, "this file cannot be written", "choose another directory for the report");
    }
  }

  /**
   * Returns the range of a segment's length. The alphabetical order of the ranges is the order of
   * the lengths.
   */
  private static String lengthRange(Span span) {
    int length = span.end() - span.start();
    if (length >= 6) {
      return "6+";
    }
    if (length >= 4) {
      return "4–5";
    }
    return Integer.toString(length);
  }

  /** Adds the next sentence of the corpus. */
  public void add(ScoredSentence sentence) {
    addTokens(sentence.prediction(), sentence.labels());
    List<Span> gold = sentence.gold();
    for (ScoredSpan scored : sentence.predicted()) {
      Span span = scored.span();
      List<Span> overlapping = gold.stream().filter(span::overlaps).toList();
      JudgedSegment segment = new JudgedSegment(sentences, span, scored.probability(), overlapping);
      judged.add(segment);
      segments.add(segment.probability(), segment.isRight());
    }
    byLength.add(gold, sentence.predictedSpans());
    confusion.add(gold, sentence.predictedSpans());
    sentences++;
  }

  private void addTokens(Prediction prediction, List<String> gold) {
    LabelSet labels = prediction.labelSet();
    for (int t = 0; t < gold.size(); t++) {
      int right = labels.indexOf(gold.get(t));
      if (right >= 0) {
        int token = t;
        int best = TokenScores.likeliest(v -> prediction.marginal(token, v), labels.size());
        tokens.add(prediction.marginal(t, best), best == right);
      }
    }
  }

  /**
   * Returns, for the promises that at most 2, 5 and 10 % of the segments are wrong, whether the
   * model would have kept them on the test corpus.
   *
   * @param threshold returns the minimum probability of the segments that are written to keep a
   *     promise; throws {@link Promise.RefusedException} if the model cannot make it
   */
  public List<PromiseResult> promises(ToDoubleFunction<Promise> threshold) {
    return DoubleStream.of(0.02, 0.05, 0.1)
        .mapToObj(maxError -> promise(maxError, threshold))
        .toList();
  }

  private PromiseResult promise(double maxError, ToDoubleFunction<Promise> threshold) {
    double minProbability;
    try {
      minProbability = threshold.applyAsDouble(Promise.maxError(maxError));
    } catch (Promise.RefusedException e) {
      return new PromiseResult(maxError, Double.NaN, 0, e.getMessage());
    }

    int written = 0;
    int wrong = 0;
    for (JudgedSegment segment : judged) {
      if (segment.probability() >= minProbability) {
        written++;
        if (!segment.isRight()) {
          wrong++;
        }
      }
    }
    double wrongShare = (double) wrong / Math.max(1, written);
    double coverage = (double) written / Math.max(1, judged.size());
    return new PromiseResult(maxError, wrongShare, coverage, null);
  }

  /**
   * Writes the page. An existing page is replaced.
   *
   * @param directory directory of the page
   * @param subject the model and the corpus
   * @param result metrics of the evaluation
   * @param promises results of promises; if empty, the page has no section about promises
   * @return the file
   */
  public Path write(
      Path directory, ReportSubject subject, EvaluationResult result, List<PromiseResult> promises)
      throws IOException {
    Path file = directory.resolve(FILE_NAME);
    AtomicFile.write(file, new ReportPage(this, subject, result).render(promises));
    return file;
  }

  /**
   * The result of a promise that limits the share of wrong segments among the written ones.
   *
   * @param asked promised maximum share of wrong segments, in [0, 1]
   * @param wrong share of wrong segments in the test file, in [0, 1]; NaN if the model cannot make
   *     the promise
   * @param coverage share of the predicted segments that were written, in [0, 1]
   * @param refusal reason why the model cannot make the promise; null if it can
   */
  public record PromiseResult(double asked, double wrong, double coverage, String refusal) {
    boolean isKept() {
      return wrong <= asked;
    }
  }

  /**
   * The subject of a report.
   *
   * @param model the evaluated model
   * @param scheme scheme of the model's labels; with TOKEN, the report is about tokens instead of
   *     segments
   * @param decoding description of the decoding
   * @param corpus the test corpus
   * @param errors maximum number of errors that are displayed, the most certain first; at least 0
   */
  public record ReportSubject(
      ModelCard model, TagScheme scheme, String decoding, Corpus corpus, int errors) {
    boolean isOfTokens() {
      return scheme == TagScheme.TOKEN;
    }
  }

  /**
   * A predicted segment with the gold segments that it overlaps.
   *
   * @param sentence number of its sentence, from 0
   * @param span the predicted segment
   * @param probability its probability
   * @param gold gold segments that it overlaps
   */
  record JudgedSegment(int sentence, Span span, double probability, List<Span> gold) {
    boolean isRight() {
      return gold.contains(span);
    }

    /**
     * Returns −log of the probability that the model assigns to the truth (nats): that the segment
     * is correct, or that it is not. The loss is finite even if this probability is 0.
     */
    double logLoss() {
      double ofTruth = isRight() ? probability : 1 - probability;
      return -Math.log(Math.max(ofTruth, Double.MIN_NORMAL));
    }
  }
}
