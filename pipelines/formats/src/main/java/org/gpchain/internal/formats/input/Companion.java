package org.gpchain.internal.formats.input;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.commons.io.function.IOSupplier;
import org.gpchain.internal.corpora.InputFiles;

/**
 * A file that belongs to a document, such as the description of its types.
 *
 * @param place the path of the file, for messages and as a key; unique among the inputs
 * @param file the file itself, or null if it is an entry of an archive
 * @param content reads all bytes, in any thread, as long as the document has not been released
 */
public record Companion(String place, Path file, IOSupplier<byte[]> content) {
  static Companion ofFile(Path file) {
    return new Companion(file.toString(), file, () -> read(file));
  }

  private static byte[] read(Path file) throws IOException {
    try (var in = InputFiles.open(file)) {
      return Expansion.content(in);
    }
  }
}
