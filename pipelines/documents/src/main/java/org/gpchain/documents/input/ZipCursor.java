package org.gpchain.documents.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.gpchain.corpora.InputException;

/** The documents in a zip archive, in the order of its directory. Archives in it stay closed. */
final class ZipCursor implements InputCursor {
  private final Path archive;
  private final DocumentNames names;
  private final ZipFile zip;
  private final Enumeration<? extends ZipEntry> entries;
  private int inUse;
  private boolean ended;

  ZipCursor(Path archive, DocumentNames names) throws IOException {
    this.archive = archive;
    this.names = names;
    try {
      zip = new ZipFile(archive.toFile(), StandardCharsets.UTF_8);
    } catch (ZipException | RuntimeException e) {
      throw new InputException(
          archive,
          "this is no zip archive with names in UTF-8, or is damaged: " + e.getMessage(),
          e);
    } catch (OutOfMemoryError e) {
      throw new InputException(
          archive, "its directory needs more memory than Java may use; cut the archive", e);
    }
    entries = zip.entries();
  }

  @Override
  public BatchInput next() {
    while (entries.hasMoreElements()) {
      ZipEntry entry = entries.nextElement();
      if (!entry.isDirectory() && names.isDocument(entry.getName())) {
        inUse++;
        return BatchInput.ofEntry(
            archive, entry.getName(), names, entry.getSize(), entry.getCrc(), content(entry));
      }
    }
    return null;
  }

  /** A document in the archive, which stays open as long as it may be read. */
  private BatchInput.Content content(ZipEntry entry) {
    return new BatchInput.Content() {
      @Override
      public byte[] read() throws IOException {
        return ZipCursor.this.read(entry);
      }

      @Override
      public void release() throws IOException {
        inUse--;
        closeIfUnused();
      }
    };
  }

  private byte[] read(ZipEntry entry) throws IOException {
    Expansion.checkContent(entry.getSize());
    try (InputStream in = zip.getInputStream(entry);
        InputStream limited = Expansion.limited(in, entry.getCompressedSize())) {
      byte[] content = Expansion.content(limited);
      CRC32 checksum = new CRC32();
      checksum.update(content);
      if (entry.getCrc() >= 0 && entry.getCrc() != checksum.getValue()) {
        throw new ZipException("its checksum is wrong");
      }
      return Expansion.ofGzip(content, entry.getName());
    } catch (ZipException e) {
      throw new IOException("the archive is damaged here: " + e.getMessage(), e);
    }
  }

  private void closeIfUnused() throws IOException {
    if (ended && inUse == 0) {
      zip.close();
    }
  }

  /** Documents of it may still be on their way. */
  @Override
  public void close() throws IOException {
    ended = true;
    closeIfUnused();
  }
}
