package org.gpchain.internal.documents.batch;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Consumer;

/** The destination of a run's documents. */
public sealed interface BatchOutput {
  /**
   * A folder, which is created if missing.
   *
   * @param path path of the folder
   * @param overwrite whether the run starts from the beginning and may replace files. Otherwise, it
   *     continues an earlier run and replaces no files.
   * @param shard number of documents in an archive; 0 for separate files
   * @param verify whether a run that continues an earlier one compares the contents of finished
   *     documents with hashes in the journal, instead of only sizes and times
   */
  record Folder(Path path, boolean overwrite, int shard, boolean verify) implements BatchOutput {
    /** Creates a folder whose documents are not verified. */
    public Folder(Path path, boolean overwrite, int shard) {
      this(path, overwrite, shard, false);
    }

    /** Checks the number of documents. */
    public Folder {
      if (shard < 0) {
        throw new IllegalArgumentException("shard must not be negative, was " + shard);
      }
    }
  }

  /**
   * A stream of documents in one format and in UTF-8.
   *
   * @param out receives the documents; not closed
   * @param errors receives a line for each document that fails
   */
  record Stream(PrintWriter out, Consumer<String> errors) implements BatchOutput {}
}
