package org.gpchain.experiments.gpstruct;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.gpchain.experiments.data.GpstructData;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.options.RunOptions;
import org.gpchain.experiments.report.OutputFile;
import org.gpchain.training.io.AtomicFile;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain experiment gpstruct}: the four tasks of the GPstruct papers. */
@Command(
    name = "gpstruct",
    sortOptions = false,
    description = {
      "Learns and measures the four small tasks of the GPstruct papers, on their sentences,"
          + " features and folds, and shows the figures beside the published ones.",
      "error: share of tokens whose likeliest label is wrong. nll: mean -log marginal probability"
          + " of the gold label. ece: expected calibration error, 15 bins."
    },
    footer = {
      "",
      "Example:",
      "  gpchain experiment gpstruct --data DIR --task basenp --method decoupled"
    })
public final class GpstructCommand implements Callable<Integer> {
  private static final String DEFAULT = " Default: ${DEFAULT-VALUE}.";

  @Mixin private RunOptions run;

  @ArgGroup(multiplicity = "1")
  private Source source;

  /** Where the results come from. */
  private static final class Source {
    @Option(
        names = "--data",
        required = true,
        paramLabel = "DIR",
        description =
            "The directory with TASK.seq, TASK.features.tsv, TASK.labels.tsv and the folds.")
    private Path directory;

    @Option(
        names = "--results",
        required = true,
        paramLabel = "FILE",
        description =
            "Learn nothing, but show the results that --json has written to this file; no other"
                + " option than --against is used.")
    private Path results;
  }

  @Mixin private TaskOptions chosen;

  @Option(
      names = "--method",
      split = ",",
      paramLabel = "NAME",
      description = "One or more of: ${COMPLETION-CANDIDATES}. Default: all.")
  private Set<GpstructMethod> methods = new LinkedHashSet<>();

  @Option(
      names = "--large",
      description = "500 training and 323 test sentences; base NP and chunking only.")
  private boolean large;

  @Option(
      names = "--from",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "The sentence that counts as the first: with 101 or 301 the sentences after those of the"
              + " small experiments, to make choices with. Published figures are of the first."
              + DEFAULT)
  private int from;

  @Option(
      names = "--samples",
      paramLabel = "S",
      defaultValue = "4000",
      description = "Monte-Carlo samples of a sentence, for methods that draw some." + DEFAULT)
  private int samples;

  @Mixin private GrayBoxOptions grayBox;

  @Mixin private EssOptions ess;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write a report for programs; brought up to date after each fold.")
  private Path json;

  @Option(
      names = "--against",
      paramLabel = "FILE",
      description =
          "Also compare each method with its results in this file, which --json has written,"
              + " perhaps by another version: by a paired t-test over the folds that both have.")
  private Path against;

  @Override
  public Integer call() throws IOException {
    GpstructResults earlier = against == null ? null : GpstructResults.read(against);
    GpstructResults shown =
        source.results == null
            ? new GpstructResults(learn(), large)
            : GpstructResults.read(source.results);
    run.print(GpstructTable.of(shown.folds(), shown.large()));
    if (earlier != null) {
      String comparison = GpstructTable.against(shown.folds(), earlier.folds());
      run.print(comparison);
      if (comparison.isEmpty()) {
        run.tell("gpchain: note: no method has two folds in common with " + against);
      }
    }
    return 0;
  }

  private List<FoldResult> learn() throws IOException {
    GpstructSettings settings = settings();
    OutputFile.refuseDirectory(json, "report");
    List<GpstructData> data = read(settings);
    return new GpstructRun(settings).run(data, soFar -> onFold(settings, soFar));
  }

  private GpstructSettings settings() {
    return run.orWrongUse(
        () ->
            new GpstructSettings(
                chosen.tasks(large),
                methods.isEmpty() ? List.of(GpstructMethod.values()) : List.copyOf(methods),
                chosen.folds(),
                large,
                from,
                samples,
                grayBox.form(),
                ess.form(),
                run::tell,
                grayBox.control(),
                run.run()));
  }

  /** Reads all tasks before the first one is learned, so that a bad file is known at once. */
  private List<GpstructData> read(GpstructSettings settings) throws IOException {
    List<GpstructData> data = new ArrayList<>();
    for (GpstructTask task : settings.tasks()) {
      data.add(TaskData.read(source.directory, task, large, from, settings.form(), run::tell));
    }
    return data;
  }

  private void onFold(GpstructSettings settings, List<FoldResult> results) throws IOException {
    run.tell(results.size() + "/" + settings.runs() + " " + results.get(results.size() - 1).line());
    if (json != null) {
      AtomicFile.write(json, GpstructReport.of(settings, results)::writeTo);
    }
  }
}
