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
 * What is read into memory, perhaps expanded from a compressed stream: it takes many times as much
 * there, and a few bytes must not become very many.
 */
final class Expansion extends ProxyInputStream {
  /** What a compressed stream may always become, in bytes. */
  private static final long BYTES = 1L << 26;

  /** How many times its size it may become, if that is more. */
  private static final long TIMES = 100;

  /** A document of this size takes all of the heap at the least. */
  private static final long MAX_CONTENT =
      Math.min(Integer.MAX_VALUE - 8, Runtime.getRuntime().maxMemory() / 8);

  /** What the limit is taken of; null where bytes are only counted. */
  private final LongSupplier compressed;

  private long count;

  private Expansion(InputStream in, LongSupplier compressed) {
    super(in);
    this.compressed = compressed;
  }

  /** Limits what was expanded from so many bytes. */
  static InputStream limited(InputStream in, long size) {
    return new Expansion(in, () -> size);
  }

  static byte[] ofGzip(byte[] content, String name) throws IOException {
    if (!name.toLowerCase(Locale.ROOT).endsWith(DocumentNames.GZIP)) {
      return content;
    }
    try (InputStream in = ofGzip(new ByteArrayInputStream(content))) {
      return content(in);
    }
  }

  static InputStream ofGzip(InputStream in) throws IOException {
    Expansion counted = new Expansion(in, null);
    try {
      return new Expansion(new GZIPInputStream(counted, 1 << 16), () -> counted.count);
    } catch (IOException e) {
      in.close();
      throw named(e);
    }
  }

  /** Java says nothing of a stream that ends in its first or last few bytes. */
  private static IOException named(IOException e) {
    return e.getMessage() == null ? new IOException("it is empty or cut off", e) : e;
  }

  @Override
  protected void handleIOException(IOException e) throws IOException {
    throw named(e);
  }

  /** Reads all that there is, unless it is too large. */
  static byte[] content(InputStream in) throws IOException {
    byte[] content = in.readNBytes((int) MAX_CONTENT);
    if (content.length == MAX_CONTENT && in.read() >= 0) {
      throw tooLarge();
    }
    return content;
  }

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

  /** A tar stream asks for each entry, which takes a file two system calls. */
  @Override
  public int available() throws IOException {
    return compressed == null ? super.available() : 0;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  @Override
  protected void afterRead(int bytes) throws IOException {
    count += Math.max(0, bytes);
    if (compressed != null && count > BYTES && count > TIMES * compressed.getAsLong()) {
      throw new IOException(
          "it expands to more than " + TIMES + " times its size (a limit); expand it yourself");
    }
  }
}
