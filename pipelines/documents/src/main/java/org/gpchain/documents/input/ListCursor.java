package org.gpchain.documents.input;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.gpchain.corpora.Utf8Lines;

/** The documents that are listed in a file, one a line. */
final class ListCursor implements InputCursor {
  private final Path list;
  private final Utf8Lines lines;
  private final DocumentNames names;
  private InputCursor current;

  ListCursor(Path list, DocumentNames names) throws IOException {
    this.list = list;
    this.lines = new Utf8Lines(list);
    this.names = names;
  }

  @Override
  public BatchInput next() throws IOException {
    for (; ; ) {
      if (current != null) {
        BatchInput input = current.next();
        if (input != null) {
          return input;
        }
        current.close();
        current = null;
      }
      String line = lines.next();
      if (line == null) {
        return null;
      }
      if (!line.isBlank()) {
        try {
          current = new ArchiveCursor(new FileCursor(Path.of(line), named(line), names), names);
        } catch (InvalidPathException e) {
          return BatchInput.unreadable(
              line,
              list + ":" + lines.line(),
              new IOException("this cannot be the name of a file; correct the list", e));
        }
      }
    }
  }

  private static String named(String line) {
    return line.replace(Path.of("").getFileSystem().getSeparator(), "/");
  }

  @Override
  public void close() throws IOException {
    lines.close();
    if (current != null) {
      current.close();
    }
  }
}
