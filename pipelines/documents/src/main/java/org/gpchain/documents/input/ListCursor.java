package org.gpchain.documents.input;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.gpchain.corpora.Utf8Lines;

/** The documents that are listed in a file, one per line. */
final class ListCursor extends InputCursor.Chain {
  private final Path list;
  private final Utf8Lines lines;
  private final DocumentNames names;

  ListCursor(Path list, DocumentNames names) throws IOException {
    this.list = list;
    this.lines = new Utf8Lines(list);
    this.names = names;
  }

  @Override
  InputCursor following() throws IOException {
    String line = lines.next();
    while (line != null && line.isBlank()) {
      line = lines.next();
    }
    if (line == null) {
      return null;
    }
    String separator = Path.of("").getFileSystem().getSeparator();
    try {
      return new ArchiveCursor(
          InputCursor.of(BatchInput.ofFile(Path.of(line), line.replace(separator, "/"), names)),
          names);
    } catch (InvalidPathException e) {
      return InputCursor.of(
          BatchInput.unreadable(
              line,
              list + ":" + lines.line(),
              new IOException("this cannot be the name of a file; correct the list", e)));
    }
  }

  @Override
  public void close() throws IOException {
    lines.close();
    super.close();
  }
}
