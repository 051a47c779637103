package org.gpchain.corpora.cas;

import java.io.ByteArrayInputStream;
import java.io.IOException;

/**
 * The beginning of a compressed binary document with types: UIMA's header, and its types. Documents
 * of the same types begin alike, so that many of them can share one beginning.
 */
public final class BinaryHead {
  /** The magic number, the flags, and the kind of compression. */
  private static final int HEADER = 12;

  private BinaryHead() {}

  /**
   * How long the beginning is.
   *
   * @param document in UIMA's compressed form 6 with types; not modified
   * @return number of bytes
   * @throws IOException if it is not
   */
  public static int length(byte[] document) throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(document);
    in.skipNBytes(HEADER);
    EmbeddedTypes.read(in);
    return document.length - in.available();
  }
}
