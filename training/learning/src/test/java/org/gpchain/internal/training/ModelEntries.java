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

/** Reads the entries of a model file, without the description of the training run. */
public final class ModelEntries {
  private ModelEntries() {}

  /** Returns the content of each entry, including the manifest with the settings. */
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

  /** Returns the content of each array, without the manifest. */
  public static Map<String, ByteBuffer> arrays(Model model) {
    Map<String, ByteBuffer> entries = of(model);
    entries.remove("manifest.json");
    return entries;
  }
}
