package org.gpchain.core.model;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.gpchain.core.text.Sha256;

/** The entries of a model file, which can be modified to create invalid files. */
public final class ModelFile {
  static final ObjectMapper JSON = new ObjectMapper();

  private final Map<String, byte[]> entries = new LinkedHashMap<>();

  /** Returns the entries of a file. */
  public static ModelFile of(byte[] file) throws IOException {
    ModelFile parts = new ModelFile();
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(file))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        parts.entries.put(entry.getName(), zip.readAllBytes());
      }
    }
    return parts;
  }

  /** Returns the entries by name, in order, as a modifiable map. */
  public Map<String, byte[]> entries() {
    return entries;
  }

  /** Returns a copy of the manifest. */
  public ObjectNode manifest() throws IOException {
    return (ObjectNode) JSON.readTree(entries.get("manifest.json"));
  }

  /** Changes the manifest, and returns this object. */
  public ModelFile withManifest(Consumer<ObjectNode> change) throws IOException {
    ObjectNode manifest = manifest();
    change.accept(manifest);
    entries.put("manifest.json", JSON.writeValueAsBytes(manifest));
    return this;
  }

  /** Returns the entry of an array in the manifest. */
  public static ObjectNode array(ObjectNode manifest, String name) {
    for (var array : manifest.withArray("arrays")) {
      if (array.path("name").asText().equals("arrays/" + name)) {
        return (ObjectNode) array;
      }
    }
    throw new AssertionError("no array " + name);
  }

  /** Replaces an array and its checksum, but not its length in the manifest. */
  public ModelFile withArray(String name, byte[] content) throws IOException {
    entries.put("arrays/" + name, content);
    return withManifest(manifest -> array(manifest, name).put("sha256", Sha256.hex(content)));
  }

  /** Changes an array, whose numbers are little-endian, and its checksum. */
  public ModelFile withArray(String name, Consumer<ByteBuffer> change) throws IOException {
    byte[] content = entries.get("arrays/" + name).clone();
    change.accept(ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN));
    return withArray(name, content);
  }

  /** Returns the file. */
  public byte[] bytes() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
        zip.closeEntry();
      }
    }
    return out.toByteArray();
  }
}
