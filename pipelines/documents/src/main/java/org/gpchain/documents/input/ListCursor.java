package org.gpchain.documents.input;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.gpchain.corpora.Utf8Lines;

/** The documents and archives that are listed in a file, one per line. */
final class ListCursor implements InputCursor {
  private static final String SEPARATOR = Path.of("").getFileSystem().getSeparator();

  private final Path list;
  private final Utf8Lines lines;
  private final DocumentNames names;

  ListCursor(Path list, DocumentNames names) throws IOException {
    this.list = list;
    this.lines = new Utf8Lines(list);
    this.names = names;
  }

  @Override
  public BatchInput next() throws IOException {
    String line = lines.next();
    while (line != null && line.isBlank()) {
      line = lines.next();
    }
    if (line == null) {
      return null;
    }
    try {
      return BatchInput.ofFile(Path.of(line), line.replace(SEPARATOR, "/"), names);
    } catch (InvalidPathException e) {
      return BatchInput.unreadable(
          line,
          list + ":" + lines.line(),
          new IOException("this cannot be the name of a file; correct the list", e));
    }
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
