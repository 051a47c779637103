package org.gpchain.experiments.peers;

import java.io.IOException;
import java.util.List;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;

/** A trained name finder. */
interface NameFinder {
  /**
   * Returns the names in each sentence, with the types {@code PER}, {@code LOC} and {@code ORG} and
   * possibly others.
   *
   * @param sentences the sentences of a corpus in order; gold annotations are ignored
   * @throws IOException if the name finder fails
   */
  List<List<Span>> find(List<LabeledSequence> sentences) throws IOException;
}
