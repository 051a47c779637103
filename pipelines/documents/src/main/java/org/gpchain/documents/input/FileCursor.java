package org.gpchain.documents.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.InputFiles;

/** One file that is a document. */
final class FileCursor implements InputCursor {
  private BatchInput input;

  /**
   * A document.
   *
   * @param path of it below what the user has named, with slashes
   */
  FileCursor(Path file, String path, DocumentNames names) {
    input = input(file, path, names);
  }

  @Override
  public BatchInput next() {
    BatchInput next = input;
    input = null;
    return next;
  }

  /** The document that a file is, perhaps compressed. */
  static BatchInput input(Path file, String path, DocumentNames names) {
    String name = names.stem(path);
    BasicFileAttributes attributes;
    try {
      attributes = Files.readAttributes(file, BasicFileAttributes.class);
    } catch (IOException e) {
      return unreadable(file, name, "it is not there, or a link to nothing", "check the path");
    }
    if (!attributes.isRegularFile()) {
      return unreadable(file, name, "this is no file", "name a file, or give folders by --input");
    }
    long time = attributes.lastModifiedTime().to(TimeUnit.MICROSECONDS);
    return new BatchInput(
        name,
        file.toString(),
        path.substring(name.length()),
        file.toUri(),
        attributes.size(),
        time,
        () -> read(file, attributes.size(), time));
  }

  private static BatchInput unreadable(Path file, String name, String problem, String cure) {
    return BatchInput.unreadable(name, file.toString(), new InputException(file, 0, problem, cure));
  }

  private static byte[] read(Path file, long size, long time) throws IOException {
    boolean zipped = Archives.of(file) == Archives.GZIP;
    byte[] content;
    if (!zipped) {
      ContentLimit.check(size);
    }
    try (InputStream in = zipped ? Archives.expanded(file) : InputFiles.open(file)) {
      content = ContentLimit.read(in);
    }
    BasicFileAttributes after = Files.readAttributes(file, BasicFileAttributes.class);
    if (after.size() != size
        || after.lastModifiedTime().to(TimeUnit.MICROSECONDS) != time
        || (!zipped && content.length != size)) {
      throw new InputException(
          file, 0, "this file was changed while it was read", "annotate it again");
    }
    return content;
  }
}
