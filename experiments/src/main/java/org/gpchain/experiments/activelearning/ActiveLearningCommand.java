package org.gpchain.experiments.activelearning;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.gpchain.cli.options.CorpusOptions;
import org.gpchain.cli.options.TemplateOption;
import org.gpchain.core.math.Checks;
import org.gpchain.core.text.PosTags;
import org.gpchain.corpora.Corpus;
import org.gpchain.corpora.CorpusReader;
import org.gpchain.corpora.InputException;
import org.gpchain.evaluation.selection.Ranking;
import org.gpchain.experiments.options.RunOptions;
import org.gpchain.experiments.report.OutputFile;
import org.gpchain.experiments.report.ReportJson;
import org.gpchain.training.TrainerSettings;
import org.gpchain.training.TrainerSettings.PriorSettings;
import org.gpchain.training.data.Task;
import org.gpchain.training.io.AtomicFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain experiment active-learning}: what it is worth that a model chooses. */
@Command(
    name = "active-learning",
    sortOptions = false,
    description = {
      "Imitates people who annotate a corpus portion by portion: a model learns from what is"
          + " annotated, and the next sentences are chosen by what it does not know, or at random."
          + " Measures each model on the test corpus, by the number of annotated tokens.",
      "tokens for F1: the number of annotated tokens at which a criterion's mean curve reaches the"
          + " F1 that random choice has at the end. Differences to random choice are those of the"
          + " same seed, which means the same first sentences; intervals are by Student's t over"
          + " seeds."
    },
    footer = {
      "",
      "Example:",
      "  gpchain experiment active-learning --task ne --columns word,label --train train.txt \\",
      "      --test dev.txt --by entropy,sequence --svg curve.svg"
    })
public final class ActiveLearningCommand implements Callable<Integer> {
  private static final String DEFAULT = " Default: ${DEFAULT-VALUE}.";

  @Mixin private RunOptions run;

  @Option(
      names = "--train",
      required = true,
      paramLabel = "FILE",
      description = "What may be annotated: a corpus. May be repeated.")
  private List<Path> trainFiles;

  @Option(
      names = "--test",
      required = true,
      paramLabel = "FILE",
      description = "The corpus to measure on. May be repeated.")
  private List<Path> testFiles;

  @Option(
      names = "--task",
      required = true,
      paramLabel = "TASK",
      description = "chunk, np or ne; any other name together with --template.")
  private String task;

  @Mixin private TemplateOption template;

  @Mixin private CorpusOptions corpora;

