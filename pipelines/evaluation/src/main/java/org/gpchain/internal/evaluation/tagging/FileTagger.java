package org.gpchain.internal.evaluation.tagging;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.commons.io.function.IOConsumer;
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
 * Labels files with columns: the lines of tokens get one more column, the label; nothing else
 * changes. Lines between documents get the label O, so that all lines have the same columns.
 *
 * @param preparation gives sentences the columns that the file does not have; called in order
 * @param marginals whether to write the marginal probability of each label behind it
 * @param threads number of threads that label, at least 1; the result does not depend on it
 * @param key in CoNLL-U, the key of the labels in the last column, which get no column of their
 *     own; empty for other files
 */
public record FileTagger(
    Tagger tagger,
    UnaryOperator<TokenSequence> preparation,
    boolean marginals,
    int threads,
    String key) {
  /** Suffix of the key of labels in CoNLL-U, for the key of their marginal probabilities. */
  private static final String PROBABILITY = "Prob";

  /**
   * @param file read to its end
   * @param out gets the lines, some sentences at a time
   * @return the evidence for the check of a promise; null without one
   * @throws IOException if the file cannot be used, or the output not be written
   */
  public long[] label(TokenFile file, IOConsumer<String> out) throws IOException {
    try (BatchTagger batches = new BatchTagger(tagger, threads)) {
      Deque<TokenBlock> waiting = new ArrayDeque<>();
      List<TokenSequence> ready = new ArrayList<>();
      FirstPass pass = tagger.firstPass().orElse(null);
      DocumentWindow window = pass == null ? null : pass.window(ready::add);
      List<TokenBlock> batch;
      int document = 0;
      long[] evidence = null;
      do {
        batch = file.next(BatchTagger.BATCH);
        waiting.addAll(batch);
        List<TokenSequence> read =
            batch.stream().map(TokenBlock::tokens).map(this::prepared).toList();
        if (window == null) {
          ready.addAll(read);
        } else {
          List<Consumer<DocumentWindow>> looks = batches.look(pass, read);
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
        StringBuilder text = new StringBuilder();
        for (Prediction prediction : batches.tag(ready)) {
          evidence = PromiseCheck.sum(evidence, prediction.evidence());
          append(waiting.remove(), prediction, text);
        }
        ready.clear();
        out.accept(text.toString());
      } while (!batch.isEmpty());
      return evidence;
    }
  }

  private TokenSequence prepared(TokenSequence sentence) {
    return sentence.length() == 0 ? sentence : preparation.apply(sentence);
  }

  private void append(TokenBlock block, Prediction prediction, StringBuilder text) {
    int token = 0;
    for (TokenLine line : block.lines()) {
      text.append(
          switch (line.kind()) {
            case BLANK, COMMENT, SKIPPED -> line.whole();
            case DOCUMENT_MARK -> line.with(cells(SpanCodec.OUTSIDE, "_"));
            case TOKEN -> labelled(line, cells(prediction, token++));
          });
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
    return marginals ? List.of(label, probability) : List.of(label);
  }
}
