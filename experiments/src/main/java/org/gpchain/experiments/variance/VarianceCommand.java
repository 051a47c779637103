package org.gpchain.experiments.variance;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.math.Checks;
import org.gpchain.experiments.gpstruct.OneTaskOptions;
import org.gpchain.experiments.plot.Axis;
import org.gpchain.experiments.plot.BarPlot;
import org.gpchain.experiments.plot.BarPlot.Bars;
import org.gpchain.experiments.report.OutputFile;
import org.gpchain.experiments.variance.GradientVariances.Compared;
import org.gpchain.experiments.variance.GradientVariances.Sampling;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.graybox.GrayBoxSettings.Method;
import org.gpchain.training.objective.ScoreFunction.ControlVariate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain experiment variance}: gradient estimators of the gray-box learner, compared. */
@Command(
    name = "variance",
    sortOptions = false,
    description = {
      "Shows how much gradient estimators vary on the first fold of one of the papers' tasks: at"
          + " the learner's start, and after some steps of L-BFGS on the unary and on the pairwise"
          + " functions.",
      "Variances are those of a coordinate, averaged over the coordinates of a block, with the same"
          + " number of samples for each estimator: of the bound's gradient by the parameters, from"
          + " a batch of sentences; and of a sentence's gradient by its latent scores."
    },
    footer = {"", "Example:", "  gpchain experiment variance --data DIR --task basenp"})
public final class VarianceCommand implements Callable<Integer> {
  private static final String DEFAULT = " Default: ${DEFAULT-VALUE}.";
  private static final int FOLD = 1;

  @Mixin private OneTaskOptions options;

  @Option(
      names = "--sentences",
      paramLabel = "N",
      defaultValue = "20",
      description = "The first training sentences, whose gradients are estimated." + DEFAULT)
  private int sentences;

  @Option(
      names = "--replicates",
      paramLabel = "N",
      defaultValue = "40",
      description = "Estimates of each gradient, at least 2." + DEFAULT)
  private int replicates;

  @Option(
      names = "--steps",
      paramLabel = "N",
      defaultValue = "10",
      description = "Steps after which variances are shown again; 0: only the start." + DEFAULT)
  private int steps;

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "Also plot the ratios: by the parameters, at the start.")
  private Path svg;

  @Override
  public Integer call() throws IOException {
    options.check();
    Sampling sampling = sampling();
    OutputFile.refuseDirectory(svg, "plot");
    LabeledRows train = options.read(List.of(FOLD)).fold(FOLD).train();
    VarianceTable table = new VarianceTable();
    Map<Compared, GradientVariances> start = measure(train, 0, sampling);
    table.add("at the start", start);
    if (steps > 0) {
      table.add("after " + steps + " steps", measure(train, steps, sampling));
    }
    options.print(table.text());
    if (svg != null) {
      plot(start);
    }
    return 0;
  }

  private Sampling sampling() {
    options.orWrongUse(
        () -> {
          Checks.atLeast("--sentences", sentences, 1);
          Checks.atLeast("--replicates", replicates, 2);
          Checks.atLeast("--steps", steps, 0);
        });
    return new Sampling(options.samples(), sentences, replicates);
  }

  private Map<Compared, GradientVariances> measure(
      LabeledRows train, int after, Sampling sampling) {
    return GradientVariances.measure(
        train,
        new int[train.rows().columnCount()],
        new LinearChain(train.labelCount()),
        options.settings(Method.BATCH, ControlVariate.SPLIT, true),
        after,
        sampling);
  }

  private void plot(Map<Compared, GradientVariances> measured) throws IOException {
    BarPlot.write(
        svg,
        "Variance of gradient estimators: " + options.task().displayName(),
        measured.keySet().stream().map(VarianceTable::name).toList(),
        Axis.logarithmic("ratio to the score function without control variate"),
        Arrays.stream(GradientBlock.values())
            .map(block -> new Bars(block.toString(), ratios(block, measured)))
            .toList());
  }

  private static double[] ratios(GradientBlock block, Map<Compared, GradientVariances> measured) {
    return measured.keySet().stream()
        .mapToDouble(
            compared ->
                VarianceTable.ratio(block, measured, compared, GradientVariances::parameters))
        .toArray();
  }
}
