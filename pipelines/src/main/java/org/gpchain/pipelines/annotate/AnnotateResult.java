package org.gpchain.pipelines.annotate;

import java.nio.file.Path;
import java.util.List;

/**
 * What was annotated and written.
 *
 * @param files the files written, in the order of the documents
 * @param documents number of documents
 * @param sentences number of sentences
 * @param segments number of segments
 * @param notes what the user should know, such as documents without sentences
 */
public record AnnotateResult(
    List<Path> files, int documents, int sentences, int segments, List<String> notes) {
  /** Copies the lists. */
  public AnnotateResult {
    files = List.copyOf(files);
    notes = List.copyOf(notes);
  }
}
