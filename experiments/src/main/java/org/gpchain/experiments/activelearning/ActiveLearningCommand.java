package org.gpchain.experiments.activelearning;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.gpchain.experiments.lab.Context;
import org.gpchain.experiments.lab.Experiment;
import org.gpchain.experiments.lab.PairedTest;
import org.gpchain.experiments.lab.Plots;
import org.gpchain.experiments.lab.Plots.Axis;
import org.gpchain.experiments.lab.RowFile;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.experiments.lab.Tables.Column;
import org.gpchain.experiments.lab.TrainTestOptions;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.evaluation.selection.Ranking;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.TrainerSettings.KernelLearning;
import org.gpchain.internal.training.TrainerSettings.PriorSettings;
import org.gpchain.internal.training.TrainerSettings.Run;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain experiment active-learning}: compares criteria by simulated annotation. */
@Command(
    name = "active-learning",
    sortOptions = false,
    description = {
      "Simulates annotators who label a corpus in batches. After each batch, a model is trained on"
          + " the annotated sentences, and the next sentences are chosen by its uncertainty, or at"
          + " random. Evaluates each model on the test corpus.",
      "tokens for F1: number of annotated tokens at which the mean curve of a criterion reaches the"
          + " final F1 of random choice. Differences from random choice are between runs with the"
          + " same seed, and therefore the same first sentences. Intervals are from Student's t"
          + " over seeds."
    },
    footer = {
      "",
      "Example:",
      "  gpchain experiment active-learning --task ne --columns word,label --train train.txt \\",
      "      --test dev.txt --by entropy,sequence --svg curve.svg"
    })
public final class ActiveLearningCommand extends Experiment<ActiveRow> {
  private static final String DEFAULT = " Default: ${DEFAULT-VALUE}.";

  @Mixin private TrainTestOptions corpora;

