package org.gpchain.internal.core.document;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.words.WordResource;
import org.gpchain.core.workspace.Workspace;

/**
 * The first of two passes over a document: a tagger looks at each sentence, and a {@link
 * DocumentWindow} tells each what was seen in the others.
 *
 * @param tagger of sentences that have their words' columns
 * @param words gives sentences more columns, for both passes; null for none
 */
public record FirstPass(MarginalTagger tagger, WordResource words) {
  /** Sentences that are looked at together. */
  private static final int BATCH = 512;

  /** A window for the sentences of documents, each of which it gets by a {@link #look}. */
  public DocumentWindow window(Consumer<TokenSequence> out) {
    return new DocumentWindow(tagger.labels(), out);
  }

  /**
   * Looks at a sentence, on its own.
   *
   * @param sentence with the columns that the model requires; may be empty
   * @return adds it to a window
   */
  public Consumer<DocumentWindow> look(TokenSequence sentence, Workspace workspace) {
    TokenSequence complete = words == null ? sentence : words.lookUp(sentence, workspace);
    double[] marginals = tagger.marginals(complete, workspace);
    return window -> window.add(complete, marginals);
  }

  /**
   * Labelled sentences, of any number of documents, with the columns of the window.
   *
   * @param looks takes a {@link #look} at each of some sentences
   */
  public List<LabeledSequence> over(
      List<LabeledSequence> sentences,
      Function<List<TokenSequence>, List<Consumer<DocumentWindow>>> looks) {
    List<LabeledSequence> all = new ArrayList<>(sentences.size());
    DocumentWindow window = window(tokens -> all.add(sentences.get(all.size()).withTokens(tokens)));
    for (int from = 0; from < sentences.size(); from += BATCH) {
      List<LabeledSequence> batch =
          sentences.subList(from, Math.min(from + BATCH, sentences.size()));
      var seen = looks.apply(batch.stream().map(LabeledSequence::tokens).toList());
      for (int i = 0; i < batch.size(); i++) {
        int before = Math.max(0, from + i - 1);
        if (batch.get(i).document() != sentences.get(before).document()) {
          window.end();
        }
        seen.get(i).accept(window);
      }
    }
    window.end();
    return all;
  }

  /** The sentences of one document with the columns of the window. */
  public List<TokenSequence> over(List<TokenSequence> document, Workspace workspace) {
    List<TokenSequence> all = new ArrayList<>(document.size());
    DocumentWindow window = window(all::add);
    document.forEach(sentence -> look(sentence, workspace).accept(window));
    window.end();
    return all;
  }
}
