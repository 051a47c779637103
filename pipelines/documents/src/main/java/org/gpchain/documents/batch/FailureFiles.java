package org.gpchain.documents.batch;

import org.gpchain.documents.input.BatchInput;

/**
 * The files that tell of a document that failed, below the folder of failures.
 *
 * @param reason its place, and what is wrong
 * @param copy of its content, expanded if it is compressed
 */
record FailureFiles(String reason, String copy) {
  FailureFiles(BatchInput input, String id) {
    this(id + ".reason", id + input.plainEnding());
  }
}
