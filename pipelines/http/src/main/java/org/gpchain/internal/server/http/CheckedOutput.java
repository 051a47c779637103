package org.gpchain.internal.server.http;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.gpchain.internal.core.math.WorkCheck;

/** A stream that checks, before it writes a block of bytes, that the answer is still wanted. */
public final class CheckedOutput extends FilterOutputStream {
  /** Creates a stream that writes to another one. */
  public CheckedOutput(OutputStream out) {
    super(out);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    WorkCheck.run();
    out.write(bytes, offset, length);
  }
}
