package org.gpchain.internal.core.document;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.words.WordResource;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.WorkCheck;

/**
 * The first of two passes over a document. A tagger computes the marginals of each sentence on its
 * own. A {@link DocumentWindow} then adds columns to each sentence that summarize the marginals of
 * the same words in other sentences, for the second pass.
 *
 * @param tagger tagger of the first pass
 * @param words word resource that adds columns to sentences for both passes; null for none
 */
public record FirstPass(MarginalTagger tagger, WordResource words) {
  /** Number of sentences that are passed to the tagger together. */
  private static final int BATCH = 512;

  /**
   * Returns a window over documents, to which sentences are added with {@link #tag}.
   *
   * @param out receives each sentence with the columns of the window
   */
  public DocumentWindow window(Consumer<TokenSequence> out) {
    return new DocumentWindow(tagger.labels(), out);
  }

  /**
   * Tags a sentence on its own. Sentences may be tagged in parallel.
   *
   * @param sentence sentence with all columns that the model requires; may be empty
   * @return an action that adds the tagged sentence to a window
   */
  public Consumer<DocumentWindow> tag(TokenSequence sentence, Workspace workspace) {
    TokenSequence complete = words == null ? sentence : words.lookUp(sentence, workspace);
    double[] marginals = tagger.marginals(complete, workspace);
    return window -> window.add(complete, marginals);
  }

  /**
   * Returns labeled sentences with the columns of the window.
   *
   * @param sentences sentences of any number of documents, in order
   * @param batchTagger maps sentences to the results of {@link #tag} for each of them
   */
  public List<LabeledSequence> over(
      List<LabeledSequence> sentences,
      Function<List<TokenSequence>, List<Consumer<DocumentWindow>>> batchTagger) {
    List<TokenSequence> tokens = new ArrayList<>(sentences.size());
    DocumentWindow window = window(tokens::add);
    int previousDocument = 0;
    for (int from = 0; from < sentences.size(); from += BATCH) {
      int to = Math.min(from + BATCH, sentences.size());
      List<LabeledSequence> batch = sentences.subList(from, to);
      List<Consumer<DocumentWindow>> additions =
          batchTagger.apply(batch.stream().map(LabeledSequence::tokens).toList());

      for (int i = 0; i < batch.size(); i++) {
        int document = batch.get(i).document();
        if (document != previousDocument) {
          window.end();
          previousDocument = document;
        }
        additions.get(i).accept(window);
      }
    }
    window.end();

    List<LabeledSequence> results = new ArrayList<>(sentences.size());
    for (int n = 0; n < sentences.size(); n++) {
      results.add(sentences.get(n).withTokens(tokens.get(n)));
    }
    return results;
  }

  /** Returns the sentences of one document with the columns of the window. */
  public List<TokenSequence> over(List<TokenSequence> document, Workspace workspace) {
    List<TokenSequence> sentences = new ArrayList<>(document.size());
    DocumentWindow window = window(sentences::add);
    for (TokenSequence sentence : document) {
      WorkCheck.run();
      tag(sentence, workspace).accept(window);
    }
    window.end();
    return sentences;
  }
}
