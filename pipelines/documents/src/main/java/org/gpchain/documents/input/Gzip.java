package org.gpchain.documents.input;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/** Compressed documents in archives. */
final class Gzip {
  private Gzip() {}

  /** The content of a document, expanded if its name says that it is compressed. */
  static byte[] expanded(byte[] content, String name) throws IOException {
    if (!name.toLowerCase(Locale.ROOT).endsWith(DocumentNames.GZIP)) {
      return content;
    }
    try (InputStream in =
        new ExpansionLimit(
            new GZIPInputStream(new ByteArrayInputStream(content)), () -> content.length)) {
      return ContentLimit.read(in);
    }
  }
}
