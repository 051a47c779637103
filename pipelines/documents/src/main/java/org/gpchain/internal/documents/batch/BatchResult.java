package org.gpchain.internal.documents.batch;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import org.gpchain.core.promise.PromiseCheck;

/**
 * The result of a run.
 *
 * @param totals numbers of all documents, those of earlier runs included
 * @param thisRun figures of this run
 * @param stopped whether the run ended early, since too many documents failed
 * @param notes notes for the user, such as the number of documents without sentences
 * @param promises status of the promises of a largest error in all documents, by model
 */
public record BatchResult(
    Totals totals,
    ThisRun thisRun,
    boolean stopped,
    List<String> notes,
    SortedMap<Path, PromiseCheck.Status> promises) {
  /** Copies the notes and the promises. */
  public BatchResult {
    notes = List.copyOf(notes);
    promises = Collections.unmodifiableSortedMap(promises);
  }

  /**
   * Numbers of all documents, those of earlier runs included.
   *
   * @param documents number of documents that are annotated
   * @param failed number of documents that could not be annotated
   * @param sentences number of sentences of the annotated documents
   * @param tokens number of their tokens
   * @param segments number of their segments
   */
  public record Totals(long documents, long failed, long sentences, long tokens, long segments) {}

  /**
   * Figures of one run.
   *
   * @param before number of documents that earlier runs had done
   * @param tokens number of tokens of this run
   * @param seconds duration of this run, without the time to load models (seconds)
   */
  public record ThisRun(long before, long tokens, double seconds) {}
}
