package org.gpchain.internal.formats.input;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.training.io.TemporaryDirectory;

/**
 * An archive whose documents are read.
 *
 * @param input the archive among the inputs, which is released when this is closed
 * @param file its file, or a temporary copy if it is an entry of another archive
 * @param copy holds the temporary copy; null if there is none
 * @param prefix of the names of its documents: empty, or a path that ends with a slash
 * @param names says which entries are documents
 * @param leftOut counts entries of macOS, which are none
 */
record Archive(
    InputDocument input,
    Path file,
    TemporaryDirectory copy,
    String prefix,
    DocumentNames names,
    LeftOut leftOut)
    implements Closeable {
  private static final String COPY = "archive";

  /**
   * Returns the archive that an input is. An archive in another one is copied to a temporary file.
   *
   * @param prefix of the names of its documents
   * @throws IOException if the archive cannot be read or copied
   */
  static Archive of(InputDocument input, String prefix, DocumentNames names, LeftOut leftOut)
      throws IOException {
    if (input.location() != null) {
      return new Archive(input, Path.of(input.location()), null, prefix, names, leftOut);
    }
    byte[] content = input.content().read();
    TemporaryDirectory copy = TemporaryDirectory.scratch();
    try {
      Path file = Files.write(copy.file(COPY), content);
      return new Archive(input, file, copy, prefix, names, leftOut);
    } catch (IOException e) {
      copy.close();
      throw new InputException(
          Path.of(input.place()), "this archive cannot be copied to open it: " + e.getMessage(), e);
    }
  }

  /** Returns whether an entry is a document or has some; counts it if macOS has added it. */
  boolean mayHaveDocuments(String path) {
    leftOut.addOfMacOs(path);
    return !LeftOut.isOfMacOs(path) && names.mayHaveDocuments(path);
  }

  /** Returns the place of the archive, for messages. */
  String place() {
    return input.place();
  }

  /** Returns the place of an entry, for messages. */
  String placeOf(String path) {
    return place() + "!/" + path;
  }

  /**
   * Returns a document in this archive.
   *
   * @param path of its entry
   * @param companions finds another entry by its path, or returns null
   */
  InputDocument document(
      String path,
      long size,
      long stamp,
      InputDocument.Content content,
      Function<String, Companion> companions) {
    String stem = names.stem(path);
    return new InputDocument(
        prefix + stem,
        placeOf(path),
        path.substring(stem.length()),
        null,
        size,
        stamp,
        content,
        new Surroundings.InArchive(companions, path, input.surroundings()));
  }

  @Override
  public void close() throws IOException {
    input.content().release();
    if (copy != null) {
      copy.close();
    }
  }
}
