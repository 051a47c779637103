package org.gpchain.documents.batch;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.ZipEntry;
import org.apache.commons.compress.archivers.zip.Zip64Mode;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.gpchain.documents.AnnotatedResult;
import org.gpchain.documents.DocumentException;
import org.gpchain.documents.output.OutputFormat;

/**
 * A zip archive for each format and so many documents; in the format of JSON lines a file, since
 * that can hold them all.
 */
final class ShardSink extends FolderSink<List<ShardSink.Packed>> {
  /** The first moment that a zip archive can tell: archives are the same whenever they are made. */
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  /** One for each thread: they hold memory that the collector does not see. */
  private static final ThreadLocal<Deflater> DEFLATERS =
      ThreadLocal.withInitial(() -> new Deflater(Deflater.DEFAULT_COMPRESSION, true));

  private final Set<OutputFormat> formats;
  private final int size;
  private final Map<OutputFormat, Shard> open = new LinkedHashMap<>();

  /**
   * A file of a document, compressed unless the format is not archived; length and checksum are
   * those of what is compressed.
   */
  record Packed(OutputFormat format, String ending, byte[] content, long length, long checksum) {}

  private record Shard(Path staged, Path target, OutputStream out) {}

  /** Takes the number of documents in each archive, those that fail included. */
  ShardSink(RunFolder folder, IndexPage page, Set<OutputFormat> formats, int size)
      throws IOException {
    super(folder, page, formats);
    this.formats = formats;
    this.size = size;
  }

  /** Whether documents follow one another in a file, and are not archived. */
  private static boolean isLines(OutputFormat format) {
    return format == OutputFormat.JSONL;
  }

  @Override
  public List<Packed> render(AnnotatedResult result) throws DocumentException, IOException {
    List<Packed> packed = new ArrayList<>();
    for (OutputFormat format : formats) {
      List<byte[]> contents = result.as(format);
      for (int i = 0; i < contents.size(); i++) {
        byte[] content = contents.get(i);
        CRC32 checksum = new CRC32();
        checksum.update(content);
        packed.add(
            new Packed(
                format,
                format.endings().get(i),
                isLines(format) ? content : compressed(content),
                content.length,
                checksum.getValue()));
      }
    }
    return packed;
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
        shard = open(file.format(), number / size);
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

  private Shard open(OutputFormat format, long number) throws IOException {
    Path staged = files.newFile();
    OutputStream out = files.open(staged);
    if (!isLines(format)) {
      ZipArchiveOutputStream zip = new ZipArchiveOutputStream(out);
      zip.setUseZip64(Zip64Mode.AsNeeded);
      out = zip;
    }
    return new Shard(staged, folder.path.resolve(name(format, number)), out);
  }

  static String name(OutputFormat format, long number) {
    return String.format(
        Locale.ROOT, "part-%06d.%s", number, isLines(format) ? format.toString() : format + ".zip");
  }

  @Override
  boolean isDue(long documents) {
    return documents % size == 0;
  }

  /** A shard that is not full is begun anew by the next run, but why documents failed is said. */
  @Override
  public void stop() throws IOException {
    writeErrors();
  }

  @Override
  Set<String> archives(long documents) {
    Set<String> names = new HashSet<>();
    for (OutputFormat format : formats) {
      for (long number = 0; number * size < documents; number++) {
        names.add(name(format, number));
      }
    }
    return names;
  }

  @Override
  void finish() throws IOException {
    for (Shard shard : open.values()) {
      shard.out().close();
      files.add(shard.staged(), shard.target());
    }
    open.clear();
  }
}
