package org.gpchain.documents.batch;

import java.util.Arrays;
import java.util.zip.Deflater;

/** Compresses as zip archives have it. */
final class Deflation {
  /** One for each thread: they hold memory that the collector does not see. */
  private static final ThreadLocal<Deflater> DEFLATERS =
      ThreadLocal.withInitial(() -> new Deflater(Deflater.DEFAULT_COMPRESSION, true));

  private Deflation() {}

  static byte[] of(byte[] content) {
    Deflater deflater = DEFLATERS.get();
    deflater.reset();
    deflater.setInput(content);
    deflater.finish();
    byte[] compressed = new byte[content.length / 2 + 64];
    int length = 0;
    while (!deflater.finished()) {
      if (length == compressed.length) {
        compressed = Arrays.copyOf(compressed, 2 * length);
      }
      length += deflater.deflate(compressed, length, compressed.length - length);
    }
    return Arrays.copyOf(compressed, length);
  }
}
