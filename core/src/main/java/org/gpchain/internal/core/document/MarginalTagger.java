package org.gpchain.internal.core.document;

import java.util.List;
import java.util.Optional;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;

/** A tagger as a pass over a document sees it: a source of label marginals. Thread-safe. */
public interface MarginalTagger {
  /** Returns the labels of the marginals, in order. */
  LabelSet labels();

  /**
   * Returns the marginals of a sentence.
   *
   * @param sentence with all columns that the tagger requires
   * @return a new array, {@code [T×V]}
   */
  double[] marginals(TokenSequence sentence, Workspace workspace);

  /**
   * Adds the columns that describe the rest of the document to its sentences.
   *
   * @param sentences of one document, in order
   * @return a sentence for each
   */
  List<TokenSequence> inDocument(List<TokenSequence> sentences, Workspace workspace);

  /** Returns the first pass over a document, or empty if the tagger needs none. */
  Optional<FirstPass> firstPass();
}
