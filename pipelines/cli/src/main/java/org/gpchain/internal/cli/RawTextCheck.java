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
 * Checks whether a model that was just learned will find as much in raw text as on the tokens of
 * its corpus.
 *
 * @param model the model
 * @param files the file of the model and, after it, the tagger of its parts of speech if one is
 *     named
 * @param words where word resources are, besides those next to the model
 */
record RawTextCheck(Model model, List<Path> files, List<URL> words) {
  /** Tasks whose models annotate raw text. */
  private static final Set<String> TASKS = Set.of("chunk", "np", "ne", "pos");

  /** Difference of F1 above which train prints a note. */
  private static final double NOTED_DIFFERENCE = 0.01;

  /** Returns whether the model annotates raw text, and the corpus has words to compare. */
  private boolean concerns(Corpus corpus) {
    return TASKS.contains(model.task().name()) && corpus.columns().contains(TokenSequence.WORD);
  }

  /** Returns what to tell users of the training corpus: segments that raw text loses. */
  Optional<String> ofTraining(Corpus corpus, CorpusTexts texts) {
    if (!concerns(corpus)) {
      return Optional.empty();
    }
    List<PlainText> plainTexts = texts.of(model.language(), corpus.sentences());
    TextSegmenter segmenter = TextSegmenter.of(model.language(), model.tokenProfile());
    return LostSegments.of(corpus.sentences(), plainTexts, segmenter).note();
  }

  /**
   * Returns what to tell users of a held-out corpus: a difference of F1.
   *
   * @throws InputException if raw text does not have what the model uses
   */
  Optional<String> ofHeldOut(Corpus corpus, CorpusTexts texts) throws IOException {
    if (!concerns(corpus)) {
      return Optional.empty();
    }
    Tagger tagger = model.tagger(DecodingOptions.DEFAULT);
    List<List<Span>> gold = new ArrayList<>();
    EvaluationResult onGoldTokens =
        new Evaluator(tagger, 1).evaluate(corpus, null, sentence -> gold.add(sentence.gold()));

    List<PlainText> plainTexts = texts.of(model.language(), corpus.sentences());
    RawTextResult rawText;
    try (PassageReader reader = new PassageReader(files, words)) {
      rawText =
          new RawTextEvaluator(tagger, 1)
              .evaluate(
                  new GoldSegments(corpus.sentences(), gold),
                  plainTexts,
                  reader,
                  onGoldTokens.accuracy().f1());
    }

    return rawText.segments().f1BelowGoldTokens() > NOTED_DIFFERENCE
        ? Optional.of(note(corpus, rawText))
        : Optional.empty();
  }

  private static String note(Corpus corpus, RawTextResult rawText) {
    String example = "";
    if (!rawText.segmentation().differences().isEmpty()) {
      TokenDifference first = rawText.segmentation().differences().get(0);
      example =
          format(
              " annotate finds other tokens, most often %s for %s, as in %s;",
              RawTextResult.shown(first.rawText()),
              RawTextResult.shown(first.gold()),
              first.example());
    }
    return format(
        "F1 from the raw text of %s is %.1f points below F1 on its tokens:%s evaluate --from-text"
            + " shows the differences",
        corpus.file(), 100 * rawText.segments().f1BelowGoldTokens(), example);
  }
}
