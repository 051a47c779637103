package org.gpchain.pipelines.batch;

import java.util.Locale;

/**
 * The files that tell of a document that failed, below the folder of failures.
 *
 * @param reason its place, and what is wrong
 * @param copy of its content, expanded if it is compressed
 */
record FailureFiles(String reason, String copy) {
  FailureFiles(BatchInput input, String id) {
    this(id + ".reason", id + plainEnding(input.ending()));
  }

  private static String plainEnding(String ending) {
    return ending.toLowerCase(Locale.ROOT).endsWith(DocumentNames.GZIP)
        ? ending.substring(0, ending.length() - DocumentNames.GZIP.length())
        : ending;
  }
}
