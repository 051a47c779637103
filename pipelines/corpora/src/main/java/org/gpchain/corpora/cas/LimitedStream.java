package org.gpchain.corpora.cas;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream of which no more is read than a limit. */
final class LimitedStream extends FilterInputStream {
  private final String what;
  private final long limit;
  private long count;

  /**
   * A stream with a limit.
   *
   * @param what its bytes are called in the message about the limit
   */
  LimitedStream(InputStream in, String what, long limit) {
    super(in);
    this.what = what;
    this.limit = limit;
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

  private void add(long bytes) throws DamagedDocumentException {
    count += bytes;
    Limits.check(what, count, limit);
  }
}
