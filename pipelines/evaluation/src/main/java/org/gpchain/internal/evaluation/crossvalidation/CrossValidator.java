package org.gpchain.internal.evaluation.crossvalidation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.io.function.IOBiFunction;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.evaluation.EvaluationResult;
import org.gpchain.internal.evaluation.Evaluator;
import org.gpchain.internal.evaluation.Evaluator.ScoredSentence;
import org.gpchain.internal.evaluation.TextTable;
import org.gpchain.internal.evaluation.crossvalidation.CrossValidationResult.Fold;
import org.gpchain.internal.training.data.BlockFolds;
import org.gpchain.training.Progress;

/**
 * Runs a cross-validation: for each fold, trains a model on the sentences of the other folds and
 * evaluates it on the sentences of the fold. The held-out sentences affect nothing in the model;
 * its features, variances and calibration come from the other folds.
 */
public final class CrossValidator {
  private final IOBiFunction<List<LabeledSequence>, Progress, Model> trainer;
  private final DecodingOptions decoding;
  private final int threads;
  private final List<Fold> results = new ArrayList<>();
  private SpanCounts pooled = SpanCounts.NONE;
  private List<List<String>> predicted = List.of();

  /**
   * Creates a validator for one run.
   *
   * @param trainer trains a model on the sentences of the other folds
   * @param decoding decoding of the held-out sentences
   * @param threads number of threads that tag the held-out sentences
   */
  public CrossValidator(
      IOBiFunction<List<LabeledSequence>, Progress, Model> trainer,
      DecodingOptions decoding,
      int threads) {
    this.trainer = trainer;
    this.decoding = decoding;
    this.threads = threads;
  }

  /**
   * Trains and evaluates a model for each fold. Labels that occur only in held-out sentences count
   * as errors.
   */
  public CrossValidationResult run(Corpus corpus, CorpusFolds folds, Progress progress)
      throws IOException {
    predicted = new ArrayList<>(Collections.nCopies(corpus.sentences().size(), null));
    int count = folds.folds().folds();
    List<Progress> shares =
        progress.parts(IntStream.range(0, count).mapToDouble(fold -> 1).toArray());
    for (int fold = 0; fold < count; fold++) {
      String name = "fold " + (fold + 1) + "/" + count;
      run(corpus, folds.folds(), fold, shares.get(fold).asPhase(name));
    }
    return CrossValidationResult.of(folds.documents(), results, pooled);
  }

  private void run(Corpus corpus, BlockFolds folds, int fold, Progress progress)
      throws IOException {
    List<LabeledSequence> train = select(corpus, folds.others(fold));
    int[] heldOut = folds.heldOut(fold);

    long start = System.nanoTime();
    Model model = trainer.apply(train, progress);
    double seconds = (System.nanoTime() - start) / 1e9;

    List<ScoredSentence> scored = new ArrayList<>();
    EvaluationResult result =
        new Evaluator(model.tagger(decoding), threads)
            .evaluate(select(corpus, heldOut), corpus.scheme(), scored::add);

    SpanCodec codec = SpanCodec.of(corpus.shownScheme());
    for (int i = 0; i < heldOut.length; i++) {
      ScoredSentence sentence = scored.get(i);
      Prediction prediction = sentence.prediction();
      List<Span> spans = prediction.spans().stream().map(ScoredSpan::span).toList();
      pooled = pooled.plus(sentence.counts());
      predicted.set(heldOut[i], codec.encode(spans, prediction.length()));
    }
    results.add(new Fold(fold + 1, train.size(), result.accuracy(), result.calibration(), seconds));
  }

  private static List<LabeledSequence> select(Corpus corpus, int[] numbers) {
    return IntStream.of(numbers).mapToObj(corpus.sentences()::get).toList();
  }

  /**
   * Returns the corpus with the labels that each sentence got while it was held out, in the format
   * that {@code gpchain compare --labelled} reads. The tab-separated columns are the first column
   * of the corpus (usually the word), the gold label, and the predicted label.
   */
  public String predictions(Corpus corpus) {
    StringBuilder out = new StringBuilder();
    TagScheme shown = corpus.shownScheme();
    for (int n = 0; n < predicted.size(); n++) {
      LabeledSequence sentence = corpus.sentences().get(n);
      List<String> words = sentence.tokens().columns().get(0);
      out.append(TextTable.ofTokens(List.of(words, sentence.labels(shown), predicted.get(n))));
    }
    return out.toString();
  }
}
