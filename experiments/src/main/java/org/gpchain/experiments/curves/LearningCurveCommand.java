package org.gpchain.experiments.curves;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
import org.gpchain.internal.training.TrainerSettings.PriorSettings;
import org.gpchain.internal.training.TrainerSettings.Run;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.decoupled.DecoupledTrainer;
import org.gpchain.internal.training.trainers.Trainers;
import org.gpchain.training.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain experiment learning-curve}: effect of kernel learning by corpus size. */
@Command(
    name = "learning-curve",
    sortOptions = false,
    description = {
      "Trains on the first sentences of a corpus, with increasing numbers of sentences, and"
          + " evaluates each model on the whole test file.",
      "gp: like gpchain train, with kernel learning: one variance per template line.",
      "crf: a conditional random field with the same features: one variance for all template lines"
          + " and one for transitions, chosen for the best nll by cross-validation in the training"
          + " sentences. The seconds include all 41 trainings.",
      "against gp: difference in F1 from gp with the same sentences, and its 95 %% interval from a"
          + " paired bootstrap over the test sentences. It is a tie if the interval contains 0. gp"
          + " uses segment decoding, crf uses Viterbi decoding.",
      "Labels that occur only in the test file count as errors. nll and ece omit them."
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
          "Plot F1, nll and expected calibration error by the number of sentences, as NAME-f1.svg,"
              + " NAME-nll.svg and NAME-ece.svg.")
  private Path svg;

  /** Training methods to compare. */
  enum Method {
    /** {@code gpchain train} with its default options. */
    GP("GPChain (kernel learning)"),
    /** A conditional random field with a Gaussian prior, with the usual tuning and decoding. */
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
   * A point of a learning curve.
   *
   * @param sentences number of training sentences
   * @param method the training method
   * @param figures results on the test corpus
   * @param againstGp F1 minus F1 of {@link Method#GP} with the same sentences; null for GP itself
   * @param seconds elapsed time to choose the variances and train (seconds)
   */
  record Point(
      int sentences,
      Method method,
      EvaluationResult figures,
      Difference againstGp,
      double seconds) {
    String methodName() {
      return method.displayName;
    }

    double f1() {
      return 100 * figures.accuracy().segments().f1();
    }

    double tokenError() {
      return figures.accuracy().tokenError();
    }

    double nll() {
      return orNaN(figures.calibration().nll());
    }

    double ece() {
      return 100 * orNaN(figures.calibration().ece());
    }

    private static double orNaN(Double figure) {
      return Optional.ofNullable(figure).orElse(Double.NaN);
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
        context.log(progress(points));
      }
    }
    return points.stream();
  }

  private String progress(List<Point> points) {
    Point last = points.get(points.size() - 1);
    return Tables.format(
        "%d/%d %d sentences, %s: F1 %.2f %%, nll %.4f, %.1f s",
        points.size(),
        sizes.size() * Method.values().length,
        last.sentences(),
        last.method(),
        last.f1(),
        last.nll(),
        last.seconds());
  }

  private void checkSizes(Corpus train) throws IOException {
    int sentences = train.sentences().size();
    if (sizes.last() > sentences) {
      throw train.problem(
          "there are " + sentences + " sentences, but --sizes has " + sizes.last(),
          "give a larger corpus, or --sizes up to " + sentences);
    }
    train.checkLearnable(sizes.first());
  }

  /**
   * Trains and evaluates a model.
   *
   * @param counts bootstrap statistics of the test sentences for each method. The statistics of
   *     this method are added. If the statistics of GP are missing because its row was read from a
   *     file, GP is trained again.
   */
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
    TrainerSettings settings = TrainerSettings.DEFAULT.with(run);
    DecodingOptions decoding = DecodingOptions.DEFAULT;
    if (method == Method.CRF) {
      settings = tuned(settings, data);
      decoding = new DecodingOptions(Decoding.VITERBI, 0, false, 1);
    }
    Model model = Trainers.of(settings).train(data, Progress.NONE);
    double seconds = (System.nanoTime() - start) / 1e9;

    Corpus test = read.test();
    List<double[]> testCounts = new ArrayList<>();
    EvaluationResult figures =
        new Evaluator(model.tagger(decoding), run.threads())
            .evaluate(
                test.sentences(),
                test.scheme(),
                sentence -> testCounts.add(PairedBootstrap.sums(sentence.counts())));
    counts.put(method, testCounts.toArray(double[][]::new));

    Difference againstGp = null;
    if (method != Method.GP) {
      PairedBootstrap bootstrap = resampling.bootstrap(run.seed());
      againstGp =
          bootstrap.difference(counts.get(method), counts.get(Method.GP), PairedBootstrap::f1);
    }
    return new Point(size, method, figures, againstGp, seconds);
  }

  /** Returns settings with cross-validated variances and without kernel learning or calibration. */
  private static TrainerSettings tuned(TrainerSettings defaults, TrainingData train) {
    VarianceSearch search = new VarianceSearch(new DecoupledTrainer(defaults));
    PriorSettings prior = search.choose(defaults.prior(), train);
    return defaults.with(prior).withCalibrationFolds(0);
  }

  @Override
  protected String table(List<Point> rows, Context context) {
    List<Column<Point>> columns =
        List.of(
            new Column<>("method", Point::method),
            new Column<>("sentences", Point::sentences),
            Column.of("F1 %", 2, Point::f1),
            Column.difference("against gp (95 %)", Point::againstGp),
            Column.percent("token error %", 2, Point::tokenError),
            Column.of("nll", 4, Point::nll),
            Column.of("ece %", 2, Point::ece),
            Column.of("seconds", 1, Point::seconds));
    return Tables.of(rows, 1, columns);
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
        new Plots.Frame(
            "Learning curve: " + axis, Axis.logarithmic("training sentences"), Axis.linear(axis)),
        new Plots.Points<>(rows, Point::sentences, y, Point::methodName));
  }

  /** Returns the file of a plot: {@code NAME-f1.svg} for {@code NAME.svg}; null without --svg. */
  private Path file(String figure) {
    if (svg == null) {
      return null;
    }
    String stem = svg.getFileName().toString();
    if (stem.endsWith(SVG)) {
      stem = stem.substring(0, stem.length() - SVG.length());
    }
    return svg.resolveSibling(stem + "-" + figure + SVG);
  }
}
