package org.gpchain.internal.documents.batch;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import org.gpchain.core.promise.PromiseCheck;

/**
 * What a run did.
 *
 * @param documents number of documents that are annotated, those of earlier runs included
 * @param failed number of documents that could not be, those of earlier runs included
 * @param before how many of all documents earlier runs had done
 * @param tokensNow number of tokens of this run
 * @param seconds that this run took, without the time to load models
 * @param stopped whether it ended early, since too many documents failed
 * @param notes what the user should know, such as documents without sentences
 * @param promises what became of promises of a largest error in all documents, by model
 */
public record BatchResult(
    long documents,
    long failed,
    long sentences,
    long tokens,
    long segments,
    long before,
    long tokensNow,
    double seconds,
    boolean stopped,
    List<String> notes,
    SortedMap<Path, PromiseCheck.Status> promises) {
  public BatchResult {
    notes = List.copyOf(notes);
    promises = Collections.unmodifiableSortedMap(promises);
  }
}
