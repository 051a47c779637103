package org.gpchain.internal.cli.words;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gpchain.core.model.WordResourceFile;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.cli.options.CommandPart;
import org.gpchain.internal.corpora.words.WordLearning;
import org.gpchain.internal.training.io.AtomicFile;
import picocli.CommandLine.Option;

/** Options of the commands that write a word resource: the file, its metadata, and the seed. */
final class ResourceOptions extends CommandPart {
  @Option(
      names = {"-o", "--output"},
      required = true,
      description = "File to write the resource to. An existing file is replaced.")
  Path output;

  @Option(
      names = "--licence",
      paramLabel = "TEXT",
      description = "License of the resource, which is stored in it.")
  private String licence = "";

  @Option(
      names = "--attribution",
      paramLabel = "TEXT",
      description =
          "Attribution that the licenses of the sources require, which is stored in the resource.")
  private String attribution = "";

  @Option(
      names = {"-l", "--language"},
      paramLabel = "CODE",
      description = "Language of the words.")
  String language;

  @Option(names = "--seed", description = "Seed of the random numbers.")
  long seed = 1;

  ResourceOptions(String language) {
    this.language = language;
  }

  /**
   * Returns the metadata of the resource. Its name is the file name without the ending; models that
   * do not contain the resource refer to it by this name.
   */
  WordLearning.Label label() {
    checkLanguage(language);
    String name = output.getFileName().toString().replaceAll("[\\\\:]", "_");
    int dot = name.lastIndexOf('.');
    if (dot > 0) {
      name = name.substring(0, dot);
    }
    return new WordLearning.Label(name, language, licence, attribution);
  }

  /** Checks that the file can be written. Call it before the work starts. */
  void check() throws IOException {
    AtomicFile.makeDirectory(output.toAbsolutePath().getParent());
    checkOutput(output);
  }

  /** Writes the resource, and returns a description of the file for the user. */
  String write(WordResource resource) throws IOException {
    AtomicFile.write(output, out -> WordResourceFile.write(resource, out));
    return format(
        "the columns %s. Wrote %s (%.1f MB).",
        String.join(", ", resource.columns()), output, Files.size(output) / 1e6);
  }
}
