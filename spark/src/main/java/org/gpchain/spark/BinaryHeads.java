package org.gpchain.spark;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.gpchain.core.text.Sha256;

/**
 * Splits binary documents into header with types, and the rest. The types, which are longer than
 * most documents (17 KB), are told once for all documents of a partition that have them.
 */
final class BinaryHeads {
  /** The magic number, the flags, and the kind of compression; then come the types. */
  private static final int UIMA_HEADER = 12;

  private final Set<String> told = new HashSet<>();
  private byte[] last = new byte[0];
  private String lastTypes;

  /**
   * A document in two parts.
   *
   * @param types name of the beginning: its SHA-256
   * @param newHead the beginning, if no document before had it; otherwise null
   * @param body the rest
   */
  record Parts(String types, byte[] newHead, byte[] body) {}

  /**
   * Splits a document.
   *
   * @param document in compressed form 6 with types; not modified
   */
  Parts split(byte[] document) {
    boolean same = last.length > 0 && startsWithLast(document);
    if (!same) {
      last = Arrays.copyOf(document, headLength(document));
      lastTypes = Sha256.hex(last);
    }
    byte[] newHead = told.add(lastTypes) ? last : null;
    return new Parts(
        lastTypes, newHead, Arrays.copyOfRange(document, last.length, document.length));
  }

  private boolean startsWithLast(byte[] document) {
    return document.length >= last.length
        && Arrays.equals(document, 0, last.length, last, 0, last.length);
  }

  private static int headLength(byte[] document) {
    ByteArrayInputStream in =
        new ByteArrayInputStream(document, UIMA_HEADER, document.length - UIMA_HEADER);
    // Not closed: that would close nothing but an array.
    try {
      new ObjectInputStream(in).readObject();
      return document.length - in.available();
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException("this is not what has just been written", e);
    }
  }
}
