package org.gpchain.internal.core.file;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.gpchain.core.text.Sha256;

/**
 * Writes the container of models and word resources: a zip with a JSON manifest, then raw
 * little-endian arrays. The same content gives the same bytes. {@link ArrayInput} reads it.
 */
public final class ArrayOutput {
  /** Name of the first zip entry. */
  public static final String MANIFEST = "manifest.json";

  /** Minimum size of an array that is stored without compression (bytes). */
  private static final int LEAST_STORED = 1 << 16;

  /** Printer of JSON with line ends that are the same on every machine. */
  public static final DefaultPrettyPrinter LINES =
      new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));

  private final Map<String, byte[]> contents = new LinkedHashMap<>();
  private final List<ArrayEntry> entries = new ArrayList<>();

  /** Returns the entries of the arrays that have been added, for the manifest; a view. */
  public List<ArrayEntry> entries() {
    return Collections.unmodifiableList(entries);
  }

  /**
   * Adds an array unless an equal one has been added.
   *
   * @param prefix start of the name of such arrays
   * @return the name of the array
   */
  public String addOnce(String prefix, int[] values) {
    return addOnce(prefix, ElementType.INT32, ArrayBytes.bytes(values));
  }

  /**
   * Adds an array unless an equal one has been added.
   *
   * @param prefix start of the name of such arrays
   * @return the name of the array
   */
  public String addOnce(String prefix, float[] values) {
    return addOnce(prefix, ElementType.FLOAT32, ArrayBytes.bytes(values));
  }

  private String addOnce(String prefix, ElementType type, byte[] bytes) {
    String hash = Sha256.hex(bytes);
    List<ArrayEntry> kept =
        entries.stream().filter(entry -> entry.name().startsWith(prefix)).toList();
    for (ArrayEntry entry : kept) {
      if (entry.type() == type && entry.sha256().equals(hash)) {
        return entry.name();
      }
    }
    add(prefix + kept.size(), type, bytes);
    return prefix + kept.size();
  }

  private void add(String name, ElementType type, byte[] bytes) {
    contents.put(name, bytes);
    entries.add(new ArrayEntry(name, type, bytes.length / type.bytes, Sha256.hex(bytes)));
  }

  /** Adds an array. */
  public void add(String name, byte[] values) {
    add(name, ElementType.INT8, values);
  }

  /** Adds an array. */
  public void add(String name, int[] values) {
    add(name, ElementType.INT32, ArrayBytes.bytes(values));
  }

  /** Adds an array. */
  public void add(String name, float[] values) {
    add(name, ElementType.FLOAT32, ArrayBytes.bytes(values));
  }

  /** Adds an array. */
  public void add(String name, double[] values) {
    add(name, ElementType.FLOAT64, ArrayBytes.bytes(values));
  }

  /** Adds texts as two arrays: the bytes of all texts, and the end of each. */
  public void addTexts(String endsName, String name, List<String> texts) {
    int[] ends = new int[texts.size()];
    byte[] bytes = ArrayBytes.text(texts, ends);
    add(endsName, ends);
    add(name, bytes);
  }

  /** Writes a manifest and the arrays that have been added. */
  public void write(Object manifest, ZipOutputStream zip) throws IOException {
    put(zip, MANIFEST, RecordJson.bytes(manifest, LINES));
    for (Map.Entry<String, byte[]> entry : contents.entrySet()) {
      put(zip, entry.getKey(), entry.getValue());
    }
  }

  /** Writes one entry of a zip, without a time, so that the same content gives the same bytes. */
  public static void put(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    // A fixed time stamp (the zip format's epoch, without a time zone) for reproducible bytes.
    entry.setTimeLocal(LocalDateTime.of(1980, 1, 1, 0, 0));
    if (isDense(bytes)) {
      CRC32 checksum = new CRC32();
      checksum.update(bytes);
      entry.setMethod(ZipEntry.STORED);
      entry.setSize(bytes.length);
      entry.setCrc(checksum.getValue());
    }
    zip.putNextEntry(entry);
    zip.write(bytes);
    zip.closeEntry();
  }

  /**
   * Returns whether compression saves less than an eighth. Inflating such an array takes longer
   * than reading it.
   */
  private static boolean isDense(byte[] bytes) {
    if (bytes.length < LEAST_STORED) {
      return false;
    }
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    try {
      deflater.setInput(bytes);
      deflater.finish();
      deflater.deflate(new byte[bytes.length - bytes.length / 8]);
      return !deflater.finished();
    } finally {
      deflater.end();
    }
  }
}
