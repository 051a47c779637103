package org.gpchain.experiments.scvi;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gpchain.cli.options.CorpusOptions;
import org.gpchain.cli.options.LimitOption;
import org.gpchain.core.math.Checks;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.corpora.CorpusReader;
import org.gpchain.experiments.lab.Axis;
import org.gpchain.experiments.lab.Context;
import org.gpchain.experiments.lab.Plots;
import org.gpchain.experiments.lab.RowCommand;
import org.gpchain.experiments.lab.RowFile;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.experiments.lab.Tables.Column;
import org.gpchain.experiments.scvi.ScviCommand.Row;
import org.gpchain.training.TrainerSettings.Run;
import org.gpchain.training.hmm.HmmSettings;
import org.gpchain.training.hmm.HmmSettings.Method;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain experiment scvi}: ways to learn hidden Markov models, compared. */
@Command(
    name = "scvi",
    sortOptions = false,
    description = {
      "Learns hidden Markov models of the words of a corpus in several ways and shows the"
          + " log-likelihood of every tenth sentence, which is held out (Wang and Blunsom 2015,"
          + " figure 2), and how well the states agree with its tags. Seconds are processor time.",
      "All ways have the same start. With the default grid and a corpus of half a million tokens"
          + " this takes about ten minutes of one processor."
    },
    footer = {
      "",
      "Example:",
      "  gpchain experiment scvi --train masc.txt --columns word,label --plots DIR"
    })
public final class ScviCommand extends RowCommand<Row> {
  private static final String DEFAULT = " Default: ${DEFAULT-VALUE}.";

  private static final List<Column<Row>> COLUMNS =
      List.of(
          new Column<>("method", Row::method),
          new Column<>("batch", row -> row.isBatchMethod() ? "all" : row.batch()),
          new Column<>("forgetting", row -> row.isBatchMethod() ? "-" : row.forgetting()),
          Column.of("after 1 pass", 4, row -> row.run().afterPass(1)),
          new Column<>("passes", Row::passes),
          Column.of("at the end", 4, row -> row.run().afterPass(row.passes())),
          Column.of("many-to-one %", 1, row -> 100 * row.run().agreement().manyToOne()),
          Column.of("V-measure %", 1, row -> 100 * row.run().agreement().vMeasure()),
          Column.of("tokens/s", 0, row -> row.run().tokensPerSecond()));

  @Mixin private CorpusOptions corpora;
  @Mixin private LimitOption limit;

  @Option(
      names = "--train",
      required = true,
      paramLabel = "FILE",
      description = "A corpus with a tag for each token. May be repeated.")
  private List<Path> files;

  @Option(
      names = "--states",
      defaultValue = "50",
      paramLabel = "K",
      description = "Number of states." + DEFAULT)
  private int states;

  @Option(
      names = "--cutoff",
      defaultValue = "3",
      paramLabel = "N",
      description = "Words that occur N times are known one by one." + DEFAULT)
  private int cutoff;

  @Option(
      names = "--batch",
      split = ",",
      defaultValue = "20,100,300",
      paramLabel = "N",
      description = "Sentences in a minibatch." + DEFAULT)
  private List<Integer> batches;

  @Option(
      names = "--forgetting",
      split = ",",
      defaultValue = "0.6,0.75,0.9",
      paramLabel = "K",
      description = "Forgetting rates kappa." + DEFAULT)
  private List<Double> forgetting;

  @Option(
      names = "--passes",
      defaultValue = "3",
      paramLabel = "N",
      description = "Passes over the sentences." + DEFAULT)
  private int passes;

  @Option(
      names = "--em-passes",
      defaultValue = "10",
      paramLabel = "N",
      description = "Iterations of batch expectation maximisation; 0 for none." + DEFAULT)
  private int emPasses;

  @Option(
      names = "--methods",
      split = ",",
      defaultValue = "SVI,SCVI,SCVI_HDP",
      paramLabel = "NAME",
      description = "One or more of: ${COMPLETION-CANDIDATES}." + DEFAULT)
  private List<Method> methods;

  @Option(
      names = "--start",
      defaultValue = "RANDOM",
      paramLabel = "START",
      description =
          "One of ${COMPLETION-CANDIDATES}: exponential draws, as in the paper, or clusters of"
              + " words, as words learn starts with."
              + DEFAULT)
  private Start start;

  /** What states are to begin with. */
  enum Start {
    RANDOM,
    CLUSTERS
  }

  @Option(
      names = "--transition-prior",
      defaultValue = "0.1",
      paramLabel = "A",
      description = "Pseudo-count of a transition." + DEFAULT)
  private double transitionPrior;

  @Option(
      names = "--emission-prior",
      defaultValue = "0.1",
      paramLabel = "E",
      description = "Pseudo-count of a word in a state." + DEFAULT)
  private double emissionPrior;

