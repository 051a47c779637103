package org.gpchain.experiments.convergence;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.math.Checks;
import org.gpchain.experiments.convergence.GradientVariances.Compared;
import org.gpchain.experiments.convergence.GradientVariances.Sampling;
import org.gpchain.experiments.convergence.VarianceCommand.Row;
import org.gpchain.experiments.lab.Axis;
import org.gpchain.experiments.lab.Context;
import org.gpchain.experiments.lab.Plots;
import org.gpchain.experiments.lab.RowCommand;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.experiments.lab.Tables.Column;
import org.gpchain.experiments.papers.OneTaskOptions;
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
public final class VarianceCommand extends RowCommand<Row> {
  private static final String DEFAULT = " Default: ${DEFAULT-VALUE}.";
  private static final int FOLD = 1;
  private static final String START = "at the start";
  private static final String PARAMETERS = "parameters";

  /** The blocks of a gradient, by their names in tables and plots. */
  private static final Map<String, ToDoubleFunction<EstimatorVariance>> BLOCKS = blocks();

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

  /**
   * The variance of an estimator.
   *
   * @param where the learner is
   * @param gradient by what
   * @param estimator which one
   * @param variance of each block
   */
  record Row(String where, String gradient, Compared estimator, EstimatorVariance variance) {
    /** The variance of a block; but for the score function's, in units of that. */
    private double figure(List<Row> rows, ToDoubleFunction<EstimatorVariance> block) {
      double own = block.applyAsDouble(variance);
      return estimator == Compared.NONE ? own : own / reference(rows, block);
    }

    private double reference(List<Row> rows, ToDoubleFunction<EstimatorVariance> block) {
      return rows.stream()
          .filter(row -> row.estimator == Compared.NONE)
          .filter(row -> row.where.equals(where) && row.gradient.equals(gradient))
          .mapToDouble(row -> block.applyAsDouble(row.variance))
          .findFirst()
          .orElseThrow();
    }
  }

  private static Map<String, ToDoubleFunction<EstimatorVariance>> blocks() {
    Map<String, ToDoubleFunction<EstimatorVariance>> blocks = new LinkedHashMap<>();
    blocks.put("unary mean", EstimatorVariance::unaryMean);
    blocks.put("unary covariance", EstimatorVariance::unaryCovariance);
    blocks.put("pairwise mean", EstimatorVariance::pairwiseMean);
    blocks.put("pairwise covariance", EstimatorVariance::pairwiseCovariance);
    return blocks;
  }

  @Override
  public Stream<Row> run(Context context) throws IOException {
    options.check(context);
    context.check(
        () -> {
          Checks.atLeast("--sentences", sentences, 1);
          Checks.atLeast("--replicates", replicates, 2);
          Checks.atLeast("--steps", steps, 0);
        });
    Context.refuseDirectory(svg);
    return context.rows(Row.class).all(row -> true, () -> measure(context)).stream();
  }

  private List<Row> measure(Context context) throws IOException {
    LabeledRows train = options.read(List.of(FOLD)).fold(FOLD).train();
    List<Row> rows = new ArrayList<>();
    for (int after : steps == 0 ? new int[] {0} : new int[] {0, steps}) {
      Map<Compared, GradientVariances> measured =
          GradientVariances.measure(
              train,
              new int[train.rows().columnCount()],
              new LinearChain(train.labelCount()),
              options.settings(Method.BATCH, ControlVariate.SPLIT, true, context.run()),
              after,
              new Sampling(options.samples(), sentences, replicates));
      String where = after == 0 ? START : "after " + after + " steps";
      measured.forEach((one, v) -> rows.add(new Row(where, PARAMETERS, one, v.parameters())));
      measured.forEach((one, v) -> rows.add(new Row(where, "latent scores", one, v.latent())));
    }
    return rows;
  }

  @Override
  protected String table(List<Row> rows, Context context) {
    List<Column<Row>> columns = new ArrayList<>();
    columns.add(new Column<>("where", Row::where));
    columns.add(new Column<>("gradient by", Row::gradient));
    columns.add(
        new Column<>(
            "estimator",
            row ->
                name(row.estimator())
                    + (row.estimator() == Compared.NONE ? ": variance" : ": ratio to it")));
    BLOCKS.forEach(
        (name, block) ->
            columns.add(new Column<>(name, row -> Tables.format("%.3g", row.figure(rows, block)))));
    return Tables.of(rows, 3, columns);
  }

  private static String name(Compared estimator) {
    return estimator == Compared.NONE
        ? "no control variate"
        : estimator.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  @Override
  protected void plot(List<Row> rows) throws IOException {
    if (svg == null) {
      return;
    }
    List<Row> shown =
        rows.stream()
            .filter(row -> row.where().equals(START) && row.gradient().equals(PARAMETERS))
            .toList();
    Map<String, double[]> bars = new LinkedHashMap<>();
    BLOCKS.forEach(
        (name, block) ->
            bars.put(
                name,
                shown.stream()
                    .mapToDouble(
                        row -> block.applyAsDouble(row.variance()) / row.reference(rows, block))
                    .toArray()));
    Plots.bars(
        svg,
        "Variance of gradient estimators: " + options.task().displayName(),
        shown.stream().map(row -> name(row.estimator())).toList(),
        Axis.logarithmic("ratio to the score function without control variate"),
        bars);
  }
}
