package org.gpchain.documents.output;

import java.io.IOException;

/** What there is to say of standard output. */
public final class StandardOutput {
  private StandardOutput() {}

  /** The failure to write to standard output, of which a print writer does not tell the cause. */
  public static IOException failure(String cure) {
    return new IOException(
        "standard output cannot be written to: it was closed, or its disk is full; " + cure);
  }
}
