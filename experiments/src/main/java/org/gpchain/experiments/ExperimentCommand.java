package org.gpchain.experiments;

import org.gpchain.experiments.activelearning.ActiveLearningCommand;
import org.gpchain.experiments.calibration.CalibrationCommand;
import org.gpchain.experiments.calibration.WrongSegmentsCommand;
import org.gpchain.experiments.curves.LearningCurveCommand;
import org.gpchain.experiments.papers.GpstructCommand;
import org.gpchain.experiments.papers.PapersCommand;
import org.gpchain.experiments.peers.HundredCommand;
import org.gpchain.experiments.peers.NameFindersCommand;
import org.gpchain.experiments.peers.PeersCommand;
import org.gpchain.experiments.peers.SpeedCommand;
import org.gpchain.experiments.promises.GuaranteeCheckCommand;
import org.gpchain.experiments.promises.PromiseCommand;
import org.gpchain.experiments.rawtext.DetokenizationCommand;
import org.gpchain.experiments.rawtext.PossessivesCommand;
import org.gpchain.experiments.segmentation.SegmentationCommand;
import org.gpchain.internal.cli.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code gpchain experiment}: experiments of the papers and others. */
@Command(
    name = "experiment",
    sortOptions = false,
    synopsisSubcommandLabel = "EXPERIMENT",
    description = "Runs the experiments of the papers that this program is based on, and others.",
    subcommands = {
      GpstructCommand.class,
      PapersCommand.class,
      LearningCurveCommand.class,
      HundredCommand.class,
      PeersCommand.class,
      SpeedCommand.class,
      NameFindersCommand.class,
      SegmentationCommand.class,
      PromiseCommand.class,
      GuaranteeCheckCommand.class,
      CalibrationCommand.class,
      WrongSegmentsCommand.class,
      ActiveLearningCommand.class,
      DetokenizationCommand.class,
      PossessivesCommand.class
    })
public final class ExperimentCommand implements Subcommand {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  public boolean help;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which experiment?");
  }
}
