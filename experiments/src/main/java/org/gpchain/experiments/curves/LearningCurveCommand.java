package org.gpchain.experiments.curves;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.gpchain.cli.options.BootstrapOption;
import org.gpchain.cli.options.CorpusOptions;
import org.gpchain.cli.options.TemplateOption;
import org.gpchain.core.math.Checks;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.corpora.Corpus;
import org.gpchain.corpora.CorpusReader;
import org.gpchain.corpora.InputException;
import org.gpchain.evaluation.EvaluationResult;
import org.gpchain.evaluation.Evaluator;
import org.gpchain.evaluation.UnknownLabels;
import org.gpchain.evaluation.comparison.PairedBootstrap;
import org.gpchain.experiments.options.RunOptions;
import org.gpchain.experiments.report.OutputFile;
import org.gpchain.experiments.report.ReportJson;
import org.gpchain.training.Progress;
import org.gpchain.training.TrainerSettings;
import org.gpchain.training.calibration.CrossValidation;
import org.gpchain.training.data.Task;
import org.gpchain.training.data.TrainingData;
import org.gpchain.training.io.AtomicFile;
import org.gpchain.training.trainers.Trainers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain experiment learning-curve}: what kernel learning is worth, by corpus size. */
@Command(
    name = "learning-curve",
    sortOptions = false,
    description = {
      "Learns from the first sentences of a corpus, more and more of them, and measures each model"
          + " on the whole test file.",
      "gp: as gpchain train does, with kernel learning: a variance for each template line.",
      "crf: a conditional random field of the same features: one variance for all template lines,"
          + " and that of transitions, for the best nll by cross-validation inside the training"
          + " sentences. It learns 41 times, all of which counts as its seconds.",
      "against gp: difference in F1 to gp after the same sentences, with its 95 %% interval by a"
          + " paired bootstrap over the test sentences; a tie if the interval contains 0. gp is"
          + " decoded by segments, crf by Viterbi.",
      "Labels of the test file that the training sentences do not have count as errors, and are"
          + " left out of nll and ece."
    },
    footer = {
      "",
      "Example:",
      "  gpchain experiment learning-curve --train train.txt --test test.txt --task chunk \\",
      "      --sizes 50,100,500 --svg curve.svg"
    })
public final class LearningCurveCommand implements Callable<Integer> {
  private static final String DEFAULT = " Default: ${DEFAULT-VALUE}.";

  @Mixin private RunOptions run;

  @Option(
      names = "--train",
      required = true,
      paramLabel = "FILE",
      description = "The corpus to learn from.")
  private Path trainFile;

  @Option(
      names = "--test",
      required = true,
      paramLabel = "FILE",
      description = "The corpus to measure on.")
  private Path testFile;

  @Option(
      names = "--task",
      required = true,
      paramLabel = "TASK",
      description = "chunk, np or ne; any other name together with --template.")
  private String task;

  @Mixin private TemplateOption template;

  @Mixin private CorpusOptions corpora;

  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "N",
      defaultValue = "50,100,500,1000",
      description = "Numbers of training sentences, each at least 5." + DEFAULT)
  private SortedSet<Integer> sizes = new TreeSet<>();

  @Mixin private BootstrapOption resampling;

  @Option(
      names = "--svg",
      paramLabel = "NAME.svg",
      description =
          "Also plot F1, nll and expected calibration error against the number of sentences, as"
              + " NAME-f1.svg, NAME-nll.svg and NAME-ece.svg.")
  private Path svg;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write a report for programs; brought up to date after each model.")
  private Path json;

  @Override
  public Integer call() throws IOException {
    checkOptions();
    PairedBootstrap bootstrap = resampling.bootstrap(run.run().seed());
    CorpusReader reader = corpora.reader(task, columns -> template.requiredColumns(task, columns));
    Corpus train = corpora.read(reader, trainFile);
    checkSizes(train);
    Corpus test = corpora.readLike(train, reader, testFile);
    Task what = Task.of(task, template.read(task, train));
    List<LearningCurveResult> results = run(what, bootstrap, train, test);
    run.print(LearningCurveTable.of(results));
    if (svg != null) {
      for (LearningCurvePlot plot : LearningCurvePlot.values()) {
        plot.write(svg, results);
      }
    }
    return 0;
  }

  private void checkOptions() throws InputException {
    template.check(task);
    run.run();
    run.orWrongUse(
        () -> Checks.atLeast("smallest of --sizes", sizes.first(), CrossValidation.FOLDS));
    OutputFile.refuseDirectory(json, "report");
    if (svg != null) {
      for (LearningCurvePlot plot : LearningCurvePlot.values()) {
        OutputFile.refuseDirectory(plot.file(svg), "plot");
      }
    }
  }

  private void checkSizes(Corpus train) throws InputException {
    int sentences = train.sentences().size();
    if (sizes.last() > sentences) {
      throw new InputException(
          trainFile,
          0,
          "this file has " + sentences + " sentences, --sizes asks for " + sizes.last(),
          "give a larger file, or --sizes up to " + sentences);
    }
    train.checkLearnable(sizes.first());
  }

  private List<LearningCurveResult> run(
      Task what, PairedBootstrap bootstrap, Corpus train, Corpus test) throws IOException {
    List<LearningCurveResult> results = new ArrayList<>();
    for (int size : sizes) {
      List<LabeledSequence> sentences = train.sentences().subList(0, size);
      LearningCurveResult gp = run(what, sentences, LearningCurveMethod.GP, test);
      results.add(gp);
      report(what, bootstrap, results);
      LearningCurveResult crf = run(what, sentences, LearningCurveMethod.CRF, test);
      results.add(crf.against(gp, bootstrap));
      report(what, bootstrap, results);
    }
    return results;
  }

  private LearningCurveResult run(
      Task what, List<LabeledSequence> train, LearningCurveMethod method, Corpus test) {
    long start = System.nanoTime();
    TrainingData data = TrainingData.of(train, what);
    TrainerSettings defaults = TrainerSettings.DEFAULT.with(run.run());
    Model model = Trainers.of(method.settings(defaults, data)).train(data, Progress.NONE);
    double seconds = (System.nanoTime() - start) / 1e9;
    List<SpanCounts> counts = new ArrayList<>();
    EvaluationResult figures =
        new Evaluator(model.tagger(method.decoding()), UnknownLabels.COUNT, run.run().threads())
            .evaluate(test.sentences(), test.scheme(), sentence -> counts.add(sentence.counts()));
    return new LearningCurveResult(train.size(), method, figures, counts, null, seconds);
  }

  private void report(Task what, PairedBootstrap bootstrap, List<LearningCurveResult> results)
      throws IOException {
    int runs = sizes.size() * LearningCurveMethod.values().length;
    run.tell(results.size() + "/" + runs + " " + results.get(results.size() - 1).line());
    if (json != null) {
      LearningCurveReport report =
          LearningCurveReport.of(
              new LearningCurveReport.Settings(
                  trainFile.toString(),
                  testFile.toString(),
                  task,
                  what.templates().lines(),
                  List.copyOf(sizes),
                  bootstrap.resamples(),
                  run.run().threads(),
                  run.run().seed()),
              results);
      AtomicFile.write(json, out -> ReportJson.write(report, out));
    }
  }
}
