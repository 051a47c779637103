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

/** A page about a model on a test corpus, which is told of the sentences one by one. */
public final class EvaluationReport {
  /** Name of the page in its directory. */
  public static final String FILE_NAME = "report.html";

  final Reliability tokens = new Reliability();
  final Reliability segments = new Reliability();
  final List<JudgedSegment> judged = new ArrayList<>();
  final SegmentScores byLength = new SegmentScores(EvaluationReport::lengthOf);
  final Confusion confusion = new Confusion();
  private int sentences;

  /**
   * Checks that the page can be written, and creates its directory if it is missing.
   *
   * @throws IOException if not, with a message for users
   */
  public static void prepare(Path directory) throws IOException {
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new InputException(
          directory, "this is not a directory", "name a directory for the report");
    }
    AtomicFile.makeDirectory(directory);
    Path file = directory.resolve(FILE_NAME);
    if (!Files.isWritable(directory) || Files.isDirectory(file)) {
      throw new InputException(
          file, "this file cannot be written", "name another directory for the report");
    }
  }

  /** The alphabetical order of these names is the order of the lengths. */
  private static String lengthOf(Span span) {
    int length = span.end() - span.start();
    return length >= 6 ? "6+" : length >= 4 ? "4–5" : Integer.toString(length);
  }

  /** Adds the next sentence of the corpus. */
  public void add(ScoredSentence sentence) {
    addTokens(sentence.prediction(), sentence.labels());
    List<Span> gold = sentence.gold();
    for (ScoredSpan scored : sentence.predicted()) {
      Span span = scored.span();
      List<Span> met = gold.stream().filter(span::overlaps).toList();
      JudgedSegment segment = new JudgedSegment(sentences, span, scored.probability(), met);
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
   * What became of promises about segments, had the model been asked for them: of 2, 5 and 10 %
   * wrong.
   *
   * @param threshold the probability down to which segments are written to keep a promise; throws
   *     {@link Promise.RefusedException} if there is none
   */
  public List<PromiseResult> promises(ToDoubleFunction<Promise> threshold) {
    return DoubleStream.of(0.02, 0.05, 0.1).mapToObj(asked -> promise(asked, threshold)).toList();
  }

  private PromiseResult promise(double asked, ToDoubleFunction<Promise> threshold) {
    double least;
    try {
      least = threshold.applyAsDouble(Promise.maxError(asked));
    } catch (Promise.RefusedException e) {
      return new PromiseResult(asked, Double.NaN, 0, e.getMessage());
    }
    List<JudgedSegment> written = judged.stream().filter(s -> s.probability() >= least).toList();
    long wrong = written.stream().filter(segment -> !segment.isRight()).count();
    return new PromiseResult(
        asked,
        (double) wrong / Math.max(1, written.size()),
        (double) written.size() / Math.max(1, judged.size()),
        null);
  }

  /**
   * Writes the page, and replaces it if it is there.
   *
   * @param promises what became of promises; without any, they have no section
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
   * What became of a promise about the share of wrong segments among those that are written.
   *
   * @param asked the largest share that was asked for, in [0, 1]
   * @param wrong the share on the test file, in [0, 1]; NaN if the model cannot promise it
   * @param coverage share of the predicted segments that were written, in [0, 1]
   * @param refusal why the model cannot promise it; null if it can
   */
  public record PromiseResult(double asked, double wrong, double coverage, String refusal) {
    boolean isKept() {
      return wrong <= asked;
    }
  }

  /**
   * @param scheme of the model's labels; with TOKEN, tokens take the place of segments
   * @param decoding how labels were chosen, in words
   * @param errors how many of the most certain errors are shown, at least 0
   */
  public record ReportSubject(
      ModelCard model, TagScheme scheme, String decoding, Corpus corpus, int errors) {
    boolean isOfTokens() {
      return scheme == TagScheme.TOKEN;
    }
  }

  /** A predicted segment, and the gold ones that it overlaps with; sentences count from 0. */
  record JudgedSegment(int sentence, Span span, double probability, List<Span> gold) {
    boolean isRight() {
      return gold.contains(span);
    }

    /** −log of the probability of what is the case, in nats; finite, as the nll of a token. */
    double logLoss() {
      return -Math.log(Math.max(isRight() ? probability : 1 - probability, Double.MIN_NORMAL));
    }
  }
}
