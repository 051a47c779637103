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
 * @param input input of the archive, which is released when the archive is closed
 * @param file file of the archive, or a temporary copy if it is an entry of another archive
 * @param copy folder with the temporary copy; null if there is none
 * @param prefix prefix of the names of documents: empty, or a path that ends with a slash
 * @param names rules that recognize documents by the names of entries
 * @param skippedFiles counts the entries that macOS added
 */
record Archive(
    InputDocument input,
    Path file,
    TemporaryDirectory copy,
    String prefix,
    DocumentNames names,
    SkippedFiles skippedFiles)
    implements Closeable {
  private static final String COPY = "archive";

  /**
   * Returns the archive of an input. An archive in another one is copied to a temporary file.
   *
   * @param prefix prefix of the names of documents
   * @throws IOException if the archive cannot be read or copied
   */
  static Archive of(
      InputDocument input, String prefix, DocumentNames names, SkippedFiles skippedFiles)
      throws IOException {
    if (input.location() != null) {
      return new Archive(input, Path.of(input.location()), null, prefix, names, skippedFiles);
    }

    byte[] content = input.content().read();
    TemporaryDirectory copy = TemporaryDirectory.scratch();
    try {
      Path file = Files.write(copy.file(COPY), content);
      return new Archive(input, file, copy, prefix, names, skippedFiles);
    } catch (IOException e) {
      copy.close();
      throw new InputException(
          Path.of(input.place()), "this archive cannot be copied to open it: " + e.getMessage(), e);
    }
  }

  /** Returns whether an entry is a document or archive; counts the entry if macOS added it. */
  boolean mayHaveDocuments(String path) {
    skippedFiles.addOfMacOs(path);
    return !SkippedFiles.isOfMacOs(path) && names.mayHaveDocuments(path);
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
   * @param path path of the entry
   * @param size size of the content (bytes)
   * @param stamp modification time or checksum of the content
   * @param companions returns the entry with a path, or null if there is none
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