  @Option(
      names = "--by",
      split = ",",
      paramLabel = "CRITERION",
      defaultValue = "entropy,sequence,f1,mutual-information",
      description = {
        "By what is chosen, beside random choice: entropy, sequence, f1, mutual-information (see"
            + " gpchain select), each maybe followed by :token or :whole, for scores by token or of"
            + " whole sentences in place of what is usual."
            + DEFAULT
      })
  private List<String> criteria;

  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "N",
      defaultValue = "1000,1450,2100,3050,4400,6400,9300,13500,20000",
      description =
          "Numbers of annotated tokens; the first ones are chosen at random for all." + DEFAULT)
  private SortedSet<Integer> sizes = new TreeSet<>();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "5",
      description = "Repetitions with other random sentences." + DEFAULT)
  private int seeds;

  @Option(
      names = "--max-similarity",
      paramLabel = "SHARE",
      description =
          "From which similarity on sentences are passed over, as gpchain select has it." + DEFAULT)
  private double maxSimilarity = Ranking.DEFAULT_SIMILARITY;

  @Option(
      names = "--pool",
      paramLabel = "N",
      description =
          "Choose among N sentences that are drawn at random in each step. Default: among all.")
  private int scored = Integer.MAX_VALUE;

  @Option(
      names = "--inducing",
      paramLabel = "M",
      defaultValue = "100",
      description =
          "Inducing points of the models that choose by mutual information; those that are measured"
              + " have none."
              + DEFAULT)
  private int inducing;

  @Option(
      names = "--samples",
      paramLabel = "N",
      defaultValue = "16",
      description = "Samples of their posterior." + DEFAULT)
  private int samples;

  @Option(
      names = "--calibration-folds",
      paramLabel = "N",
      defaultValue = "0",
      description = "Folds for calibrated probabilities; 0 for none." + DEFAULT)
  private int calibrationFolds;

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "Also plot F1 against the number of annotated tokens.")
  private Path svg;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write a report for programs; brought up to date after each seed.")
  private Path json;

  @Override
  public Integer call() throws IOException {
    List<Strategy> strategies = strategies();
    checkOptions();
    CorpusReader reader = corpora.reader(task, columns -> template.requiredColumns(task, columns));
    Corpus train = corpora.readAll(reader, trainFiles, null, PosTags.BEST);
    checkSizes(train);
    List<Corpus> parts = new ArrayList<>();
    for (Path file : testFiles) {
      parts.add(corpora.readLike(train, reader, file));
    }
    Task what =
        Task.of(task, template.read(task, train)).withWords(template.words(Task.ANY_LANGUAGE));
    Simulation simulation =
        new Simulation(
            new Learner(what, settings(), inducing),
            samples,
            scored,
            train.sentences(),
            Corpus.join(parts),
            List.copyOf(sizes));
    ActiveLearningResult result = run(simulation, strategies, what);
    run.print(ActiveLearningTable.of(result));
    if (svg != null) {
      ActiveLearningPlot.write(svg, result);
    }
    return 0;
  }

  private TrainerSettings settings() {
    TrainerSettings defaults = TrainerSettings.DEFAULT;
    PriorSettings prior = defaults.prior();
    return defaults
        .with(run.run())
        .withCalibrationFolds(calibrationFolds)
        .with(
            new PriorSettings(
                prior.variance(),
                prior.transitionVariance(),
                prior.learning().withTokens(Learner.PRIOR_TOKENS)))
        // A mean that a covariance is learned for has all features.
        .with(defaults.optimization().withPruning(0));
  }

  private List<Strategy> strategies() {
    return run.orWrongUse(
        () -> {
          List<Strategy> all = new ArrayList<>(List.of(Strategy.RANDOM));
          criteria.forEach(name -> all.add(Strategy.of(name, maxSimilarity)));
          return all;
        });
  }

  private void checkOptions() throws InputException {
    template.check(task);
    run.run();
    run.orWrongUse(
        () -> {
          Checks.atLeast("--seeds", seeds, 1);
          Checks.atLeast("--samples", samples, 1);
          Checks.atLeast("--inducing", inducing, 1);
          Checks.atLeast("--pool", scored, 1);
          return Checks.atLeast("smallest of --sizes", sizes.first(), 1);
        });
    OutputFile.refuseDirectory(json, "report");
    OutputFile.refuseDirectory(svg, "plot");
  }

  private void checkSizes(Corpus train) throws InputException {
    if (sizes.last() > train.tokenCount()) {
      throw new InputException(
          trainFiles.get(0),
          0,
          "there are " + train.tokenCount() + " tokens, --sizes asks for " + sizes.last(),
          "give a larger corpus, or --sizes up to " + train.tokenCount());
    }
  }

  private ActiveLearningResult run(Simulation simulation, List<Strategy> strategies, Task what)
      throws IOException {
    Map<String, List<AnnotationCurve>> curves = new LinkedHashMap<>();
    strategies.forEach(strategy -> curves.put(strategy.name(), new ArrayList<>()));
    for (int i = 0; i < seeds; i++) {
      String place = "seed " + (i + 1) + "/" + seeds + ", ";
      List<AnnotationCurve> ofSeed =
          simulation.run(strategies, run.run().seed() + i, line -> run.tell(place + line));
      for (int s = 0; s < strategies.size(); s++) {
        curves.get(strategies.get(s).name()).add(ofSeed.get(s));
      }
      if (json != null) {
        ActiveLearningReport report =
            ActiveLearningReport.of(settings(what), new ActiveLearningResult(curves));
        AtomicFile.write(json, out -> ReportJson.write(report, out));
      }
    }
    return new ActiveLearningResult(curves);
  }

  private ActiveLearningReport.Settings settings(Task what) {
    return new ActiveLearningReport.Settings(
        trainFiles.stream().map(Path::toString).toList(),
        testFiles.stream().map(Path::toString).toList(),
        task,
        what.templates().lines(),
        List.copyOf(sizes),
        maxSimilarity,
        scored == Integer.MAX_VALUE ? null : scored,
        inducing,
        samples,
        calibrationFolds,
        run.run().threads(),
        run.run().seed());
  }
}
