package org.gpchain.internal.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.cli.options.ModelResourceOptions;
import org.gpchain.internal.corpora.ModelLocation;
import org.gpchain.internal.evaluation.inspection.ModelDescription;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code gpchain inspect}: describes a model. */
@Command(
    name = "inspect",
    description = {
      "Describes a model: task, labels, required columns, license, training corpus and settings,"
          + " calibration, the variance of each template line, and the features and transitions"
          + " with the largest weights."
    },
    footer = {
      "",
      "Examples:",
      "  gpchain inspect --model ner-en",
      "  gpchain inspect --model chunk.gpchain --features 50 --json"
    })
final class InspectCommand extends ConsoleCommand {
  @Option(
      names = {"-m", "--model"},
      required = true,
      paramLabel = "FILE|NAME",
      description = "The model: a file, or the name of a shipped model, such as chunker-en.")
  private Path modelFile;

  @Option(
      names = "--features",
      description =
          "Number of features to show for each label, and number of largest and of smallest"
              + " transitions.")
  private int features = 10;

  @Mixin private ModelResourceOptions resources;

  @Option(names = "--json", description = "Print a JSON object instead of text.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    checkAtLeast("--features", features, 0);
    ModelLocation location = ModelLocation.of(modelFile).withWords(resources.open());
    Model model = location.load(Contents.EVERYTHING);
    ModelDescription description =
        ModelDescription.of(
            location.file().getFileName().toString(),
            location.license().orElse(null),
            model,
            features);
    print(json ? description.toJson() + "\n" : description.toText());
    return 0;
  }
}
