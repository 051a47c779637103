package org.gpchain.experiments.convergence;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.gpchain.core.math.Checks;
import org.gpchain.experiments.data.FoldNumbers;
import org.gpchain.experiments.data.GpstructData;
import org.gpchain.experiments.gpstruct.OneTaskOptions;
import org.gpchain.experiments.plot.Axis;
import org.gpchain.experiments.plot.LinePlot;
import org.gpchain.experiments.plot.LinePlot.Line;
import org.gpchain.experiments.report.OutputFile;
import org.gpchain.experiments.report.ReportJson;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.io.AtomicFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain experiment convergence}: optimisers of the gray-box learner, compared. */
@Command(
    name = "convergence",
    sortOptions = false,
    description = {
      "Maximises the evidence lower bound of one of the papers' tasks in several ways, at fixed"
          + " variances, and shows how low -bound is after each pass over the data.",
      "All ways have the same start; each has the step sizes that the search of the papers finds"
          + " for it, which is not counted as passes. The first step of SAGA is: it is a pass of"
          + " its own. The bound is measured over all training sentences, always with the same"
          + " noise."
    },
    footer = {
      "",
      "Example:",
      "  gpchain experiment convergence --data DIR --task basenp --svg convergence.svg"
    })
public final class ConvergenceCommand implements Callable<Integer> {
  private static final String DEFAULT = " Default: ${DEFAULT-VALUE}.";

  /** Samples of a sentence when the bound is measured. */
  private static final int MEASURING_SAMPLES = 64;

  /** The plot ends a little above the start: what goes up from there has gone wrong. */
  private static final double ROOM_ABOVE_START = 1.05;

  /** A range that makes the axis of the plot logarithmic. */
  private static final double WIDE_RANGE = 3;

  @Mixin private OneTaskOptions options;

  @Option(
      names = "--folds",
      paramLabel = "LIST",
      defaultValue = "1-5",
      converter = FoldNumbers.Converter.class,
      description = "Which of the five folds, such as 1,2 or 1-5." + DEFAULT)
  private FoldNumbers folds;

  @Option(
      names = "--passes",
      paramLabel = "N",
      defaultValue = "40",
      description = "Passes over the data, at least 2." + DEFAULT)
  private int passes;

  @Option(
      names = "--methods",
      split = ",",
      paramLabel = "NAME",
      description = "One or more of: ${COMPLETION-CANDIDATES}. Default: all.")
  private Set<ConvergenceMethod> methods = new LinkedHashSet<>();

  @Option(
      names = "--fixed-noise",
      description =
          "Each sentence keeps its noise, so that the bound is a finite sum and SAGA's guarantee"
              + " holds. Default: new noise at each step, as GP-VAR-S.")
  private boolean fixedNoise;

  @Option(names = "--svg", paramLabel = "FILE", description = "Also plot -bound against passes.")
  private Path svg;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write a report for programs; brought up to date after each fold.")
  private Path json;

  @Override
  public Integer call() throws IOException {
    options.check();
    options.orWrongUse(() -> Checks.atLeast("--passes", passes, 2));
    OutputFile.refuseDirectory(svg, "plot");
    OutputFile.refuseDirectory(json, "report");
    GpstructData data = options.read(folds.numbers());
    List<ConvergenceResult> results = run(data);
    options.print(ConvergenceTable.of(results));
    if (svg != null) {
      plot(ConvergenceSummary.of(results));
    }
    return 0;
  }

  private List<ConvergenceResult> run(GpstructData data) throws IOException {
    List<ConvergenceMethod> chosen =
        methods.isEmpty() ? List.of(ConvergenceMethod.values()) : List.copyOf(methods);
    List<ConvergenceResult> results = new ArrayList<>();
    for (int fold : folds.numbers()) {
      LabeledRows train = data.fold(fold).train();
      for (ConvergenceMethod method : chosen) {
        results.add(run(train, fold, method));
        report(results, chosen.size() * folds.numbers().size());
      }
    }
    return results;
  }

  private ConvergenceResult run(LabeledRows train, int fold, ConvergenceMethod method) {
    long start = System.nanoTime();
    GrayBoxTrace trace =
        GrayBoxTrace.of(
            train,
            new int[train.rows().columnCount()],
            options.settings(method.method(), method.controlVariate(), !fixedNoise),
            passes,
            MEASURING_SAMPLES);
    return new ConvergenceResult(fold, method, trace, (System.nanoTime() - start) / 1e9);
  }

  private void report(List<ConvergenceResult> results, int runs) throws IOException {
    options.tell(results.size() + "/" + runs + " " + results.get(results.size() - 1).line());
    if (json != null) {
      ConvergenceReport report =
          ConvergenceReport.of(
              new ConvergenceReport.Settings(
                  options.task().toString(),
                  folds.numbers(),
                  passes,
                  options.samples(),
                  options.inducing(),
                  options.seed()),
              results);
      AtomicFile.write(json, out -> ReportJson.write(report, out));
    }
  }

  private void plot(List<ConvergenceSummary> summaries) throws IOException {
    LinePlot.write(
        svg,
        "Convergence of the bound: " + options.task().displayName(),
        Axis.linear("passes over the data"),
        boundAxis(summaries.stream().flatMap(s -> s.curves().stream()).toList()),
        summaries.stream()
            .map(s -> new Line(s.method().displayName(), s.passAxis(), s.meanCurve(), s.curves()))
            .toList());
  }

  /** Logarithmic where the end would be flat otherwise. */
  private static Axis boundAxis(List<double[]> curves) {
    double start = curves.stream().mapToDouble(curve -> curve[0]).max().orElseThrow();
    double lowest = curves.stream().flatMapToDouble(Arrays::stream).min().orElseThrow();
    return new Axis(
        "negative evidence lower bound", start > WIDE_RANGE * lowest, ROOM_ABOVE_START * start);
  }
}
