package org.gpchain.experiments.activelearning;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
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
import org.gpchain.internal.training.TrainerSettings.PriorSettings;
import org.gpchain.internal.training.TrainerSettings.Run;
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
public final class ActiveLearningCommand extends Experiment<ActiveRow> {
  private static final String DEFAULT = " Default: ${DEFAULT-VALUE}.";

  @Mixin private TrainTestOptions corpora;

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
      description = "Repetitions with other random sentences." + DEFAULT)
  private int seeds = 5;

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
      description =
          "Inducing points of the models that choose by mutual information; those that are measured"
              + " have none."
              + DEFAULT)
  private int inducing = 100;

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "Also plot F1 against the number of annotated tokens.")
  private Path svg;

  @Override
  protected Stream<ActiveRow> run(Context context) throws IOException {
    List<Strategy> strategies = new ArrayList<>(List.of(Strategy.RANDOM));
    context.check(
        () -> {
          criteria.forEach(name -> strategies.add(Strategy.of(name, maxSimilarity)));
          Checks.atLeast("--seeds", seeds, 1);
          Checks.atLeast("--inducing", inducing, 1);
          Checks.atLeast("--pool", scored, 1);
          Checks.atLeast("smallest of --sizes", sizes.first(), 1);
        });
    corpora.task();
    Context.refuseDirectory(svg);
    TrainTestOptions.Read read = corpora.read();
    Corpus train = read.train();
    if (sizes.last() > train.tokenCount()) {
      throw train.problem(
          "there are " + train.tokenCount() + " tokens, --sizes asks for " + sizes.last(),
          "give a larger corpus, or --sizes up to " + train.tokenCount());
    }
    Simulation simulation =
        new Simulation(
            new ActiveLearner(read.what(), settings(context.run()), inducing),
            scored,
            train.sentences(),
            read.test(),
            List.copyOf(sizes));
    RowFile<ActiveRow> file = context.rows(ActiveRow.class, "--seeds", "--seed");
    List<ActiveRow> rows = new ArrayList<>();
    for (int i = 0; i < seeds; i++) {
      long seed = context.run().seed() + i;
      String place = "seed " + (i + 1) + "/" + seeds + ", ";
      rows.addAll(
          file.all(
              row -> row.seed() == seed,
              () -> simulation.run(strategies, seed, line -> context.log(place + line))));
    }
    return rows.stream();
  }

  private TrainerSettings settings(Run run) {
    TrainerSettings defaults = TrainerSettings.DEFAULT;
    PriorSettings prior = defaults.prior();
    return defaults
        .with(run)
        .withCalibrationFolds(0)
        .with(
            new PriorSettings(
                prior.variance(),
                prior.transitionVariance(),
                prior.learning().with(prior.learning().rounds(), ActiveLearner.PRIOR_TOKENS)))
        // A mean that a covariance is learned for has all features.
        .with(defaults.optimization().withPruning(0));
  }

  /** The rows of each strategy. */
  private static Map<String, List<ActiveRow>> byStrategy(List<ActiveRow> rows) {
    return rows.stream()
        .collect(
            Collectors.groupingBy(ActiveRow::strategy, LinkedHashMap::new, Collectors.toList()));
  }

  /** The mean over seeds at each size. */
  private static List<ActiveRow> mean(List<ActiveRow> rows) {
    Map<Integer, List<ActiveRow>> bySize =
        rows.stream()
            .collect(
                Collectors.groupingBy(ActiveRow::size, LinkedHashMap::new, Collectors.toList()));
    return bySize.values().stream().map(ActiveRow::mean).toList();
  }

  /** A point of a mean curve and its difference to random choice. */
  private record Point(ActiveRow mean, String againstRandom) {}

  /** What a strategy needs to reach the target. */
  private record Need(String strategy, double tokens, double share, String range) {}

  @Override
  protected String table(List<ActiveRow> rows, Context context) {
    Map<String, List<ActiveRow>> all = byStrategy(rows);
    List<ActiveRow> random = all.get(Strategy.RANDOM.name());
    List<ActiveRow> randomMean = mean(random);
    ActiveRow end = randomMean.get(randomMean.size() - 1);
    List<Point> points = new ArrayList<>();
    List<Need> needs = new ArrayList<>();
    all.forEach(
        (name, own) -> {
          List<ActiveRow> mean = mean(own);
          mean.forEach(point -> points.add(new Point(point, difference(point, own, random))));
          double tokens = ActiveRow.tokensFor(end.f1(), mean);
          double[] shares = shares(end.f1(), own, random);
          needs.add(
              new Need(
                  name,
                  tokens,
                  100 * tokens / end.tokens(),
                  Tables.number(shares[0], 0)
                      + " to "
                      + Tables.number(shares[shares.length - 1], 0)));
        });
    return Tables.of(
            points,
            1,
            List.of(
                new Column<>("choice", point -> point.mean().strategy()),
                Column.of("tokens", 0, point -> point.mean().tokens()),
                Column.of("sentences", 0, point -> point.mean().sentences()),
                Column.of("F1 %", 2, point -> 100 * point.mean().f1()),
                new Column<>("against random (95 %)", Point::againstRandom),
                Column.of("seconds", 1, point -> point.mean().seconds())))
        + "\n"
        + Tables.of(
            needs,
            1,
            List.of(
                new Column<>("choice", Need::strategy),
                Column.of(
                    "tokens for F1 " + Tables.number(100 * end.f1(), 2) + " %", 0, Need::tokens),
                Column.of("of random's %", 0, Need::share),
                new Column<>("seeds, least to most %", Need::range)));
  }

  /** The F1 of a strategy minus that of random choice, seed by seed; null where it is the same. */
  private String difference(ActiveRow point, List<ActiveRow> own, List<ActiveRow> random) {
    return point.strategy().equals(Strategy.RANDOM.name()) || point.size() == sizes.first()
        ? null
        : PairedTest.of(f1(own, point.size()), f1(random, point.size())).times(100).text(2);
  }

  private static double[] f1(List<ActiveRow> rows, int size) {
    return rows.stream().filter(row -> row.size() == size).mapToDouble(ActiveRow::f1).toArray();
  }

  /** The share of random choice's tokens, in percent, that each seed needs, ascending. */
  private static double[] shares(double target, List<ActiveRow> own, List<ActiveRow> random) {
    return random.stream()
        .mapToLong(ActiveRow::seed)
        .distinct()
        .mapToDouble(
            seed ->
                100
                    * ActiveRow.tokensFor(target, ofSeed(own, seed))
                    / ofSeed(random, seed).stream()
                        .mapToDouble(ActiveRow::tokens)
                        .max()
                        .orElseThrow())
        .sorted()
        .toArray();
  }

  private static List<ActiveRow> ofSeed(List<ActiveRow> rows, long seed) {
    return rows.stream().filter(row -> row.seed() == seed).toList();
  }

  /** Means, and each seed as a thin line. */
  @Override
  protected void plot(List<ActiveRow> rows) throws IOException {
    if (svg != null) {
      Plots.lines(
          svg,
          "What to annotate next",
          Axis.logarithmic("annotated tokens"),
          Axis.linear("phrase F1 (%)"),
          rows,
          ActiveRow::size,
          row -> 100 * row.f1(),
          ActiveRow::strategy);
    }
  }
}
