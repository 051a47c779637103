package org.gpchain.internal.documents.batch;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import org.gpchain.core.promise.PromiseCheck;

/**
 * The result of a run.
 *
 * @param totals numbers of all documents, including documents of earlier runs
 * @param thisRun figures of this run
 * @param stopped whether the run ended early because too many documents failed or a promise does
 *     not hold
 * @param notes notes for the user, such as the number of documents without sentences
 * @param promises status of the models' promises of a maximum error, by the file of the model
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
   * Numbers of all documents, including documents of earlier runs.
   *
   * @param documents number of annotated documents
   * @param failed number of documents that could not be annotated
   * @param sentences number of sentences in annotated documents
   * @param tokens number of tokens in annotated documents
   * @param segments number of segments in annotated documents
   */
  public record Totals(long documents, long failed, long sentences, long tokens, long segments) {}

  /**
   * Figures of one run.
   *
   * @param before number of documents that earlier runs finished
   * @param tokens number of tokens that this run annotated
   * @param seconds duration of the run without loading the models
   */
  public record ThisRun(long before, long tokens, double seconds) {}
}
