package org.gpchain.experiments.scvi;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.gpchain.cli.options.CorpusOptions;
import org.gpchain.cli.options.LimitOption;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.corpora.CorpusReader;
import org.gpchain.evaluation.TextTable;
import org.gpchain.experiments.plot.Axis;
import org.gpchain.experiments.plot.LinePlot;
import org.gpchain.experiments.plot.LinePlot.Line;
import org.gpchain.training.hmm.HmmSettings;
import org.gpchain.training.hmm.HmmSettings.Method;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code gpchain experiment scvi}: ways to learn hidden Markov models, compared. */
@Command(
    name = "scvi",
    mixinStandardHelpOptions = true,
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
public final class ScviCommand implements Callable<Integer> {
  private static final String DEFAULT = " Default: ${DEFAULT-VALUE}.";

  @Spec private CommandSpec spec;

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

  @Option(names = "--seed", defaultValue = "1", paramLabel = "N", description = "Seed." + DEFAULT)
  private long seed;

  @Option(
      names = "--threads",
      defaultValue = "1",
      paramLabel = "N",
      description = "Threads; they do not change the result." + DEFAULT)
  private int threads;

  @Option(
      names = "--plots",
      paramLabel = "DIR",
      description =
          "Also plot log-likelihood against sentences seen, and against time, for each cell.")
  private Path plots;

  /** Of words, to start with; null for a random start. */
  private int[] clusters;

  @Override
  public Integer call() throws IOException {
    CorpusReader reader =
        limit.limited(
            corpora.reader("pos", columns -> List.of(TokenSequence.WORD)).withTokenLabels(true));
    List<LabeledSequence> corpus = corpora.readAll(reader, files, null, PosTags.BEST).sentences();
    TaggedText text = TaggedText.of(corpus, cutoff);
    clusters = start == Start.CLUSTERS ? text.clusters(states, seed, threads) : null;
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "%d sentences, %d tokens to learn from; %d words and classes%n",
        text.train().sentenceCount(),
        text.train().tokenCount(),
        text.train().wordCount());
    List<List<String>> rows = new ArrayList<>();
    rows.add(header());
    for (int batch : batches) {
      for (double kappa : forgetting) {
        List<ScviRun> cell = new ArrayList<>();
        for (Method method : methods) {
          cell.add(run(text, settings(method, batch, kappa, passes), rows));
        }
        if (plots != null) {
          plot(cell, batch, kappa);
        }
      }
    }
    if (emPasses > 0) {
      run(text, settings(Method.EM, 1, 0, emPasses), rows);
    }
    out.print(TextTable.aligned(rows, 1));
    out.flush();
    return 0;
  }

  private static List<String> header() {
    return List.of(
        "method",
        "batch",
        "forgetting",
        "after 1 pass",
        "passes",
        "at the end",
        "many-to-one %",
        "V-measure %",
        "tokens/s");
  }

  private HmmSettings settings(Method method, int batch, double kappa, int count) {
    return new HmmSettings(
        method,
        states,
        transitionPrior,
        emissionPrior,
        batch,
        Math.max(batch, 1_000),
        1,
        kappa,
        count,
        seed,
        threads);
  }

  private ScviRun run(TaggedText text, HmmSettings settings, List<List<String>> rows)
      throws IOException {
    ScviRun run = ScviRun.of(text, settings, clusters);
    boolean em = settings.method() == Method.EM;
    List<String> row =
        List.of(
            settings.method().toString(),
            em ? "all" : Integer.toString(settings.batch()),
            em ? "-" : Double.toString(settings.forgetting()),
            String.format(Locale.ROOT, "%.4f", run.afterPass(1)),
            Integer.toString(settings.passes()),
            String.format(Locale.ROOT, "%.4f", run.afterPass(settings.passes())),
            String.format(Locale.ROOT, "%.1f", 100 * run.agreement().manyToOne()),
            String.format(Locale.ROOT, "%.1f", 100 * run.agreement().vMeasure()),
            String.format(Locale.ROOT, "%.0f", run.tokensPerSecond()));
    rows.add(row);
    PrintWriter err = spec.commandLine().getErr();
    err.println(String.join("  ", row));
    err.flush();
    return run;
  }

  private void plot(List<ScviRun> runs, int batch, double kappa) throws IOException {
    String name = "batch-" + batch + "-forgetting-" + kappa;
    String title = "Held-out log-likelihood: batch " + batch + ", forgetting " + kappa;
    plot(runs, name + ".svg", title, "sentences seen", ScviRun.Point::sentences);
    plot(runs, name + "-time.svg", title, "seconds of processor time", ScviRun.Point::seconds);
  }

  private void plot(
      List<ScviRun> runs, String file, String title, String axis, ToDoubleFunction<ScviRun.Point> x)
      throws IOException {
    LinePlot.write(
        plots.resolve(file),
        title,
        Axis.linear(axis),
        Axis.linear("log-likelihood per token"),
        runs.stream()
            .map(
                run ->
                    Line.of(
                        run.settings().method().toString(),
                        run.points().stream().mapToDouble(x).toArray(),
                        run.points().stream().mapToDouble(ScviRun.Point::logLikelihood).toArray()))
            .toList());
  }
}
