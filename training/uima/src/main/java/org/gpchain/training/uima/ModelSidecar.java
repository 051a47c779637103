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
 * What DKPro's model providers read beside a model file: a {@code .properties} file of the same
 * name, with language, variant and tagsets. It repeats what the model file says, for tools that
 * cannot read models. With its line {@code location=} the two files are found by language once they
 * stand in {@code org/gpchain/annotator/lib} on a class path, under a name of the form {@code
 * <tool>-<language>-<variant>}.
 */
public final class ModelSidecar {
  static final String EXTENSION = ".properties";

  private ModelSidecar() {}

  static Path of(Path modelFile) {
    String name = modelFile.getFileName().toString();
    int dot = name.lastIndexOf('.');
    return modelFile.resolveSibling((dot < 0 ? name : name.substring(0, dot)) + EXTENSION);
  }

  static void write(Model model, String variant, Path modelFile) throws IOException {
    AtomicFile.write(of(modelFile), out -> out.write(text(model, variant, modelFile, Map.of())));
  }

  /**
   * @param modelFile only its name counts
   * @param more further properties
   */
  public static byte[] text(Model model, String variant, Path modelFile, Map<String, String> more)
      throws IOException {
    Properties properties = new Properties();
    properties.setProperty(
        ModelProviderBase.LOCATION,
        "classpath:/org/gpchain/annotator/lib/" + modelFile.getFileName());
    properties.setProperty("tool", "gpchain");
    properties.setProperty("task", model.task().name());
    properties.setProperty(ModelProviderBase.VARIANT, variant);
    properties.setProperty("tag.scheme", model.scheme().name());
    properties.setProperty(
        "tags", String.join(" ", SpanCodec.of(model.scheme()).types(model.labels())));
    properties.setProperty("gpchain.version", model.provenance().libraryVersion());
    if (!model.language().equals(Task.ANY_LANGUAGE)) {
      properties.setProperty(ModelProviderBase.LANGUAGE, model.language());
    }
    model.posTagset().ifPresent(tagset -> properties.setProperty("pos.tagset", tagset.name()));
    properties.putAll(more);
    // Java writes the time and has no order; without them the same model gives the same file.
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
