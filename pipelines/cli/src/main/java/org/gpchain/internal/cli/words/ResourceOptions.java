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

/**
 * Options of the commands that write a word resource: where to, what it says of itself, and what
 * its learning begins with.
 */
final class ResourceOptions extends CommandPart {
  @Option(
      names = {"-o", "--output"},
      required = true,
      description = "Where to write the resource; an existing file is replaced.")
  Path output;

  @Option(
      names = "--licence",
      paramLabel = "TEXT",
      description = "Licence of the resource, kept in it.")
  private String licence = "";

  @Option(
      names = "--attribution",
      paramLabel = "TEXT",
      description = "Attribution that the licences of its sources ask for, kept in the resource.")
  private String attribution = "";

  @Option(
      names = {"-l", "--language"},
      paramLabel = "CODE",
      description = "Language of the words.")
  String language;

  @Option(names = "--seed", description = "Seed of all randomness.")
  long seed = 1;

  ResourceOptions(String language) {
    this.language = language;
  }

  /** What the resource says of itself; models that refer to it find it by its file's name. */
  WordLearning.Label label() {
    checkLanguage(language);
    String name = output.getFileName().toString().replaceAll("[\\\\:]", "_");
    int dot = name.lastIndexOf('.');
    return new WordLearning.Label(
        dot > 0 ? name.substring(0, dot) : name, language, licence, attribution);
  }

  /** Fails before the work if its result could not be written. */
  void check() throws IOException {
    AtomicFile.makeDirectory(output.toAbsolutePath().getParent());
    checkOutput(output);
  }

  /** Writes the resource, and says what was written. */
  String write(WordResource resource) throws IOException {
    AtomicFile.write(output, out -> WordResourceFile.write(resource, out));
    return format(
        "the columns %s. Wrote %s (%.1f MB).",
        String.join(", ", resource.columns()), output, Files.size(output) / 1e6);
  }
}
