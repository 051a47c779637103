package org.gpchain.documents.input;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Documents, and in the place of archives among them the documents in these. */
final class ArchiveCursor extends InputCursor.Chain {
  private final InputCursor files;
  private final DocumentNames names;

  ArchiveCursor(InputCursor files, DocumentNames names) {
    this.files = files;
    this.names = names;
  }

  /** Whether a file holds documents, told by its name. */
  static boolean isArchive(Path file) {
    String name = lowerCaseName(file);
    return name.endsWith(".zip") || isTar(name);
  }

  private static boolean isTar(String name) {
    return name.endsWith(".tar") || name.endsWith(".tar.gz") || name.endsWith(".tgz");
  }

  private static String lowerCaseName(Path file) {
    return String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
  }

  @Override
  InputCursor following() throws IOException {
    BatchInput file = files.next();
    if (file == null) {
      return null;
    }
    Path path = file.location() == null ? null : Path.of(file.location());
    if (path == null || !isArchive(path)) {
      return InputCursor.of(file);
    }
    try {
      return isTar(lowerCaseName(path)) ? new TarCursor(path, names) : new ZipCursor(path, names);
    } catch (IOException e) {
      return InputCursor.of(BatchInput.unreadable(file.name(), file.place(), e));
    }
  }

  @Override
  public void close() throws IOException {
    files.close();
    super.close();
  }
}
