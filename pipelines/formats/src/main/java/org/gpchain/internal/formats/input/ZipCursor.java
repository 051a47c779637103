package org.gpchain.internal.formats.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.gpchain.internal.corpora.InputException;

/** A cursor over the documents in a zip archive, in the order of its directory. */
final class ZipCursor implements InputCursor {
  private final Archive archive;
  private final ZipFile zip;
  private final Enumeration<? extends ZipEntry> entries;

  /** Number of documents that have not been released. */
  private int inUse;

  private boolean ended;

  ZipCursor(Archive archive) throws IOException {
    this.archive = archive;
    Path place = Path.of(archive.place());
    try {
      zip = new ZipFile(archive.file().toFile(), StandardCharsets.UTF_8);
    } catch (ZipException | RuntimeException e) {
      throw new InputException(
          place,
          "this is not a ZIP archive with UTF-8 names, or it is damaged: " + e.getMessage(),
          e);
    } catch (OutOfMemoryError e) {
      throw new InputException(
          place, "its directory needs more memory than Java may use; cut the archive", e);
    }
    entries = zip.entries();
  }

  @Override
  public boolean isContainer() {
    return true;
  }

  @Override
  public InputDocument next() {
    while (entries.hasMoreElements()) {
      ZipEntry entry = entries.nextElement();
      if (!entry.isDirectory() && archive.mayHaveDocuments(entry.getName())) {
        inUse++;
        return archive.document(
            entry.getName(), entry.getSize(), entry.getCrc(), content(entry), this::companion);
      }
    }
    return null;
  }

  private Companion companion(String path) {
    ZipEntry entry = zip.getEntry(path);
    if (entry == null || entry.isDirectory()) {
      return null;
    }
    return new Companion(archive.placeOf(path), null, () -> read(entry));
  }

  /** Returns the content of an entry. The archive stays open until all contents are released. */
  private InputDocument.Content content(ZipEntry entry) {
    return new InputDocument.Content() {
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
      try (zip) {
        archive.close();
      }
    }
  }

  /** Closes the archive as soon as all documents that this cursor returned are released. */
  @Override
  public void close() throws IOException {
    ended = true;
    closeIfUnused();
  }
}
