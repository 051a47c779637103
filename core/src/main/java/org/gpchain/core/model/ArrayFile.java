package org.gpchain.core.model;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.IOException;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The container of models and word resources: a zip with a JSON manifest, then raw little-endian
 * arrays. The same content gives the same bytes.
 */
final class ArrayFile {
  static final String MANIFEST = "manifest.json";

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
}
