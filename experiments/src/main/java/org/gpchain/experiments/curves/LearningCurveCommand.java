package org.gpchain.experiments.curves;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.model.Model;
import org.gpchain.experiments.curves.LearningCurveCommand.Point;
import org.gpchain.experiments.lab.Context;
import org.gpchain.experiments.lab.Experiment;
import org.gpchain.experiments.lab.Plots;
import org.gpchain.experiments.lab.Plots.Axis;
import org.gpchain.experiments.lab.RowFile;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.experiments.lab.Tables.Column;
import org.gpchain.experiments.lab.TrainTestOptions;
import org.gpchain.internal.cli.options.BootstrapOption;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.evaluation.EvaluationResult;
import org.gpchain.internal.evaluation.Evaluator;
import org.gpchain.internal.evaluation.comparison.PairedBootstrap;
import org.gpchain.internal.evaluation.comparison.PairedBootstrap.Difference;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.TrainerSettings.Run;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.decoupled.DecoupledTrainer;
import org.gpchain.internal.training.trainers.Trainers;
import org.gpchain.training.Progress;
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
public final class LearningCurveCommand extends Experiment<Point> {
  private static final String SVG = ".svg";

  @Mixin private TrainTestOptions corpora;

  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "N",
      defaultValue = "50,100,500,1000",
      description = "Numbers of training sentences, each at least 5. Default: ${DEFAULT-VALUE}.")
  private SortedSet<Integer> sizes = new TreeSet<>();

  @Mixin private BootstrapOption resampling;

  @Option(
      names = "--svg",
      paramLabel = "NAME.svg",
      description =
          "Also plot F1, nll and expected calibration error against the number of sentences, as"
              + " NAME-f1.svg, NAME-nll.svg and NAME-ece.svg.")
  private Path svg;

  /** Ways to learn that are compared. */
  enum Method {
    /** What {@code gpchain train} does unless told otherwise. */
    GP("GPChain (kernel learning)"),
    /** A conditional random field with a Gaussian prior, as it is usually tuned and decoded. */
    CRF("CRF (one variance)");

    private final String displayName;

    Method(String displayName) {
      this.displayName = displayName;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A point of a curve.
   *
   * @param againstGp F1 minus that of {@link Method#GP} after the same sentences; null for itself
   * @param seconds of choosing the variances and learning
   */
  record Point(
      int sentences,
      Method method,
      EvaluationResult figures,
      Difference againstGp,
      double seconds) {
    double f1() {
      return 100 * figures.accuracy().segments().f1();
    }

    double nll() {
      Double nll = figures.calibration().nll();
      return nll == null ? Double.NaN : nll;
    }

    double ece() {
      Double ece = figures.calibration().ece();
      return ece == null ? Double.NaN : 100 * ece;
    }
  }

  @Override
  protected Stream<Point> run(Context context) throws IOException {
    corpora.task();
    context.check(() -> Checks.atLeast("smallest of --sizes", sizes.first(), VarianceSearch.FOLDS));
    resampling.bootstrap(context.run().seed());
    RowFile<Point> rows = context.rows(Point.class, "--sizes");
    for (String figure : List.of("f1", "nll", "ece")) {
      Context.refuseDirectory(file(figure));
    }
    TrainTestOptions.Read read = corpora.read();
    checkSizes(read.train());
    List<Point> points = new ArrayList<>();
    for (int size : sizes) {
      Map<Method, double[][]> counts = new EnumMap<>(Method.class);
      for (Method method : Method.values()) {
        Point point =
            rows.get(
                row -> row.sentences() == size && row.method() == method,
                () -> measure(read, context.run(), size, method, counts));
        points.add(point);
        context.tell(
            Tables.format(
                "%d/%d %d sentences, %s: F1 %.2f %%, nll %.4f, %.1f s",
                points.size(),
                sizes.size() * Method.values().length,
                size,
                method,
                point.f1(),
                point.nll(),
                point.seconds()));
      }
    }
    return points.stream();
  }

  private void checkSizes(Corpus train) throws IOException {
    int sentences = train.sentences().size();
    if (sizes.last() > sentences) {
      throw train.problem(
          "there are " + sentences + " sentences, --sizes asks for " + sizes.last(),
          "give a larger corpus, or --sizes up to " + sentences);
    }
    train.checkLearnable(sizes.first());
  }

  /** Also learns what is compared with, if its row is there but not its counts. */
  private Point measure(
      TrainTestOptions.Read read,
      Run run,
      int size,
      Method method,
      Map<Method, double[][]> counts) {
    if (method != Method.GP && !counts.containsKey(Method.GP)) {
      measure(read, run, size, Method.GP, counts);
    }
    long start = System.nanoTime();
    TrainingData data = TrainingData.of(read.train().sentences().subList(0, size), read.what());
    TrainerSettings defaults = TrainerSettings.DEFAULT.with(run);
    Model model =
        Trainers.of(method == Method.GP ? defaults : tuned(defaults, data))
            .train(data, Progress.NONE);
    double seconds = (System.nanoTime() - start) / 1e9;
    DecodingOptions decoding =
        method == Method.GP
            ? DecodingOptions.DEFAULT
            : new DecodingOptions(Decoding.VITERBI, 0, false, 1);
    Corpus test = read.test();
    List<double[]> own = new ArrayList<>();
    EvaluationResult figures =
        new Evaluator(model.tagger(decoding), run.threads())
            .evaluate(
                test.sentences(),
                test.scheme(),
                sentence -> own.add(PairedBootstrap.sums(sentence.counts())));
    counts.put(method, own.toArray(double[][]::new));
    return new Point(
        size,
        method,
        figures,
        method == Method.GP
            ? null
            : resampling
                .bootstrap(run.seed())
                .difference(counts.get(method), counts.get(Method.GP), PairedBootstrap::f1),
        seconds);
  }

  /** One variance for all features, by cross-validation, and no calibration. */
  private static TrainerSettings tuned(TrainerSettings defaults, TrainingData train) {
    return defaults
        .with(new VarianceSearch(new DecoupledTrainer(defaults)).choose(defaults.prior(), train))
        .withCalibrationFolds(0);
  }

  @Override
  protected String table(List<Point> rows, Context context) {
    return Tables.of(
        rows,
        1,
        List.of(
            new Column<>("method", Point::method),
            new Column<>("sentences", Point::sentences),
            Column.of("F1 %", 2, Point::f1),
            new Column<>("against gp (95 %)", row -> Tables.text(row.againstGp())),
            Column.of("token error %", 2, row -> 100 * row.figures().accuracy().tokenError()),
            Column.of("nll", 4, Point::nll),
            Column.of("ece %", 2, Point::ece),
            Column.of("seconds", 1, Point::seconds)));
  }

  @Override
  protected void plot(List<Point> rows) throws IOException {
    if (svg != null) {
      plot("f1", "phrase F1 (%)", rows, Point::f1);
      plot("nll", "nll (nats a token)", rows, Point::nll);
      plot("ece", "expected calibration error (%)", rows, Point::ece);
    }
  }

  private void plot(String figure, String axis, List<Point> rows, ToDoubleFunction<Point> y)
      throws IOException {
    Plots.lines(
        file(figure),
        "Learning curve: " + axis,
        Axis.logarithmic("training sentences"),
        Axis.linear(axis),
        rows,
        Point::sentences,
        y,
        row -> row.method().displayName);
  }

  /** The file of a plot: {@code NAME-f1.svg} for {@code NAME.svg}; null if there are none. */
  private Path file(String figure) {
    if (svg == null) {
      return null;
    }
    String name = svg.getFileName().toString();
    String stem = name.endsWith(SVG) ? name.substring(0, name.length() - SVG.length()) : name;
    return svg.resolveSibling(stem + "-" + figure + SVG);
  }
}
