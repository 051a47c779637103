package org.gpchain.internal.server.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.gpchain.internal.core.math.WorkCheck;

/**
 * A stream that checks, before it reads a block of bytes, that the answer is still wanted. Parsers
 * read block by block, so the check also ends the parsing of a large document.
 */
public final class CheckedInput extends FilterInputStream {
  /** Creates a stream that reads from another one. */
  public CheckedInput(InputStream in) {
    super(in);
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    WorkCheck.run();
    return super.read(bytes, offset, length);
  }
}
