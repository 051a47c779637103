package org.gpchain.internal.cli.options;

import java.io.IOException;
import java.nio.file.Path;
import org.gpchain.core.vectors.EncoderException;
import org.gpchain.core.vectors.Encoders;
import org.gpchain.core.vectors.TokenVectors;
import org.gpchain.internal.corpora.InputException;
import picocli.CommandLine.Option;

/** The option {@code --encoder} of commands that use models. */
public final class ModelEncoderOption extends CommandPart {
  @Option(
      names = "--encoder",
      paramLabel = "DIR",
      description =
          "The folder of the encoder of a model that was trained with --encoder DIR. Shipped encoders"
              + " are found without this option.")
  private Path folder;

  private boolean isOpen;

  /**
   * Opens the encoder, if one is given, so that models find it.
   *
   * @throws InputException if there is no such encoder, or it cannot be used
   */
  public void open() throws InputException {
    if (folder != null && !isOpen) {
      open(folder.toString());
      isOpen = true;
    }
  }

  /**
   * Opens an encoder.
   *
   * @param location name of a shipped encoder, or a folder
   * @throws InputException if there is no such encoder, or it cannot be used
   */
  public static TokenVectors open(String location) throws InputException {
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
