package org.gpchain.pipelines.annotate;

import java.util.OptionalInt;

/** Is told how many documents are annotated. */
public interface DocumentProgress extends AutoCloseable {
  /** Tells nobody. */
  DocumentProgress NONE =
      new DocumentProgress() {
        @Override
        public void onDocument(int done, OptionalInt all) {}

        @Override
        public void close() {}
      };

  /**
   * Called before the first document, and after each.
   *
   * @param done number of documents that are done
   * @param all number of documents, where it is known
   */
  void onDocument(int done, OptionalInt all);

  @Override
  void close();
}
