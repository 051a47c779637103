package org.gpchain.documents.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.gpchain.corpora.InputFiles;

/** Files that hold documents, told by their names. */
enum Archives {
  /** A zip archive. */
  ZIP,
  /** A tar archive, perhaps compressed. */
  TAR,
  /** A compressed document. */
  GZIP,
  /** None: a document as it is. */
  NONE;

  static Archives of(Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    if (name.endsWith(".zip")) {
      return ZIP;
    }
    if (name.endsWith(".tar") || name.endsWith(".tar.gz") || name.endsWith(".tgz")) {
      return TAR;
    }
    return name.endsWith(DocumentNames.GZIP) ? GZIP : NONE;
  }

  /** Opens a file that may be compressed, which must not become far larger than it is. */
  static InputStream expanded(Path file) throws IOException {
    InputStream in = InputFiles.open(file);
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    if (!name.endsWith(".gz") && !name.endsWith(".tgz")) {
      return in;
    }
    CountedStream counted = new CountedStream(in);
    try {
      return new ExpansionLimit(new GZIPInputStream(counted, 1 << 16), counted::count);
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }
}
