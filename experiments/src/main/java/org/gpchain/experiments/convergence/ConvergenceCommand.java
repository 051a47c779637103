package org.gpchain.experiments.convergence;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gpchain.core.math.Checks;
import org.gpchain.experiments.convergence.ConvergenceCommand.Row;
import org.gpchain.experiments.convergence.GrayBoxTrace.Point;
import org.gpchain.experiments.data.FoldNumbers;
import org.gpchain.experiments.data.GpstructData;
import org.gpchain.experiments.lab.Axis;
import org.gpchain.experiments.lab.Context;
import org.gpchain.experiments.lab.MeanSd;
import org.gpchain.experiments.lab.Plots;
import org.gpchain.experiments.lab.RowCommand;
import org.gpchain.experiments.lab.RowFile;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.experiments.lab.Tables.Column;
import org.gpchain.experiments.papers.OneTaskOptions;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.graybox.GrayBoxSettings.Method;
import org.gpchain.training.objective.ScoreFunction.ControlVariate;
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
public final class ConvergenceCommand extends RowCommand<Row> {
  private static final double TAIL = 0.75;
  private static final double NEAR = 1.01;
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
  private Set<Way> methods = EnumSet.allOf(Way.class);

  @Option(
      names = "--fixed-noise",
      description =
          "Each sentence keeps its noise, so that the bound is a finite sum and SAGA's guarantee"
              + " holds. Default: new noise at each step, as GP-VAR-S.")
  private boolean fixedNoise;

  @Option(names = "--svg", paramLabel = "FILE", description = "Also plot -bound against passes.")
  private Path svg;

  /** Ways of maximising the bound that are compared. */
  enum Way {
    /** SAGA with control variates, as in the papers. */
    SAGA(Method.SAGA, ControlVariate.SPLIT, "SAGA, control variates"),
    /** Plain stochastic gradients with control variates. */
    SGD(Method.SGD, ControlVariate.SPLIT, "SGD, control variates"),
    /** Adam with control variates. */
    ADAM(Method.ADAM, ControlVariate.SPLIT, "Adam, control variates"),
    /** Plain stochastic gradients without control variates. */
    SGD_PLAIN(Method.SGD, ControlVariate.NONE, "SGD, no control variates");

    private final Method method;
    private final ControlVariate controlVariate;
    private final String displayName;

