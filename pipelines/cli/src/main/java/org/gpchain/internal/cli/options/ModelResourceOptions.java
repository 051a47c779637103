package org.gpchain.internal.cli.options;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.vectors.EncoderException;
import org.gpchain.core.vectors.Encoders;
import org.gpchain.core.vectors.TokenVectors;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.words.WordFiles;
import picocli.CommandLine.Option;

/** Options for the use of models that do not contain their word resource or their encoder. */
public final class ModelResourceOptions extends CommandPart {
  @Option(
      names = {"-w", "--words"},
      description =
          "The word resource of a model that was trained with --share-words. Default: the resource"
              + " is searched for in the folder of the model and on the class path.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--encoder",
      paramLabel = "DIR",
      description =
          "The folder of the encoder of a model that was trained with --encoder DIR. Shipped encoders"
              + " are found without this option.")
  private Path encoderFolder;

  /**
   * Opens the encoder, so that models find it, and returns the locations of the word resources.
   *
   * @throws InputException if a file is missing, is not a word resource, or the encoder cannot be
   *     used
   */
  public List<URL> open() throws IOException {
    if (encoderFolder != null) {
      openEncoder(encoderFolder.toString());
    }

    List<URL> locations = new ArrayList<>();
    for (Path file : files) {
      // Checks that the file is a word resource, even if the model needs none.
      WordFiles.reference(file);
      locations.add(WordFiles.location(file));
    }
    return locations;
  }

  /**
   * Opens an encoder.
   *
   * @param location name of a shipped encoder, or a folder
   * @throws InputException if there is no such encoder, or it cannot be used
   */
  static TokenVectors openEncoder(String location) throws InputException {
    try {
      return Encoders.open(location);
    } catch (IOException | EncoderException e) {
      throw new InputException(
          Path.of(location),
          "the encoder cannot be used: " + e.getMessage(),
          "give the name of a shipped encoder, such as en, or the folder of one");
    }
  }
}
