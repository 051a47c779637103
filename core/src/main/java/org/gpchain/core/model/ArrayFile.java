package org.gpchain.core.model;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.IOException;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.gpchain.core.model.Manifest.ArrayEntry;

/**
 * The container of models and word resources: a zip with a JSON manifest, then raw little-endian
 * arrays. The same content gives the same bytes.
 */
final class ArrayFile {
  private static final String MANIFEST = "manifest.json";

  /** A manifest has labels, templates and settings, and never more than this. */
  static final int LARGEST_JSON = 16 << 20;

  /** JSON that a person can read and that is the same on every machine, line ends included. */
  static final ObjectWriter JSON =
      new ObjectMapper()
          .writer(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));

  private ArrayFile() {}

  /** Writes a manifest and the arrays that it lists. */
  static void write(Object manifest, ArrayEntries arrays, ZipOutputStream zip) throws IOException {
    put(zip, MANIFEST, JSON.writeValueAsBytes(manifest));
    for (Map.Entry<String, byte[]> entry : arrays.contents().entrySet()) {
      put(zip, entry.getKey(), entry.getValue());
    }
  }

  static void put(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    // A fixed time stamp (the zip format's epoch, without a time zone) for reproducible bytes.
    entry.setTimeLocal(LocalDateTime.of(1980, 1, 1, 0, 0));
    zip.putNextEntry(entry);
    zip.write(bytes);
    zip.closeEntry();
  }

  /** The bytes of the manifest, the first entry. */
  static byte[] manifest(ZipInputStream zip) throws IOException {
    ZipEntry first = zip.getNextEntry();
    if (first == null || !first.getName().equals(MANIFEST)) {
      throw new ModelFormatException.Corrupt("it does not begin with a manifest", null);
    }
    return zip.readNBytes(LARGEST_JSON);
  }

  /** Goes to the entry of an array, the next one. */
  static void enter(ZipInputStream zip, ArrayEntry array) throws IOException {
    ZipEntry entry = zip.getNextEntry();
    if (entry == null || !entry.getName().equals(array.name())) {
      throw new ModelFormatException.Corrupt("the array " + array.name() + " is missing", null);
    }
  }

  /**
   * The bytes of the array whose entry was entered.
   *
   * @param expectedLength number of elements that it must have
   */
  static byte[] array(ZipInputStream zip, ArrayEntry array, long expectedLength)
      throws IOException {
    long size = (long) array.length() * array.type().bytes();
    if (array.length() != expectedLength || size > Integer.MAX_VALUE - 16) {
      throw new ModelFormatException.Corrupt(
          "the array " + array.name() + " cannot have " + array.length() + " elements", null);
    }
    if (size > Runtime.getRuntime().maxMemory() / 2) {
      // More memory helps if the claim is true; otherwise the file is damaged, on any machine.
      if (zip.skip(size) != size || zip.read() >= 0) {
        throw wrongSize(array, size);
      }
      throw new IOException(
          "the array "
              + array.name()
              + " takes "
              + (size >> 20)
              + " MB, more than half of the heap; give Java more memory with -Xmx");
    }
    // Grows with the bytes that are there: a damaged size does not take the memory that it claims.
    byte[] bytes = zip.readNBytes((int) size);
    if (bytes.length != size || zip.read() >= 0) {
      throw wrongSize(array, size);
    }
    if (!ModelArrays.sha256(bytes).equals(array.sha256())) {
      throw new ModelFormatException.Corrupt(
          "the checksum of the array " + array.name() + " is wrong", null);
    }
    return bytes;
  }

  private static ModelFormatException wrongSize(ArrayEntry array, long size) {
    return new ModelFormatException.Corrupt(
        "the array " + array.name() + " is shorter or longer than " + size + " bytes", null);
  }
}
