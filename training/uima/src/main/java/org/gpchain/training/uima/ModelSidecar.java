package org.gpchain.training.uima;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.dkpro.core.api.resources.ModelProviderBase;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.io.AtomicFile;

/**
 * A writer of the {@code .properties} file next to a model file, which DKPro's model providers
 * read. It contains the language, the variant and the tagsets of the model, for tools that cannot
 * read the model file itself.
 *
 * <p>If both files are in {@code org/gpchain/annotator/lib} on a class path, under a name of the
 * form {@code <tool>-<language>-<variant>}, the model is found by its language. The property {@code
 * location} refers to this place.
 */
public final class ModelSidecar {
  /** Extension of the properties file. */
  static final String EXTENSION = ".properties";

  private ModelSidecar() {}

  /** Returns the properties file of a model file. */
  static Path of(Path modelFile) {
    String name = modelFile.getFileName().toString();
    int dot = name.lastIndexOf('.');
    String baseName = dot < 0 ? name : name.substring(0, dot);
    return modelFile.resolveSibling(baseName + EXTENSION);
  }

  /** Writes the properties file of a model file. */
  static void write(Model model, String variant, Path modelFile) throws IOException {
    AtomicFile.write(of(modelFile), out -> out.write(text(model, variant, modelFile, Map.of())));
  }

  /**
   * Returns the content of a properties file.
   *
   * @param model the model
   * @param variant variant of the model
   * @param modelFile model file; only its name is used
   * @param more additional properties
   */
  public static byte[] text(Model model, String variant, Path modelFile, Map<String, String> more)
      throws IOException {
    String tags = String.join(" ", SpanCodec.of(model.scheme()).types(model.labels()));
    Properties properties = new Properties();
    properties.setProperty(
        ModelProviderBase.LOCATION,
        "classpath:/org/gpchain/annotator/lib/" + modelFile.getFileName());
    properties.setProperty("tool", "gpchain");
    properties.setProperty("task", model.task().name());
    properties.setProperty(ModelProviderBase.VARIANT, variant);
    properties.setProperty("tag.scheme", model.scheme().name());
    properties.setProperty("tags", tags);
    properties.setProperty("gpchain.version", model.provenance().libraryVersion());
    if (!model.language().equals(Task.ANY_LANGUAGE)) {
      properties.setProperty(ModelProviderBase.LANGUAGE, model.language());
    }
    model.posTagset().ifPresent(tagset -> properties.setProperty("pos.tagset", tagset.name()));
    properties.putAll(more);

    // Java writes the current time, and properties in any order. Without the time and with sorted
    // lines, equal models have equal files.
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    properties.store(bytes, null);
    return bytes
        .toString(StandardCharsets.ISO_8859_1)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .sorted()
        .collect(Collectors.joining("\n", "", "\n"))
        .getBytes(StandardCharsets.ISO_8859_1);
  }
}
