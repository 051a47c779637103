package org.gpchain.internal.cli.options;

import java.io.IOException;
import java.nio.file.Path;
import org.gpchain.core.vectors.Encoders;
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

  /**
   * Opens the encoder, if one is given, so that models find it.
   *
   * @throws IOException if there is no such encoder, or it cannot be used
   */
  public void open() throws IOException {
    if (folder != null) {
      Encoders.open(folder.toString());
    }
  }
}
