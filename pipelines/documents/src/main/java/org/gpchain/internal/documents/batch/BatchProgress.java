package org.gpchain.internal.documents.batch;

import java.util.OptionalLong;

/** Receives the progress of a run. */
@FunctionalInterface
public interface BatchProgress extends AutoCloseable {
  /** Ignores the progress. */
  BatchProgress NONE = step -> {};

  /**
   * The state of a run.
   *
   * @param done number of finished documents, including failures and documents of earlier runs
   * @param before number of documents that earlier runs finished
   * @param failed number of documents that failed
   * @param tokens number of tokens that this run has annotated
   * @param all total number of documents, if it is known
   */
  record Step(long done, long before, long failed, long tokens, OptionalLong all) {}

  /** Receives the state before the first document and after each document. */
  void onDocument(Step step);

  @Override
  default void close() {}
}
