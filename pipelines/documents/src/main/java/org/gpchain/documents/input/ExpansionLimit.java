package org.gpchain.documents.input;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongSupplier;

/** What is expanded from a compressed stream; a few bytes must not become very many. */
final class ExpansionLimit extends FilterInputStream {
  /** What a compressed stream may always become, in bytes. */
  static final long BYTES = 1L << 26;

  /** How many times its size it may become, if that is more. */
  static final long TIMES = 100;

  private final LongSupplier compressed;
  private long count;

  /**
   * A limited stream.
   *
   * @param compressed how many compressed bytes have been read
   */
  ExpansionLimit(InputStream in, LongSupplier compressed) {
    super(in);
    this.compressed = compressed;
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    add(value < 0 ? 0 : 1);
    return value;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int read = super.read(buffer, offset, length);
    add(Math.max(0, read));
    return read;
  }

  @Override
  public long skip(long bytes) throws IOException {
    long skipped = super.skip(bytes);
    add(skipped);
    return skipped;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  private void add(long bytes) throws IOException {
    count += bytes;
    if (count > BYTES && count > TIMES * compressed.getAsLong()) {
      throw new IOException(
          "it expands to more than " + TIMES + " times its size (a limit); expand it yourself");
    }
  }
}
