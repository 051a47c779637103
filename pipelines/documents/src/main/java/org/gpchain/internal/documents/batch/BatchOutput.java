package org.gpchain.internal.documents.batch;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Where a run writes to. */
public sealed interface BatchOutput {
  /**
   * A folder, which is made if it is not there.
   *
   * @param path of it
   * @param overwrite whether a run starts anew, and may replace files; otherwise it goes on with
   *     what an earlier one has begun, and replaces nothing
   * @param shard number of documents in an archive; 0 for a file for each document
   */
  record Folder(Path path, boolean overwrite, int shard) implements BatchOutput {
    public Folder {
      if (shard < 0) {
        throw new IllegalArgumentException("shard must not be negative, was " + shard);
      }
    }
  }

  /**
   * One document after the other, in one format and UTF-8; not closed. Of documents that could not
   * be annotated the errors are told.
   */
  record Stream(PrintWriter out, Consumer<String> errors) implements BatchOutput {}
}
