package org.gpchain.internal.evaluation.tagging;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.commons.io.function.IOConsumer;
import org.gpchain.core.decode.NoveltyCount;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.document.DocumentWindow;
import org.gpchain.internal.core.document.FirstPass;
import org.gpchain.internal.corpora.TokenFile;
import org.gpchain.internal.corpora.TokenFile.TokenBlock;
import org.gpchain.internal.corpora.TokenFile.TokenLine;

/**
 * Adds a column of predicted labels to a file of columns. Everything else in the file stays the
 * same. Lines that separate documents get the label O, so that all lines have the same number of
 * columns.
 *
 * @param tagger the tagger
 * @param preparation adds the columns that the file does not have to a sentence; called in the
 *     order of the sentences
 * @param marginals whether the marginal probability of each label is written after the label
 * @param threads number of threads that tag, at least 1; the result does not depend on it
 * @param key for CoNLL-U files, the key of the labels in the last column (MISC), to which they are
 *     written instead of a new column; empty for other files
 */
public record FileTagger(
    Tagger tagger,
    UnaryOperator<TokenSequence> preparation,
    boolean marginals,
    int threads,
    String key) {
  /** Suffix that turns the CoNLL-U key of labels into the key of their marginal probabilities. */
  private static final String PROBABILITY = "Prob";

  /**
   * Sums over the sentences of a file.
   *
   * @param evidence evidence for the check of a promise; null without a promise
   * @param novelty number of sentences that are unlike the training text
   */
  public record TextSums(long[] evidence, NoveltyCount novelty) {}

  /**
   * Labels a file.
   *
   * @param file the file, which is read to its end
   * @param out receives the lines of several sentences at a time
   * @return sums over the sentences of the file
   * @throws IOException if the file cannot be used, or the output cannot be written
   */
  public TextSums label(TokenFile file, IOConsumer<String> out) throws IOException {
    try (BatchTagger batches = new BatchTagger(tagger, threads)) {
      // Blocks that were read and not written yet, and sentences that are ready to be tagged. A
      // window holds sentences back until it has seen enough of their document.
      Deque<TokenBlock> waiting = new ArrayDeque<>();
      List<TokenSequence> ready = new ArrayList<>();
      Optional<WindowFeeder> feeder =
          tagger.firstPass().map(pass -> new WindowFeeder(batches, pass, ready));

      List<TokenBlock> batch;
      long[] evidence = null;
      NoveltyCount novelty = NoveltyCount.NONE;
      do {
        batch = file.next(BatchTagger.BATCH);
        waiting.addAll(batch);
        List<TokenSequence> sentences =
            batch.stream().map(TokenBlock::tokens).map(this::prepared).toList();
        if (feeder.isPresent()) {
          feeder.get().add(batch, sentences);
        } else {
          ready.addAll(sentences);
        }

        StringBuilder text = new StringBuilder();
        for (Prediction prediction : batches.tag(ready)) {
          evidence = PromiseCheck.sum(evidence, prediction.evidence());
          novelty = novelty.plus(NoveltyCount.of(prediction, tagger.noveltyLimit()));
          append(waiting.remove(), prediction, text);
        }
        ready.clear();
        out.accept(text.toString());
      } while (!batch.isEmpty());
      return new TextSums(evidence, novelty);
    }
  }

  /** Runs the first pass over sentences and adds them to a window, which adds their columns. */
  private static final class WindowFeeder {
    private final BatchTagger batches;
    private final FirstPass pass;
    private final DocumentWindow window;
    private int document;

    /**
     * Creates a feeder.
     *
     * @param ready list to which the window adds complete sentences
     */
    WindowFeeder(BatchTagger batches, FirstPass pass, List<TokenSequence> ready) {
      this.batches = batches;
      this.pass = pass;
      this.window = pass.window(ready::add);
    }

    /** Adds sentences of consecutive blocks. An empty batch ends the last document. */
    void add(List<TokenBlock> batch, List<TokenSequence> sentences) {
      List<Consumer<DocumentWindow>> looks = batches.look(pass, sentences);
      for (int i = 0; i < looks.size(); i++) {
        if (batch.get(i).document() != document) {
          window.end();
          document = batch.get(i).document();
        }
        looks.get(i).accept(window);
      }
      if (batch.isEmpty()) {
        window.end();
      }
    }
  }

  private TokenSequence prepared(TokenSequence sentence) {
    if (sentence.length() == 0) {
      return sentence;
    }
    return preparation.apply(sentence);
  }

  private void append(TokenBlock block, Prediction prediction, StringBuilder text) {
    int token = 0;
    for (TokenLine line : block.lines()) {
      switch (line.kind()) {
        case BLANK, COMMENT, SKIPPED -> text.append(line.whole());
        case DOCUMENT_MARK -> text.append(line.with(cells(SpanCodec.OUTSIDE, "_")));
        case TOKEN -> {
          text.append(labelled(line, cells(prediction, token)));
          token++;
        }
      }
    }
  }

  private String labelled(TokenLine line, List<String> cells) {
    if (key.isEmpty()) {
      return line.with(cells);
    }
    Map<String, String> pairs = new LinkedHashMap<>();
    pairs.put(key, cells.get(0));
    if (marginals) {
      pairs.put(key + PROBABILITY, cells.get(1));
    }
    return line.withMisc(pairs);
  }

  private List<String> cells(Prediction prediction, int token) {
    String label = prediction.label(token);
    double marginal = prediction.marginal(token, prediction.labelSet().indexOf(label));
    return cells(label, format("%.4f", marginal));
  }

  private List<String> cells(String label, String probability) {
    if (marginals) {
      return List.of(label, probability);
    }
    return List.of(label);
  }
}
