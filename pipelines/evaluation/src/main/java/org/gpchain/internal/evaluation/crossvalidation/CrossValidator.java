package org.gpchain.internal.evaluation.crossvalidation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.io.function.IOBiFunction;
import org.gpchain.core.decode.DecodingOptions;
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
 * Learns a model of all sentences but those of a fold, for each fold, and evaluates it on these.
 * Nothing of the held-out sentences is known to a model: features, variances and calibration come
 * from the others.
 */
public final class CrossValidator {
  private final IOBiFunction<List<LabeledSequence>, Progress, Model> trainer;
  private final DecodingOptions decoding;
  private final int threads;
  private final List<Fold> results = new ArrayList<>();
  private SpanCounts pooled = SpanCounts.NONE;
  private List<List<String>> predicted = List.of();

  /**
   * @param trainer learns the model of a fold from all other sentences
   * @param decoding how held-out sentences are labelled
   * @param threads number of threads that label them
   */
  public CrossValidator(
      IOBiFunction<List<LabeledSequence>, Progress, Model> trainer,
      DecodingOptions decoding,
      int threads) {
    this.trainer = trainer;
    this.decoding = decoding;
    this.threads = threads;
  }

  /** Runs. Labels that only held-out sentences have count as errors. */
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
    TagScheme shown = corpus.shownScheme();
    for (int i = 0; i < heldOut.length; i++) {
      ScoredSentence sentence = scored.get(i);
      pooled = pooled.plus(sentence.counts());
      List<Span> spans = sentence.prediction().spans().stream().map(ScoredSpan::span).toList();
      predicted.set(heldOut[i], SpanCodec.of(shown).encode(spans, sentence.prediction().length()));
    }
    results.add(new Fold(fold + 1, train.size(), result.accuracy(), result.calibration(), seconds));
  }

  private static List<LabeledSequence> select(Corpus corpus, int[] numbers) {
    return IntStream.of(numbers).mapToObj(corpus.sentences()::get).toList();
  }

  /**
   * The corpus with the labels that the models without a sentence gave it: columns with tabs, of
   * which the first is the word, or whatever comes first, and the last two are the gold label and
   * the predicted one, as {@code gpchain compare --labelled} reads them.
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
