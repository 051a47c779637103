package org.gpchain.internal.cli;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.TextSegmenter;
import org.gpchain.internal.corpora.plaintext.PlainText;
import org.gpchain.internal.documents.PassageReader;
import org.gpchain.internal.evaluation.EvaluationResult;
import org.gpchain.internal.evaluation.Evaluator;
import org.gpchain.internal.evaluation.LostSegments;
import org.gpchain.internal.evaluation.RawTextEvaluator;
import org.gpchain.internal.evaluation.RawTextEvaluator.GoldSegments;
import org.gpchain.internal.evaluation.RawTextResult;
import org.gpchain.internal.evaluation.RawTextResult.TokenDifference;

/**
 * A check whether a newly trained model will find as much in raw text as on the tokens of its
 * corpus.
 *
 * @param model the model
 * @param files the model file, followed by the part-of-speech tagger if one is given
 * @param words locations of word resources, in addition to those in the model's folder
 */
record RawTextCheck(Model model, List<Path> files, List<URL> words) {
  /** Tasks whose models annotate raw text. */
  private static final Set<String> TASKS = Set.of("chunk", "np", "ne", "pos");

  /** Difference of F1 above which train prints a note (share of 1). */
  private static final double NOTED_DIFFERENCE = 0.01;

  /** Returns whether the model can annotate raw text and the corpus has words to compare with. */
  private boolean appliesTo(Corpus corpus) {
    return TASKS.contains(model.task().name()) && corpus.columns().contains(TokenSequence.WORD);
  }

  /** Returns a note on segments of the training corpus that cannot be found in raw text. */
  Optional<String> ofTraining(Corpus corpus, CorpusTexts texts) {
    if (!appliesTo(corpus)) {
      return Optional.empty();
    }

    List<PlainText> plainTexts = texts.of(model.language(), corpus.sentences());
    TextSegmenter segmenter = TextSegmenter.of(model.language(), model.tokenProfile());
    return LostSegments.of(corpus.sentences(), plainTexts, segmenter).note();
  }

  /**
   * Returns a note if F1 from raw text is much lower than F1 on the tokens of a held-out corpus.
   *
   * @throws InputException if raw text lacks something that the model uses
   */
  Optional<String> ofHeldOut(Corpus corpus, CorpusTexts texts) throws IOException {
    if (!appliesTo(corpus)) {
      return Optional.empty();
    }

    Tagger tagger = model.tagger(DecodingOptions.DEFAULT);
    List<List<Span>> gold = new ArrayList<>();
    EvaluationResult onGoldTokens =
        new Evaluator(tagger, 1).evaluate(corpus, null, sentence -> gold.add(sentence.gold()));

    GoldSegments goldSegments = new GoldSegments(corpus.sentences(), gold);
    List<PlainText> plainTexts = texts.of(model.language(), corpus.sentences());
    double f1OnGoldTokens = onGoldTokens.accuracy().segments().f1();
    RawTextResult rawText;
    try (PassageReader reader = new PassageReader(files, words)) {
      rawText =
          new RawTextEvaluator(tagger, 1)
              .evaluate(goldSegments, plainTexts, reader, f1OnGoldTokens);
    }

    if (!(rawText.segments().f1BelowGoldTokens() > NOTED_DIFFERENCE)) {
      return Optional.empty();
    }
    return Optional.of(note(corpus, rawText));
  }

  private static String note(Corpus corpus, RawTextResult rawText) {
    String example = "";
    List<TokenDifference> differences = rawText.segmentation().differences();
    if (!differences.isEmpty()) {
      TokenDifference mostFrequent = differences.get(0);
      example =
          format(
              " annotate finds other tokens, most often %s for %s, as in %s;",
              RawTextResult.shown(mostFrequent.rawText()),
              RawTextResult.shown(mostFrequent.gold()),
              mostFrequent.example());
    }
    return format(
        "F1 from the raw text of %s is %.1f points below F1 on its tokens:%s evaluate --from-text"
            + " shows the differences",
        corpus.file(), 100 * rawText.segments().f1BelowGoldTokens(), example);
  }
}