  @Option(
      names = "--plots",
      paramLabel = "DIR",
      description =
          "Also plot log-likelihood against sentences seen, and against time, for each cell.")
  private Path plots;

  /**
   * A way of learning, measured.
   *
   * @param method how was learned
   * @param batch sentences in a minibatch
   * @param forgetting rate κ
   * @param passes over the sentences
   * @param run what came of it
   */
  record Row(Method method, int batch, double forgetting, int passes, ScviRun run) {
    boolean isBatchMethod() {
      return method == Method.EM;
    }
  }

  @Override
  public Stream<Row> run(Context context) throws IOException {
    check(context);
    CorpusReader reader =
        limit.limited(
            corpora.reader("pos", columns -> List.of(TokenSequence.WORD)).withTokenLabels(true));
    List<LabeledSequence> corpus = corpora.readAll(reader, files, null, PosTags.BEST).sentences();
    TaggedText text = TaggedText.of(corpus, cutoff);
    Run run = context.run();
    int[] clusters =
        start == Start.CLUSTERS ? text.clusters(states, run.seed(), run.threads()) : null;
    context.print(
        Tables.format(
            "%d sentences, %d tokens to learn from; %d words and classes%n",
            text.train().sentenceCount(), text.train().tokenCount(), text.train().wordCount()));
    List<Row> wanted = new ArrayList<>();
    for (int batch : batches) {
      for (double kappa : forgetting) {
        methods.forEach(method -> wanted.add(new Row(method, batch, kappa, passes, null)));
      }
    }
    if (emPasses > 0) {
      wanted.add(new Row(Method.EM, 1, 0, emPasses, null));
    }
    RowFile<Row> file =
        context.rows(
            Row.class,
            "--batch",
            "--forgetting",
            "--methods",
            "--passes",
            "--em-passes",
            "--plots");
    List<Row> rows = new ArrayList<>();
    for (Row row : wanted) {
      rows.add(
          file.get(
              there -> with(there, null).equals(row),
              () -> with(row, ScviRun.of(text, hmm(row, run), clusters))));
      context.tell(
          COLUMNS.stream()
              .map(column -> column.cell().apply(rows.get(rows.size() - 1)).toString())
              .collect(Collectors.joining("  ")));
    }
    return rows.stream();
  }

  private static Row with(Row row, ScviRun run) {
    return new Row(row.method(), row.batch(), row.forgetting(), row.passes(), run);
  }

  private void check(Context context) {
    context.check(
        () -> {
          Checks.atLeast("--states", states, 1);
          Checks.atLeast("--cutoff", cutoff, 1);
          batches.forEach(batch -> Checks.atLeast("--batch", batch, 1));
          forgetting.forEach(kappa -> Checks.positive("--forgetting", kappa));
          Checks.atLeast("--passes", passes, 1);
          Checks.atLeast("--em-passes", emPasses, 0);
          Checks.positive("--transition-prior", transitionPrior);
          Checks.positive("--emission-prior", emissionPrior);
        });
  }

  private HmmSettings hmm(Row row, Run run) {
    return new HmmSettings(
        row.method(),
        states,
        transitionPrior,
        emissionPrior,
        row.batch(),
        Math.max(row.batch(), 1_000),
        1,
        row.forgetting(),
        row.passes(),
        run.seed(),
        run.threads());
  }

  @Override
  protected String table(List<Row> rows, Context context) {
    return Tables.of(rows, 1, COLUMNS);
  }

  /** A point of a row's curve. */
  private record Plotted(String method, ScviRun.Point point) {}

  @Override
  protected void plot(List<Row> rows) throws IOException {
    if (plots == null) {
      return;
    }
    for (int batch : batches) {
      for (double kappa : forgetting) {
        String name = "batch-" + batch + "-forgetting-" + kappa;
        String title = "Held-out log-likelihood: batch " + batch + ", forgetting " + kappa;
        List<Plotted> points =
            rows.stream()
                .filter(row -> row.batch() == batch && row.forgetting() == kappa)
                .flatMap(
                    row ->
                        row.run().points().stream()
                            .map(point -> new Plotted(row.method().toString(), point)))
                .toList();
        plot(points, name + ".svg", title, "sentences seen", p -> p.point().sentences());
        plot(
            points,
            name + "-time.svg",
            title,
            "seconds of processor time",
            p -> p.point().seconds());
      }
    }
  }

  private void plot(
      List<Plotted> points, String file, String title, String axis, ToDoubleFunction<Plotted> x)
      throws IOException {
    Plots.lines(
        plots.resolve(file),
        title,
        Axis.linear(axis),
        Axis.linear("log-likelihood per token"),
        points,
        x,
        p -> p.point().logLikelihood(),
        Plotted::method);
  }
}
