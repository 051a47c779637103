package org.gpchain.internal.formats.cas;

import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.io.input.BoundedInputStream;

/**
 * Limits of documents. They come from strangers, and a small file may ask for much: without limits
 * it would take all memory, or all day. {@code docs/reference/limits.md} has them all.
 */
final class Limits {
  /** Size of a file, in bytes: what an array can hold. */
  static final long FILE_BYTES = Integer.MAX_VALUE - 8;

  /** Views of a document; each has indexes of its own. */
  static final int VIEWS = 250;

  /** Depth of nested elements of XML, or objects and arrays of JSON. */
  static final int NESTING = 50;

  /** Types that a document or a description declares. */
  static final int TYPES = 10_000;

  /** Super-types of a type. */
  static final int SUPER_TYPES = 100;

  /** Features of a type, those of its super-types included. */
  static final int FEATURES = 1_000;

  /** Descriptions of types that one imports, those that these import included. */
  static final int IMPORTS = 100;

  private Limits() {}

  /**
   * @param what is counted, in the plural
   */
  static void check(String what, long count, long limit) throws DamagedDocumentException {
    if (count > limit) {
      throw new DamagedDocumentException("it has more than " + limit + " " + what + " (a limit)");
    }
  }

  static InputStream limited(InputStream in) throws IOException {
    return BoundedInputStream.builder()
        .setInputStream(in)
        .setMaxCount(FILE_BYTES)
        .setOnMaxCount((limit, count) -> check("bytes", FILE_BYTES + 1, FILE_BYTES))
        .get();
  }
}
