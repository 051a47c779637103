package org.gpchain.internal.formats.input;

import static org.gpchain.core.text.Numbers.format;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.zip.GZIPInputStream;
import org.apache.commons.io.input.ProxyInputStream;

/**
 * A stream that limits how much a compressed stream may expand, since a few bytes could otherwise
 * fill the memory. Static methods read documents into memory up to a maximum size.
 */
final class Expansion extends ProxyInputStream {
  /** Size to which any compressed stream may expand (bytes). */
  private static final long ALWAYS_ALLOWED = 1L << 26;

  /** Maximum ratio of expanded to compressed size above {@link #ALWAYS_ALLOWED}. */
  private static final long MAX_RATIO = 100;

  /** Maximum size of a document (bytes), which takes several times as much memory. */
  private static final long MAX_CONTENT =
      Math.min(Integer.MAX_VALUE - 8, Runtime.getRuntime().maxMemory() / 8);

  /** Supplier of the compressed size (bytes); null for a stream that only counts its bytes. */
  private final LongSupplier compressed;

  private long count;

  private Expansion(InputStream in, LongSupplier compressed) {
    super(in);
    this.compressed = compressed;
  }

  /**
   * Returns a stream with limited expansion.
   *
   * @param in expanded stream
   * @param size compressed size (bytes)
   */
  static InputStream limited(InputStream in, long size) {
    return new Expansion(in, () -> size);
  }

  /**
   * Returns the content of a file. If the name is that of a compressed file, expands the content.
   */
  static byte[] ofGzip(byte[] content, String name) throws IOException {
    if (!name.toLowerCase(Locale.ROOT).endsWith(DocumentNames.GZIP)) {
      return content;
    }

    try (InputStream in = ofGzip(new ByteArrayInputStream(content))) {
      return content(in);
    }
  }

  /** Returns the expanded stream of a compressed one, with limited expansion. */
  static InputStream ofGzip(InputStream in) throws IOException {
    Expansion counted = new Expansion(in, null);
    try {
      return new Expansion(new GZIPInputStream(counted, 1 << 16), () -> counted.count);
    } catch (IOException e) {
      in.close();
      throw named(e);
    }
  }

  /** Returns an exception with a message. If a stream ends too early, the JDK gives no message. */
  private static IOException named(IOException e) {
    if (e.getMessage() != null) {
      return e;
    }
    return new IOException("it is empty or cut off", e);
  }

  @Override
  protected void handleIOException(IOException e) throws IOException {
    throw named(e);
  }

  /**
   * Reads a whole stream.
   *
   * @throws IOException if it is larger than the maximum size of a document
   */
  static byte[] content(InputStream in) throws IOException {
    byte[] content = in.readNBytes((int) MAX_CONTENT);
    if (content.length == MAX_CONTENT && in.read() >= 0) {
      throw tooLarge();
    }
    return content;
  }

  /** Throws an exception if a size (bytes) is above the maximum size of a document. */
  static void checkContent(long size) throws IOException {
    if (size > MAX_CONTENT) {
      throw tooLarge();
    }
  }

  private static IOException tooLarge() {
    return new IOException(
        format(
            "it has more than %s MB, an eighth of what Java may use (a limit); cut it, or allow"
                + " more, for example GPCHAIN_JAVA_OPTS=-Xmx8g",
            MAX_CONTENT >> 20));
  }

  @Override
  public long skip(long bytes) throws IOException {
    long skipped = super.skip(bytes);
    count += skipped;
    afterRead(0);
    return skipped;
  }

  /** Returns 0 for an expanded stream, since tar streams call this method for each entry. */
  @Override
  public int available() throws IOException {
    if (compressed == null) {
      return super.available();
    }
    // The file would need two system calls each time.
    return 0;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  @Override
  protected void afterRead(int bytes) throws IOException {
    count += Math.max(0, bytes);
    if (compressed == null || count <= ALWAYS_ALLOWED) {
      return;
    }
    if (count > MAX_RATIO * compressed.getAsLong()) {
      throw new IOException(
          "it expands to more than " + MAX_RATIO + " times its size (a limit); expand it yourself");
    }
  }
}
