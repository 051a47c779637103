package org.gpchain.server.models;

import java.io.IOException;
import java.util.List;
import org.gpchain.documents.DocumentException;

/** Suggests annotations for documents; for any number of threads. */
public interface Suggester {
  /**
   * Suggests annotations.
   *
   * @param text of the document
   * @param passages of it, in order
   * @return in the order of the text
   * @throws DocumentException if the document cannot be annotated; it says why
   */
  List<Suggestion> suggest(String text, List<Passage> passages)
      throws IOException, DocumentException;
}
