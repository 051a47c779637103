package org.gpchain.internal.documents.batch;

import java.util.OptionalLong;

/** Is told how far a run is. */
@FunctionalInterface
public interface BatchProgress extends AutoCloseable {
  BatchProgress NONE = step -> {};

  /**
   * @param done number of documents that are done, those of earlier runs and failures included
   * @param before how many of them earlier runs had done
   * @param failed how many of them failed
   * @param tokens number of tokens that this run has annotated
   * @param all number of documents, where it is known
   */
  record Step(long done, long before, long failed, long tokens, OptionalLong all) {}

  /** Called before the first document, and after each. */
  void onDocument(Step step);

  @Override
  default void close() {}
}
