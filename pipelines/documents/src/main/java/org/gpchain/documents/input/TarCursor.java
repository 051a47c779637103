package org.gpchain.documents.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.InputFiles;

/** The documents in a tar archive, in its order. Archives in it stay closed. */
final class TarCursor implements InputCursor {
  private final Path archive;
  private final DocumentNames names;
  private final InputStream expanded;
  private final TarArchiveInputStream tar;
  private boolean ended;

  TarCursor(Path archive, DocumentNames names) throws IOException {
    this.archive = archive;
    this.names = names;
    InputStream in = InputFiles.open(archive);
    try {
      this.expanded =
          archive.toString().toLowerCase(Locale.ROOT).endsWith("gz")
              ? Expansion.ofGzip(in)
              : Expansion.limited(in, Files.size(archive));
    } catch (IOException e) {
      throw new InputException(archive, "this cannot be expanded: " + e.getMessage(), e);
    }
    this.tar = new TarArchiveInputStream(expanded, StandardCharsets.UTF_8.name());
  }

  @Override
  public BatchInput next() {
    try {
      while (!ended) {
        TarArchiveEntry entry = tar.getNextEntry();
        ended = entry == null;
        if (ended) {
          // Behind the last entry a compressed stream has its checksum.
          expanded.transferTo(OutputStream.nullOutputStream());
        } else if (isFile(entry) && names.isDocument(entry.getName())) {
          long time = entry.getLastModifiedTime().toMillis();
          return BatchInput.ofEntry(
              archive, entry.getName(), names, entry.getSize(), time, content(entry));
        }
      }
      return null;
    } catch (IOException | RuntimeException e) {
      // Nothing can be found behind a damage.
      ended = true;
      return BatchInput.unreadable(
          String.valueOf(archive.getFileName()),
          archive.toString(),
          new IOException("the archive is damaged, its rest is left out: " + e.getMessage(), e));
    }
  }

  /** Neither a folder nor a link or a device. */
  private static boolean isFile(TarArchiveEntry entry) {
    return entry.isFile()
        && !entry.isSymbolicLink()
        && !entry.isLink()
        && !entry.isCharacterDevice()
        && !entry.isBlockDevice()
        && !entry.isFIFO();
  }

  /** Read at once, since there is no way back. */
  private BatchInput.Content content(TarArchiveEntry entry) throws IOException {
    try {
      Expansion.checkContent(entry.getRealSize());
    } catch (IOException e) {
      return () -> {
        throw e;
      };
    }
    byte[] content = tar.readNBytes((int) entry.getRealSize());
    return () -> Expansion.ofGzip(content, entry.getName());
  }

  @Override
  public void close() throws IOException {
    tar.close();
  }
}
