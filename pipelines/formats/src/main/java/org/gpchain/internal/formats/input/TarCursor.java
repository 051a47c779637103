package org.gpchain.internal.formats.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.InputFiles;

/** A cursor over the documents in a tar archive, in the order of the archive. */
final class TarCursor implements InputCursor {
  private final Archive archive;

  /**
   * Contents of all companions by their paths. They are read in advance, since a companion may come
   * after its document, and the archive is read only forward.
   */
  private final Map<String, byte[]> companions;

  private final InputStream expanded;
  private final TarArchiveInputStream tar;
  private boolean ended;

  TarCursor(Archive archive) throws IOException {
    this.archive = archive;
    if (archive.names().companions().isEmpty()) {
      this.companions = Map.of();
    } else {
      this.companions = companions(archive);
    }
    this.expanded = expanded(archive);
    this.tar = tarStream(expanded);
  }

  private static InputStream expanded(Archive archive) throws IOException {
    InputStream in = InputFiles.open(archive.file());
    try {
      if (archive.place().toLowerCase(Locale.ROOT).endsWith("gz")) {
        return Expansion.ofGzip(in);
      }
      return Expansion.limited(in, Files.size(archive.file()));
    } catch (IOException e) {
      throw new InputException(
          Path.of(archive.place()), "this cannot be expanded: " + e.getMessage(), e);
    }
  }

  private static TarArchiveInputStream tarStream(InputStream in) {
    return new TarArchiveInputStream(in, StandardCharsets.UTF_8.name());
  }

  /**
   * Reads all companions of the archive. If the archive is damaged, reads the companions before the
   * damage, which the cursor will report.
   */
  private static Map<String, byte[]> companions(Archive archive) throws IOException {
    Map<String, byte[]> companions = new HashMap<>();
    try (TarArchiveInputStream tar = tarStream(expanded(archive))) {
      TarArchiveEntry entry = tar.getNextEntry();
      while (entry != null) {
        if (isFile(entry) && archive.names().isCompanion(entry.getName())) {
          companions.put(entry.getName(), Expansion.content(tar));
        }
        entry = tar.getNextEntry();
      }
    } catch (InputException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      return companions;
    }
    return companions;
  }

  private Companion companion(String path) {
    byte[] content = companions.get(path);
    if (content == null) {
      return null;
    }
    return new Companion(archive.placeOf(path), null, () -> content);
  }

  @Override
  public boolean isContainer() {
    return true;
  }

  @Override
  public InputDocument next() {
    try {
      while (!ended) {
        TarArchiveEntry entry = tar.getNextEntry();
        ended = entry == null;
        if (ended) {
          // Reads to the end, where a compressed stream verifies its checksum.
          expanded.transferTo(OutputStream.nullOutputStream());
        } else if (isFile(entry) && archive.mayHaveDocuments(entry.getName())) {
          long time = entry.getLastModifiedTime().toMillis();
          return archive.document(
              entry.getName(), entry.getSize(), time, content(entry), this::companion);
        }
      }
      return null;
    } catch (IOException | RuntimeException e) {
      // No entry can be found after the damage.
      ended = true;
      String name = archive.place().substring(archive.place().lastIndexOf('/') + 1);
      return InputDocument.unreadable(
          name,
          archive.place(),
          new IOException(
              "the archive is damaged, so the rest of it is skipped: " + e.getMessage(), e));
    }
  }

  /** Returns whether an entry is a regular file, not a folder, link or device. */
  private static boolean isFile(TarArchiveEntry entry) {
    return entry.isFile()
        && !entry.isSymbolicLink()
        && !entry.isLink()
        && !entry.isCharacterDevice()
        && !entry.isBlockDevice()
        && !entry.isFIFO();
  }

  /** Reads the content of the current entry at once, since the archive is read only forward. */
  private InputDocument.Content content(TarArchiveEntry entry) throws IOException {
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
    try (tar) {
      archive.close();
    }
  }
}
