package org.gpchain.internal.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.gpchain.core.model.Features.SharedWords;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.ModelLocation;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.io.AtomicFile;
import org.gpchain.training.uima.ModelSidecar;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command {@code gpchain package}: packs a model into a jar. */
@Command(
    name = "package",
    description =
        "Packs a model into a jar. If the jar is on the class path, UIMA engines find the model by"
            + " the language of a document. If it is in GPCHAIN_CLASSPATH, gpchain finds it by its"
            + " name.",
    footer = {
      "",
      "Example:",
      "  gpchain package --model names.gpchain --name mine --output ner-en-mine.jar"
    })
final class PackageCommand extends ConsoleCommand {
  /** Folder of models inside of a jar. */
  private static final String FOLDER = "org/gpchain/annotator/lib/";

  /**
   * Time stamp of all entries: the earliest date of the zip format. A fixed date gives identical
   * jars for identical models.
   */
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  @Option(
      names = {"-m", "--model"},
      required = true,
      description = "The model file.")
  private Path modelFile;

  @Option(
      names = "--name",
      required = true,
      paramLabel = "VARIANT",
      description =
          "Name that distinguishes the model from others of its task and language, such as news."
              + " Allowed are letters, digits, _ and full stops. The model of this jar becomes the"
              + " default for its task and language.")
  private String variant;

  @Option(
      names = "--license",
      paramLabel = "TEXT",
      description = "License and attribution of the model, which inspect shows.")
  private String license;

  @Option(
      names = {"-o", "--output"},
      required = true,
      description = "The jar file to write. An existing file is replaced.")
  private Path jar;

  @Override
  public Integer call() throws IOException {
    if (!variant.matches("[\\p{L}\\p{N}_.]++")) {
      throw wrongUse("--name must be letters, digits, _ and full stops, was '" + variant + "'");
    }

    checkOutput(jar);
    ModelLocation location = ModelLocation.of(modelFile);
    Model model = location.load(Contents.EVERYTHING);
    if (model.language().equals(Task.ANY_LANGUAGE)) {
      throw new InputException(
          modelFile,
          "this model has no language, which engines need to find it",
          "train it with --language");
    }

    String tool = tool(model.task().name());
    String name = tool + "-" + model.language() + "-" + variant;
    AtomicFile.write(jar, out -> write(model, location, tool, name, out));
    summarise(
        "Wrote %s: the %s model %s, for documents in the language %s.%n",
        jar, tool, name, model.language());

    String encoderId = model.features().vectors().encoderId();
    if (encoderId != null) {
      warn("the model refers to the encoder " + encoderId + ", which is required to use the model");
    }

    SharedWords words = model.features().shared();
    if (words != null) {
      warn(
          "the model refers to the word resource "
              + words.reference().name()
              + ", which must also be on the class path");
    }
    summarise(
        "For Maven: mvn install:install-file -Dfile=%s -DgroupId=YOURS -DartifactId=%s"
            + " -Dversion=1 -Dpackaging=jar%n",
        jar, name);
    return 0;
  }

  /** Returns the kind of tool that a task is for; it is the first part of the model's name. */
  private static String tool(String task) {
    return switch (task) {
      case "chunk", "np" -> "chunker";
      case "ne" -> "ner";
      default -> "tagger";
    };
  }

  private void write(
      Model model, ModelLocation location, String tool, String name, OutputStream out)
      throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    Path file = Path.of(name + ".gpchain");
    Map<String, String> metadata = license == null ? Map.of() : Map.of("license", license);
    String defaultVariant = model.language() + "=" + variant + "\n";

    JarOutputStream entries = new JarOutputStream(out);
    open(entries, "META-INF/MANIFEST.MF");
    manifest.write(entries);
    open(entries, FOLDER);
    open(entries, FOLDER + file);
    try (InputStream bytes = location.url().openStream()) {
      bytes.transferTo(entries);
    }
    open(entries, FOLDER + name + ".properties");
    entries.write(ModelSidecar.text(model, variant, file, metadata));
    open(entries, FOLDER + tool + "-default-variants.map");
    entries.write(defaultVariant.getBytes(StandardCharsets.UTF_8));
    entries.finish();
  }

  private static void open(JarOutputStream entries, String name) throws IOException {
    JarEntry entry = new JarEntry(name);
    entry.setTimeLocal(TIME);
    entries.putNextEntry(entry);
  }
}
