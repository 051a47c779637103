package org.gpchain.documents.input;

import java.io.IOException;
import java.io.InputStream;

/** How large a document may be: it is read into memory, and takes many times as much there. */
final class ContentLimit {
  /** A file of this size takes all of the heap at the least. */
  private static final long MAX_BYTES =
      Math.min(Integer.MAX_VALUE - 8, Runtime.getRuntime().maxMemory() / 8);

  private ContentLimit() {}

  /**
   * Reads all that there is.
   *
   * @throws IOException if it is too large
   */
  static byte[] read(InputStream in) throws IOException {
    byte[] content = in.readNBytes((int) MAX_BYTES);
    if (content.length == MAX_BYTES && in.read() >= 0) {
      throw tooLarge();
    }
    return content;
  }

  /** Refuses a size that is known before. */
  static void check(long size) throws IOException {
    if (size > MAX_BYTES) {
      throw tooLarge();
    }
  }

  private static IOException tooLarge() {
    return new IOException(
        "it has more than "
            + (MAX_BYTES >> 20)
            + " MB, an eighth of what Java may use (a limit); cut it, or allow more, for example"
            + " GPCHAIN_JAVA_OPTS=-Xmx8g");
  }
}