    Way(Method method, ControlVariate controlVariate, String displayName) {
      this.method = method;
      this.controlVariate = controlVariate;
      this.displayName = displayName;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * How a way got on with a fold.
   *
   * @param fold number of the fold, from 1
   * @param method the way
   * @param trace the bound along the way
   * @param seconds that it took, with the search for step sizes and the measuring of the bound
   */
  record Row(int fold, Way method, GrayBoxTrace trace, double seconds) {
    double start() {
      return trace.points().get(0).negativeBound();
    }

    Point last() {
      return trace.points().get(trace.points().size() - 1);
    }

    double end() {
      return last().negativeBound();
    }

    /** Standard deviation of the bound within the last quarter of the passes; NaN if too few. */
    double tailSpread() {
      double from = TAIL * last().pass();
      return MeanSd.of(
              trace.points().stream().filter(point -> point.pass() > from).toList(),
              Point::negativeBound)
          .sd();
    }
  }

  @Override
  public Stream<Row> run(Context context) throws IOException {
    options.check(context);
    context.check(() -> Checks.atLeast("--passes", passes, 2));
    Context.refuseDirectory(svg);
    GpstructData data = options.read(folds.numbers());
    RowFile<Row> file = context.rows(Row.class, "--folds", "--methods");
    List<Row> rows = new ArrayList<>();
    for (int fold : folds.numbers()) {
      LabeledRows train = data.fold(fold).train();
      for (Way way : methods) {
        Row row =
            file.get(
                r -> r.fold() == fold && r.method() == way, () -> learn(train, fold, way, context));
        rows.add(row);
        context.tell(
            Tables.format(
                "%d/%d fold %d, %s: -bound %.2f, after %d passes %.2f, %.2f s",
                rows.size(),
                methods.size() * folds.numbers().size(),
                fold,
                way,
                row.start(),
                row.last().pass(),
                row.end(),
                row.seconds()));
      }
    }
    return rows.stream();
  }

  private Row learn(LabeledRows train, int fold, Way way, Context context) {
    long start = System.nanoTime();
    GrayBoxTrace trace =
        GrayBoxTrace.of(
            train,
            new int[train.rows().columnCount()],
            options.settings(way.method, way.controlVariate, !fixedNoise, context.run()),
            passes,
            MEASURING_SAMPLES);
    return new Row(fold, way, trace, (System.nanoTime() - start) / 1e9);
  }

  /** The folds of a way, and after how many passes some came near the best end of their fold. */
  record Summary(Way method, List<Row> folds, List<Integer> passes) {
    /** One for each way, in the order of the rows. */
    static List<Summary> of(List<Row> rows) {
      Map<Integer, Double> best =
          rows.stream()
              .filter(row -> Double.isFinite(row.end()))
              .collect(Collectors.toMap(Row::fold, Row::end, Math::min));
      return rows.stream().map(Row::method).distinct().map(way -> of(way, rows, best)).toList();
    }

    private static Summary of(Way way, List<Row> rows, Map<Integer, Double> best) {
      List<Row> own = rows.stream().filter(row -> row.method() == way).toList();
      List<Integer> passes = new ArrayList<>();
      for (Row row : own) {
        double goal = NEAR * best.getOrDefault(row.fold(), Double.NaN);
        row.trace().points().stream()
            .filter(point -> point.negativeBound() <= goal)
            .findFirst()
            .ifPresent(point -> passes.add(point.pass()));
      }
      return new Summary(way, own, passes);
    }

    private MeanSd spread(ToDoubleFunction<Row> figure) {
      return MeanSd.of(folds, figure);
    }
  }

  /** A row for each way, with means and, in brackets, standard deviations over the folds. */
  @Override
  protected String table(List<Row> rows, Context context) {
    return Tables.of(
        Summary.of(rows),
        1,
        List.of(
            new Column<>("method", Summary::method),
            new Column<>("folds", summary -> summary.folds().size()),
            new Column<>("start -bound (sd)", summary -> summary.spread(Row::start).text(2)),
            new Column<>("final -bound (sd)", summary -> summary.spread(Row::end).text(2)),
            Column.of("spread in last quarter", 3, s -> s.spread(Row::tailSpread).mean()),
            new Column<>(
                "passes to 1 % of best (sd)",
                summary ->
                    summary.passes().isEmpty()
                        ? null
                        : MeanSd.of(summary.passes(), Integer::doubleValue).text(1)),
            new Column<>("folds there", summary -> summary.passes().size()),
            new Column<>("seconds/fold (sd)", summary -> summary.spread(Row::seconds).text(2))));
  }

  /** A point of a curve. */
  private record Plotted(Way method, Point point) {}

  @Override
  protected void plot(List<Row> rows) throws IOException {
    if (svg == null) {
      return;
    }
    List<Plotted> points =
        rows.stream()
            .flatMap(row -> row.trace().points().stream().map(p -> new Plotted(row.method(), p)))
            .toList();
    double start = rows.stream().mapToDouble(Row::start).max().orElseThrow();
    double lowest = points.stream().mapToDouble(p -> p.point().negativeBound()).min().orElseThrow();
    Plots.lines(
        svg,
        "Convergence of the bound: " + options.task().displayName(),
        Axis.linear("passes over the data"),
        // Logarithmic where the end would be flat otherwise.
        new Axis(
            "negative evidence lower bound", start > WIDE_RANGE * lowest, ROOM_ABOVE_START * start),
        points,
        p -> p.point().pass(),
        p -> p.point().negativeBound(),
        p -> p.method().displayName);
  }
}
