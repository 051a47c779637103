package org.gpchain.internal.formats.cas;

import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.io.input.BoundedInputStream;

/**
 * Limits of documents. Documents may come from untrusted sources, and without limits a small file
 * could take all memory or a very long time. {@code docs/reference/limits.md} lists all limits.
 */
final class Limits {
  /** Maximum size of a file (bytes): the maximum length of an array. */
  static final long FILE_BYTES = Integer.MAX_VALUE - 8;

  /** Maximum number of views in a document. Each view has indexes. */
  static final int VIEWS = 250;

  /** Maximum depth of nested XML elements, or of nested JSON objects and arrays. */
  static final int NESTING = 50;

  /** Maximum number of types that a document or a type system declares. */
  static final int TYPES = 10_000;

  /** Maximum number of super-types of a type. */
  static final int SUPER_TYPES = 100;

  /** Maximum number of features of a type, including features of its supertypes. */
  static final int FEATURES = 1_000;

  /** Maximum number of type systems that a type system imports, directly or indirectly. */
  static final int IMPORTS = 100;

  private Limits() {}

  /**
   * Throws an exception if a count exceeds a limit.
   *
   * @param what name of the counted items in messages, in the plural
   */
  static void check(String what, long count, long limit) throws DamagedDocumentException {
    if (count > limit) {
      throw new DamagedDocumentException("it has more than " + limit + " " + what + " (a limit)");
    }
  }

  /** Returns a stream that throws an exception beyond the maximum size of a file. */
  static InputStream limited(InputStream in) throws IOException {
    return BoundedInputStream.builder()
        .setInputStream(in)
        .setMaxCount(FILE_BYTES)
        .setOnMaxCount((limit, count) -> check("bytes", FILE_BYTES + 1, FILE_BYTES))
        .get();
  }
}
