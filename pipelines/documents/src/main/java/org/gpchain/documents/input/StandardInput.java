package org.gpchain.documents.input;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import org.gpchain.corpora.InputFiles;
import org.gpchain.corpora.NamedFile;

/** The document on standard input. */
final class StandardInput {
  private static final String NAME = "stdin";

  private StandardInput() {}

  /** Reads it. */
  static BatchInput read() throws IOException {
    byte[] content;
    try (InputStream in = InputFiles.open(NamedFile.STANDARD_STREAM)) {
      content = ContentLimit.read(in);
    }
    CRC32 checksum = new CRC32();
    checksum.update(content);
    return new BatchInput(NAME, "-", "", null, content.length, checksum.getValue(), () -> content);
  }
}
