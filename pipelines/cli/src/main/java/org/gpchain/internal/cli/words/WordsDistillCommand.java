package org.gpchain.internal.cli.words;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.nio.file.Path;
import org.gpchain.core.vectors.EncoderException;
import org.gpchain.core.vectors.Encoders;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.training.data.ProjectionLearner;
import org.gpchain.internal.training.io.AtomicFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command {@code gpchain words distill}: makes static vectors of an encoder. */
@Command(
    name = "distill",
    description = {
      "Makes static vectors of an encoder: one vector for each word piece, which does not depend on"
          + " the sentence. They keep a part of the encoder's gain and need neither native code nor"
          + " much time."
    },
    footer = {
      "",
      "Examples:",
      "  gpchain words distill --encoder en --output en.vectors",
      "  gpchain train --encoder en.vectors --task ne --train train.txt --model names.gpchain"
    })
final class WordsDistillCommand extends ConsoleCommand {
  @Option(
      names = "--encoder",
      required = true,
      paramLabel = "NAME|DIR",
      description = "The encoder: the name of a shipped one, such as en, or a folder.")
  private String encoder;

  @Option(
      names = "--encoder-dimensions",
      paramLabel = "COUNT",
      description = "Number of dimensions of the static vectors. Default: ${DEFAULT-VALUE}.")
  private int dimensions = 128;

  @Option(
      names = {"-o", "--output"},
      required = true,
      description = "File to write the vectors to. An existing file is replaced.")
  private Path output;

  @Override
  public Integer call() throws IOException {
    if (dimensions < 1) {
      throw wrongUse("--encoder-dimensions must be at least 1, was " + dimensions);
    }
    AtomicFile.makeDirectory(output.toAbsolutePath().getParent());
    checkOutput(output);

    byte[] content = distill();
    AtomicFile.write(output, out -> out.write(content));
    print(format("Wrote %s (%.1f MB).%n", output, content.length / 1e6));
    return 0;
  }

  private byte[] distill() throws InputException {
    try {
      return Encoders.distill(
          encoder, (vectors, pieces) -> ProjectionLearner.learn(vectors, pieces, dimensions));
    } catch (IOException | EncoderException e) {
      throw new InputException(
          Path.of(encoder),
          "the encoder cannot be used: " + e.getMessage(),
          "give the name of a shipped encoder, such as en, or the folder of one");
    }
  }
}
