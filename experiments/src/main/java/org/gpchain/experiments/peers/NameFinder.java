package org.gpchain.experiments.peers;

import java.io.IOException;
import java.util.List;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;

/** A trained finder of names. */
interface NameFinder {
  /**
   * Returns the names in each sentence, with the types {@code PER}, {@code LOC} and {@code ORG},
   * and maybe others.
   *
   * @param sentences sentences of a corpus, in its order; their gold annotations are not used
   */
  List<List<Span>> find(List<LabeledSequence> sentences) throws IOException;
}
