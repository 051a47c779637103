package org.gpchain.experiments.calibration;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.gpchain.cli.options.BootstrapOption;
import org.gpchain.cli.options.LimitOption;
import org.gpchain.core.math.Checks;
import org.gpchain.core.model.Model;
import org.gpchain.core.predict.Calibration;
import org.gpchain.core.predict.HeldOutSegments;
import org.gpchain.core.predict.LatticeScaling;
import org.gpchain.core.predict.SegmentCalibration;
import org.gpchain.core.text.TagScheme;
import org.gpchain.corpora.Corpus;
import org.gpchain.evaluation.comparison.PairedBootstrap;
import org.gpchain.experiments.options.RunOptions;
import org.gpchain.experiments.options.TrainDevOptions;
import org.gpchain.training.Progress;
import org.gpchain.training.TrainerSettings;
import org.gpchain.training.data.Task;
import org.gpchain.training.data.TrainingData;
import org.gpchain.training.trainers.Trainers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain experiment calibration}: what calibration does to probabilities. */
@Command(
    name = "calibration",
    sortOptions = false,
    description = {
      "Learns a model as gpchain train does, and measures its probabilities on another corpus, with"
          + " and without its calibration.",
      "uncalibrated: the scores as they are. legal: the same, but label sequences that the tag"
          + " scheme forbids have no probability. calibrated: with the scales that held-out folds"
          + " of the training corpus tell.",
      "segment log-loss, and the ece after it: over all segments whose probability is at least 1 %%"
          + " before calibration, decoded or not.",
      "Differences have their 95 %% interval by a paired bootstrap over the sentences; a tie if it"
          + " contains 0."
    },
    footer = {
      "",
      "Example:",
      "  gpchain experiment calibration --train train.txt --dev dev.txt --task chunk"
    })
public final class CalibrationCommand implements Callable<Integer> {
  @Mixin private RunOptions run;

  @Mixin private TrainDevOptions corpora;

  @Mixin private LimitOption limit;

  @Option(
      names = "--cutoff",
      paramLabel = "N",
      defaultValue = "1",
      description = "Use features that occur at least so often. Default: ${DEFAULT-VALUE}.")
  private int cutoff;

  @Mixin private BootstrapOption resampling;

  @Override
  public Integer call() throws IOException {
    run.orWrongUse(() -> Checks.atLeast("--cutoff", cutoff, 1));
    PairedBootstrap bootstrap = resampling.bootstrap(run.run().seed());
    TrainDevOptions.Read read = corpora.read(limit::limited);
    read.train().checkLearnable(read.train().sentences().size());
    Model model = learn(read);
    List<EncodedSentence> sentences = EncodedSentence.of(model, read.dev().sentences());
    run.print(CalibrationTable.of(figures(model, sentences), sentences, bootstrap));
    return 0;
  }

  private Model learn(TrainDevOptions.Read read) {
    Corpus train = read.train();
    Task what =
        read.what()
            .withCutoff(cutoff)
            .withScheme(train.scheme() == TagScheme.TOKEN ? TagScheme.TOKEN : TagScheme.IOB2);
    return Trainers.of(TrainerSettings.DEFAULT.with(run.run()))
        .train(TrainingData.of(train.sentences(), what), Progress.NONE);
  }

  private List<CalibrationFigures> figures(Model model, List<EncodedSentence> sentences) {
    Calibration learned = model.calibration();
    run.tell(
        learned
            .latticeScaling()
            .filter(s -> learned.hasLearnedScales())
            .map(
                s ->
                    String.format(
                        Locale.ROOT,
                        "scores x %.3f, transitions x %.3f",
                        s.unary(),
                        s.transitions()))
            .orElse("too few sentences to calibrate"));
    Calibration uncalibrated = Calibration.of(SegmentCalibration.NONE);
    Calibration legal =
        new Calibration(LatticeScaling.LEGAL, learned.segments(), HeldOutSegments.NONE);
    return List.of(
        CalibrationFigures.of("uncalibrated", model, uncalibrated, sentences),
        CalibrationFigures.of("legal", model, legal, sentences),
        CalibrationFigures.of("calibrated", model, learned, sentences));
  }
}
