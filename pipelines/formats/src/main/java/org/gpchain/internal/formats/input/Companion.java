package org.gpchain.internal.formats.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.apache.commons.io.function.IOSupplier;
import org.gpchain.internal.corpora.InputFiles;

/**
 * A file that belongs to a document, such as its type system.
 *
 * @param place path of the file for messages, which is unique among the inputs
 * @param file the file; null for an entry of an archive
 * @param content reads the content; may be called by any thread until the document is released
 */
public record Companion(String place, Path file, IOSupplier<byte[]> content) {
  static Companion ofFile(Path file) {
    return new Companion(file.toString(), file, () -> read(file));
  }

  private static byte[] read(Path file) throws IOException {
    try (InputStream in = InputFiles.open(file)) {
      return Expansion.content(in);
    }
  }
}
