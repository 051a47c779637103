package org.gpchain.internal.documents.batch.sink;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.ZipEntry;
import org.apache.commons.compress.archivers.zip.Zip64Mode;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.gpchain.internal.documents.AnnotatedResult;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.output.AnnotatedDocument.Layer;
import org.gpchain.internal.documents.output.OutputFormat;

/**
 * Writes a fixed number of documents to each archive, with separate archives for each format: zip
 * archives, or plain files for JSON lines. The documents of an archive form a group.
 */
final class ShardSink extends FolderSink<List<ShardSink.Packed>> {
  /** Time of all entries, the earliest that zip allows, so that archives are reproducible. */
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  /** Compressors, one for each thread. They are reused because they hold native memory. */
  private static final ThreadLocal<Deflater> DEFLATERS =
      ThreadLocal.withInitial(() -> new Deflater(Deflater.DEFAULT_COMPRESSION, true));

  /** The archives of the open group. */
  private final Map<OutputFormat, Shard> open = new LinkedHashMap<>();

  /**
   * A file of a document.
   *
   * @param ending file extension
   * @param content content; compressed unless the archive is a plain file
   * @param length length before compression (bytes)
   * @param checksum CRC-32 of the content before compression
   */
  record Packed(OutputFormat format, String ending, byte[] content, long length, long checksum) {}

  /** An open archive. */
  private record Shard(Path staged, Path target, OutputStream out) {}

  ShardSink(Journal journal, OutputLayout layout, List<Layer> layers) throws IOException {
    super(journal, layout, layers);
  }

  @Override
  public List<Packed> render(AnnotatedResult result) throws DocumentException, IOException {
    List<Packed> packed = new ArrayList<>();
    for (OutputFormat format : layout.formats()) {
      List<byte[]> contents = result.as(format);
      for (int i = 0; i < contents.size(); i++) {
        packed.add(packed(format, format.endings().get(i), contents.get(i)));
      }
    }
    return packed;
  }

  private static Packed packed(OutputFormat format, String ending, byte[] content)
      throws IOException {
    CRC32 checksum = new CRC32();
    checksum.update(content);
    byte[] written = OutputLayout.isLines(format) ? content : compressed(content);
    return new Packed(format, ending, written, content.length, checksum.getValue());
  }

  private static byte[] compressed(byte[] content) throws IOException {
    Deflater deflater = DEFLATERS.get();
    deflater.reset();
    ByteArrayOutputStream compressed = new ByteArrayOutputStream(content.length / 2 + 64);
    try (OutputStream out = new DeflaterOutputStream(compressed, deflater, 1 << 16)) {
      out.write(content);
    }
    return compressed.toByteArray();
  }

  @Override
  void write(long number, String id, List<Packed> rendered) throws IOException {
    for (Packed file : rendered) {
      Shard shard = open.get(file.format());
      if (shard == null) {
        shard = open(file.format(), number / layout.shard());
        open.put(file.format(), shard);
      }

      if (shard.out() instanceof ZipArchiveOutputStream zip) {
        add(zip, id + "." + file.ending(), file);
      } else {
        shard.out().write(file.content());
      }
    }
  }

  private static void add(ZipArchiveOutputStream zip, String name, Packed file) throws IOException {
    ZipArchiveEntry entry = new ZipArchiveEntry(name);
    entry.setMethod(ZipEntry.DEFLATED);
    entry.setTimeLocal(TIME);
    entry.setSize(file.length());
    entry.setCompressedSize(file.content().length);
    entry.setCrc(file.checksum());
    zip.addRawArchiveEntry(entry, new ByteArrayInputStream(file.content()));
  }

  /** Opens an archive. */
  private Shard open(OutputFormat format, long number) throws IOException {
    Path staged = files.newFile();
    OutputStream out = files.open(staged);
    if (!OutputLayout.isLines(format)) {
      ZipArchiveOutputStream zip = new ZipArchiveOutputStream(out);
      zip.setUseZip64(Zip64Mode.AsNeeded);
      out = zip;
    }
    return new Shard(staged, layout.archive(format, number), out);
  }

  @Override
  List<Path> filesOf(long number, String id) {
    List<Path> archives = new ArrayList<>();
    for (OutputFormat format : layout.formats()) {
      archives.add(layout.archive(format, number / layout.shard()));
    }
    return archives;
  }

  @Override
  boolean isComplete(long documents, int inGroup) {
    return documents % layout.shard() == 0;
  }

  @Override
  void finish() throws IOException {
    for (Shard shard : open.values()) {
      shard.out().close();
      addFile(shard.staged(), shard.target());
    }
    open.clear();
  }

  /** Records failures but leaves an archive that is not full to the next run. */
  @Override
  public void stop() throws IOException {
    writeFailures();
  }
}
