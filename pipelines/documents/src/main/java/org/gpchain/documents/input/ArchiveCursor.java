package org.gpchain.documents.input;

import java.io.IOException;
import java.nio.file.Path;

/** Documents, and in the place of archives among them the documents in these. */
final class ArchiveCursor implements InputCursor {
  private final InputCursor files;
  private final DocumentNames names;

  /** The open archive; null if there is none. */
  private InputCursor archive;

  ArchiveCursor(InputCursor files, DocumentNames names) {
    this.files = files;
    this.names = names;
  }

  @Override
  public BatchInput next() throws IOException {
    for (; ; ) {
      if (archive != null) {
        BatchInput inside = archive.next();
        if (inside != null) {
          return inside;
        }
        archive.close();
        archive = null;
      }
      BatchInput file = files.next();
      if (file == null || file.location() == null) {
        return file;
      }
      try {
        archive = opened(Path.of(file.location()));
      } catch (IOException e) {
        return BatchInput.unreadable(file.name(), file.place(), e);
      }
      if (archive == null) {
        return file;
      }
    }
  }

  private InputCursor opened(Path file) throws IOException {
    return switch (Archives.of(file)) {
      case ZIP -> new ZipCursor(file, names);
      case TAR -> new TarCursor(file, names);
      default -> null;
    };
  }

  @Override
  public void close() throws IOException {
    files.close();
    if (archive != null) {
      archive.close();
    }
  }
}
