package org.gpchain.internal.core.document;

import java.util.List;
import java.util.Optional;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;

/** A tagger that computes the label marginals for a pass over a document. Thread-safe. */
public interface MarginalTagger {
  /** Returns the labels to which the marginals belong. */
  LabelSet labels();

  /**
   * Returns the marginals of a sentence.
   *
   * @param sentence sentence with all columns that the tagger requires; may be empty
   * @return a new array, {@code [T×V]} row-major
   */
  double[] marginals(TokenSequence sentence, Workspace workspace);

  /**
   * Adds the columns that describe the rest of the document to its sentences.
   *
   * @param sentences sentences of one document, in order
   * @return a sentence for each
   */
  List<TokenSequence> inDocument(List<TokenSequence> sentences, Workspace workspace);

  /** Returns the first pass over a document, or empty if the tagger needs none. */
  Optional<FirstPass> firstPass();
}
