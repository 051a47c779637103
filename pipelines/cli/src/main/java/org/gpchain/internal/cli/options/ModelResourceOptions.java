package org.gpchain.internal.cli.options;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.internal.corpora.words.WordFiles;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the use of models that do not contain their word resource or their encoder. */
public final class ModelResourceOptions extends CommandPart {
  @Option(
      names = {"-w", "--words"},
      description =
          "The word resource of a model that was trained with --share-words. Default: the resource"
              + " is searched for in the folder of the model and on the class path.")
  private List<Path> files = new ArrayList<>();

  @Mixin private ModelEncoderOption encoder;

  /**
   * Opens the encoder, so that models find it, and returns the locations of the word resources.
   *
   * @throws IOException if a file is missing, is not a word resource, or the encoder cannot be used
   */
  public List<URL> open() throws IOException {
    encoder.open();

    List<URL> locations = new ArrayList<>();
    for (Path file : files) {
      // Checks that the file is a word resource, even if the model needs none.
      WordFiles.reference(file);
      locations.add(WordFiles.location(file));
    }
    return locations;
  }
}