  @Option(
      names = "--by",
      split = ",",
      paramLabel = "CRITERION",
      defaultValue = "entropy,sequence,f1,mutual-information",
      description = {
        "Criteria to compare with random choice: entropy, sequence, f1, mutual-information (see"
            + " gpchain select). Append :token or :whole for scores per token or of whole sentences"
            + " instead of the criterion's default."
            + DEFAULT
      })
  private List<String> criteria;

  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "N",
      defaultValue = "1000,1450,2100,3050,4400,6400,9300,13500,20000",
      description = "Numbers of annotated tokens. The first batch is chosen at random." + DEFAULT)
  private SortedSet<Integer> sizes = new TreeSet<>();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "Number of repetitions with different random sentences." + DEFAULT)
  private int seeds = 5;

  @Option(
      names = "--max-similarity",
      paramLabel = "SHARE",
      description = "Similarity from which sentences are skipped, as in gpchain select." + DEFAULT)
  private double maxSimilarity = Ranking.DEFAULT_SIMILARITY;

  @Option(
      names = "--pool",
      paramLabel = "N",
      description = "Choose each batch from N random sentences. Default: all sentences.")
  private int scored = Integer.MAX_VALUE;

  @Option(
      names = "--inducing",
      paramLabel = "M",
      description =
          "Number of inducing points of the models that choose by mutual information. The evaluated"
              + " models have none."
              + DEFAULT)
  private int inducing = 100;

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "Plot F1 by the number of annotated tokens.")
  private Path svg;

  @Override
  protected Stream<ActiveRow> run(Context context) throws IOException {
    List<Strategy> strategies = new ArrayList<>();
    context.check(() -> strategies.addAll(checkedStrategies()));
    corpora.task();
    Context.refuseDirectory(svg);
    TrainTestOptions.Read read = corpora.read();
    Corpus train = read.train();
    if (sizes.last() > train.tokenCount()) {
      throw train.problem(
          "there are " + train.tokenCount() + " tokens, but --sizes has " + sizes.last(),
          "give a larger corpus, or --sizes up to " + train.tokenCount());
    }

    ActiveLearner learner = new ActiveLearner(read.what(), settings(context.run()), inducing);
    Simulation simulation =
        new Simulation(learner, scored, train.sentences(), read.test(), List.copyOf(sizes));
    RowFile<ActiveRow> file = context.rows(ActiveRow.class, "--seeds", "--seed");
    List<ActiveRow> rows = new ArrayList<>();
    for (int i = 0; i < seeds; i++) {
      long seed = context.run().seed() + i;
      String prefix = "seed " + (i + 1) + "/" + seeds + ", ";
      Consumer<String> listener = line -> context.log(prefix + line);
      rows.addAll(
          file.all(row -> row.seed() == seed, () -> simulation.run(strategies, seed, listener)));
    }
    return rows.stream();
  }

  /** Checks the options, and returns random choice and the strategies of the criteria. */
  private List<Strategy> checkedStrategies() {
    List<Strategy> strategies = new ArrayList<>();
    strategies.add(Strategy.RANDOM);
    for (String criterion : criteria) {
      strategies.add(Strategy.of(criterion, maxSimilarity));
    }

    Checks.atLeast("--seeds", seeds, 1);
    Checks.atLeast("--inducing", inducing, 1);
    Checks.atLeast("--pool", scored, 1);
    Checks.atLeast("smallest of --sizes", sizes.first(), 1);
    return strategies;
  }

  private TrainerSettings settings(Run run) {
    TrainerSettings defaults = TrainerSettings.DEFAULT;
    PriorSettings prior = defaults.prior();
    KernelLearning learning =
        prior.learning().with(prior.learning().rounds(), ActiveLearner.PRIOR_TOKENS);
    return defaults
        .with(run)
        .withCalibrationFolds(0)
        .with(new PriorSettings(prior.variance(), prior.transitionVariance(), learning))
        // Without pruning, because a model with a covariance needs the weights of all features.
        .with(defaults.optimization().withPruning(0));
  }

  /** Returns the mean over seeds at each size. */
  private static List<ActiveRow> mean(List<ActiveRow> rows) {
    Map<Integer, List<ActiveRow>> bySize = new LinkedHashMap<>();
    for (ActiveRow row : rows) {
      bySize.computeIfAbsent(row.size(), size -> new ArrayList<>()).add(row);
    }
    return bySize.values().stream().map(ActiveRow::mean).toList();
  }

  /**
   * A point of a mean curve.
   *
   * @param mean the means over seeds
   * @param againstRandom difference in F1 from random choice, as text; null for none
   */
  private record Point(ActiveRow mean, String againstRandom) {
    String strategy() {
      return mean.strategy();
    }

    double tokens() {
      return mean.tokens();
    }

    double sentences() {
      return mean.sentences();
    }

    double f1() {
      return mean.f1();
    }

    double seconds() {
      return mean.seconds();
    }
  }

  /**
   * The annotation effort with which a strategy reaches the final F1 of random choice.
   *
   * @param strategy name of the strategy
   * @param tokens number of tokens at which the mean curve reaches the F1
   * @param share the number of tokens in percent of random choice's
   * @param range minimum and maximum over seeds of this percentage, as text
   */
  private record Effort(String strategy, double tokens, double share, String range) {}

  @Override
  protected String table(List<ActiveRow> rows, Context context) {
    Map<String, List<ActiveRow>> byStrategy = new LinkedHashMap<>();
    for (ActiveRow row : rows) {
      byStrategy.computeIfAbsent(row.strategy(), name -> new ArrayList<>()).add(row);
    }
    List<ActiveRow> random = byStrategy.get(Strategy.RANDOM.name());
    List<ActiveRow> randomMean = mean(random);
    ActiveRow end = randomMean.get(randomMean.size() - 1);

    List<Point> points = new ArrayList<>();
    List<Effort> efforts = new ArrayList<>();
    for (List<ActiveRow> ofStrategy : byStrategy.values()) {
      for (ActiveRow point : mean(ofStrategy)) {
        points.add(new Point(point, difference(point, ofStrategy, random)));
      }
      efforts.add(effort(end, ofStrategy, random));
    }

    List<Column<Point>> pointColumns =
        List.of(
            new Column<>("choice", Point::strategy),
            Column.of("tokens", 0, Point::tokens),
            Column.of("sentences", 0, Point::sentences),
            Column.percent("F1 %", 2, Point::f1),
            new Column<>("against random (95 %)", Point::againstRandom),
            Column.of("seconds", 1, Point::seconds));
    String target = Tables.number(100 * end.f1(), 2);
    List<Column<Effort>> effortColumns =
        List.of(
            new Column<>("choice", Effort::strategy),
            Column.of("tokens for F1 " + target + " %", 0, Effort::tokens),
            Column.of("of random's %", 0, Effort::share),
            new Column<>("seeds, least to most %", Effort::range));
    return Tables.of(points, 1, pointColumns) + "\n" + Tables.of(efforts, 1, effortColumns);
  }

  /** Returns the effort to reach the F1 at the end of random choice. */
  private static Effort effort(ActiveRow end, List<ActiveRow> ofStrategy, List<ActiveRow> random) {
    double tokens = ActiveRow.tokensFor(end.f1(), mean(ofStrategy));
    double[] shares = shares(end.f1(), ofStrategy, random);
    String least = Tables.number(shares[0], 0);
    String most = Tables.number(shares[shares.length - 1], 0);
    return new Effort(
        ofStrategy.get(0).strategy(), tokens, 100 * tokens / end.tokens(), least + " to " + most);
  }

  /** Returns the difference in F1 from random choice, as text, or null for the same sentences. */
  private String difference(ActiveRow point, List<ActiveRow> ofStrategy, List<ActiveRow> random) {
    boolean isRandom = point.strategy().equals(Strategy.RANDOM.name());
    if (isRandom || point.size() == sizes.first()) {
      return null;
    }
    PairedTest test = PairedTest.of(f1(ofStrategy, point.size()), f1(random, point.size()));
    return test.times(100).text(2);
  }

  private static double[] f1(List<ActiveRow> rows, int size) {
    return rows.stream().filter(row -> row.size() == size).mapToDouble(ActiveRow::f1).toArray();
  }

  /**
   * Returns the number of tokens to reach an F1 with each seed, in percent of random choice's
   * number of tokens, in ascending order.
   */
  private static double[] shares(double f1, List<ActiveRow> ofStrategy, List<ActiveRow> random) {
    long[] seeds = random.stream().mapToLong(ActiveRow::seed).distinct().toArray();
    double[] shares = new double[seeds.length];
    for (int i = 0; i < seeds.length; i++) {
      double tokens = ActiveRow.tokensFor(f1, ofSeed(ofStrategy, seeds[i]));
      double randomTokens = 0;
      for (ActiveRow row : ofSeed(random, seeds[i])) {
        randomTokens = Math.max(randomTokens, row.tokens());
      }
      shares[i] = 100 * tokens / randomTokens;
    }
    Arrays.sort(shares);
    return shares;
  }

  private static List<ActiveRow> ofSeed(List<ActiveRow> rows, long seed) {
    return rows.stream().filter(row -> row.seed() == seed).toList();
  }

  /** Plots the means, and each seed as a thin line. */
  @Override
  protected void plot(List<ActiveRow> rows) throws IOException {
    if (svg != null) {
      Plots.lines(
          svg,
          new Plots.Frame(
              "What to annotate next",
              Axis.logarithmic("annotated tokens"),
              Axis.linear("phrase F1 (%)")),
          new Plots.Points<>(rows, ActiveRow::size, row -> 100 * row.f1(), ActiveRow::strategy));
    }
  }
}
