package org.gpchain.internal.training;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelWriter;

/** The bytes of a model file, entry by entry, but for what only describes the run. */
public final class ModelEntries {
  private ModelEntries() {}

  /** All that makes up the model, and the settings that it was made with. */
  public static Map<String, ByteBuffer> of(Model model) {
    Map<String, ByteBuffer> entries = new TreeMap<>();
    try {
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      ModelWriter.write(model, file);
      ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(file.toByteArray()));
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        entries.put(entry.getName(), ByteBuffer.wrap(zip.readAllBytes()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    entries.remove("run.json");
    return entries;
  }

  /** The arrays alone, without the manifest, where the settings stand. */
  public static Map<String, ByteBuffer> arrays(Model model) {
    Map<String, ByteBuffer> entries = of(model);
    entries.remove("manifest.json");
    return entries;
  }
}
