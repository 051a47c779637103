package org.gpchain.experiments.peers;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.gpchain.cli.options.BootstrapOption;
import org.gpchain.cli.options.CorpusOptions;
import org.gpchain.cli.options.LimitOption;
import org.gpchain.cli.options.TemplateOption;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.math.Checks;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.corpora.Corpus;
import org.gpchain.corpora.CorpusReader;
import org.gpchain.corpora.InputException;
import org.gpchain.evaluation.comparison.PairedBootstrap;
import org.gpchain.experiments.report.OutputFile;
import org.gpchain.experiments.report.ReportJson;
import org.gpchain.training.io.AtomicFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code gpchain experiment peers}: other sequence labellers beside GPChain. */
@Command(
    name = "peers",
    sortOptions = false,
    description = {
      "Trains and tests other sequence labellers and GPChain on the same files, each in its own"
          + " process with one thread.",
      "crfsuite, mallet: conditional random fields of the features of GPChain's template, and of"
          + " pairs of labels. opennlp: its chunker or name finder, with its own features; it"
          + " has no marginal probabilities, so neither nll nor ece.",
      "against gpchain: difference in F1 to GPChain's Viterbi decoding, with its 95 %% interval by"
          + " a paired bootstrap over the test sentences; a tie if the interval contains 0.",
      "Seconds are processor time, user and system: training includes the start of the process,"
          + " reading the sentences and, but for opennlp, making features from them; tagging"
          + " includes reading the model. peak MB: largest resident memory of the process, tuning"
          + " included.",
      "penalty: c of c*|w|^2, added to the negative log-likelihood, by the name that the peer has"
          + " for it: c2, L2Cost, or a prior variance of 1/(2c). GPChain learns its prior variances"
          + " while it is trained. training s: of the final training alone.",
      "A peer that fails has a row that says why. Only if all fail is the exit code 1."
    },
    footer = {
      "",
      "Example:",
      "  gpchain experiment peers --train train.txt --test test.txt --task chunk --tune"
    })
public final class PeersCommand implements Callable<Integer> {
  private static final String DEFAULT = " Default: ${DEFAULT-VALUE}.";

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  boolean help;

  @Option(
      names = "--train",
      required = true,
      paramLabel = "FILE",
      description = "The corpus to learn from.")
  private Path trainFile;

  @Option(
      names = "--test",
      required = true,
      paramLabel = "FILE",
      description = "The corpus to measure on; always all of it.")
  private Path testFile;

  @Option(
      names = "--task",
      required = true,
      paramLabel = "TASK",
      description = "chunk, np or ne; any other name together with --template.")
  private String task;

  @Mixin private TemplateOption template;

  @Mixin private CorpusOptions corpora;

  @Mixin private LimitOption limit;

  @Option(
      names = "--cutoff",
      paramLabel = "N",
      defaultValue = "1",
      description = "Leave out features that occur less often than this." + DEFAULT)
  private int cutoff;

  @Option(
      names = "--peer",
      split = ",",
      paramLabel = "NAME",
      description =
          "Compare gpchain with one or more of: crfsuite, mallet, opennlp. Default: all that know"
              + " the task.")
  private Set<PeerName> peers = EnumSet.noneOf(PeerName.class);

  @Option(
      names = "--iterations",
      split = ",",
      paramLabel = "NAME=N",
      description =
          "Maximum number of steps of a peer's optimiser. Default:"
              + " gpchain=100,crfsuite=500,mallet=200,opennlp=200.")
  private Map<PeerName, Integer> iterations = new EnumMap<>(PeerName.class);

  @Option(
      names = "--tune",
      description =
          "Choose the penalty of each peer for the best F1 on held-out training sentences: on the"
              + " last tenth of them, or if there are fewer than 2000, by cross-validation in five"
              + " folds of neighbouring ones. With --dev on that corpus.")
  private boolean tune;

  @Option(
      names = "--dev",
      paramLabel = "FILE",
      description = "The corpus to choose penalties on; goes with --tune.")
  private Path devFile;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      defaultValue = "4g",
      description = "Largest Java heap of each process, as java -Xmx has it." + DEFAULT)
  private String heap;

  @Mixin private BootstrapOption resampling;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of all randomness." + DEFAULT)
  private long seed;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write a report for programs; brought up to date after each peer.")
  private Path json;

  private final List<PeerResult> results = new ArrayList<>();
  private final List<PeerFailure> failures = new ArrayList<>();

  @Override
  public Integer call() throws IOException {
    checkOptions();
    PairedBootstrap bootstrap = resampling.bootstrap(seed);
    CorpusReader reader = corpora.reader(task, columns -> template.requiredColumns(task, columns));
    Corpus train = corpora.read(limit.limited(reader), trainFile);
    train.checkLearnable(train.sentences().size());
    checkColumns(train);
    Corpus test = corpora.readLike(train, reader, testFile);
    Corpus dev = devFile == null ? null : corpora.readLike(train, reader, devFile);
    Path directory = Files.createTempDirectory("gpchain-peers");
    try {
      run(directory, bootstrap, train, dev, test);
      PrintWriter out = spec.commandLine().getOut();
      out.print(PeerTable.of(results, failures));
      out.flush();
    } finally {
      delete(directory);
    }
    return results.isEmpty() ? ExitCode.SOFTWARE : ExitCode.OK;
  }

  private void checkOptions() throws InputException {
    template.check(task);
    OutputFile.refuseDirectory(json, "report");
    chosen()
        .filter(peer -> !peer.knows(task))
        .findFirst()
        .ifPresent(
            peer -> {
              throw wrongUse(peer + " knows chunk, np and ne only: leave it out with --peer", null);
            });
    if (devFile != null && !tune) {
      throw wrongUse("--dev goes with --tune", null);
    }
    try {
      Checks.atLeast("--cutoff", cutoff, 1);
      iterations.forEach((peer, n) -> Checks.atLeast("--iterations of " + peer, n, 1));
    } catch (IllegalArgumentException e) {
      throw wrongUse(e.getMessage(), e);
    }
  }

  private ParameterException wrongUse(String message, Exception cause) {
    return new ParameterException(spec.commandLine(), message, cause);
  }

  private void checkColumns(Corpus train) throws InputException {
    if (tune && devFile == null && train.sentences().size() < Tuning.FOLDS) {
      throw train.problemAt(
          0,
          0,
          "--tune needs at least " + Tuning.FOLDS + " sentences",
          "give a larger file, or --dev");
    }
    if (chosen().anyMatch(PeerName.OPENNLP::equals)
        && OpenNlpChunk.TASKS.contains(task)
        && !train.columns().contains(TokenSequence.POS)) {
      throw train.problemAt(
          0,
          0,
          "opennlp's chunker needs the column " + TokenSequence.POS,
          "name it with --columns, or leave opennlp out with --peer");
    }
  }

  /** GPChain, and the others in their order. */
  private Stream<PeerName> chosen() {
    return Arrays.stream(PeerName.values())
        .filter(
            peer ->
                peer == PeerName.GPCHAIN
                    || (peers.isEmpty() ? peer.knows(task) : peers.contains(peer)));
  }

  private void run(Path directory, PairedBootstrap bootstrap, Corpus train, Corpus dev, Corpus test)
      throws IOException {
    TemplateSet templates = template.read(task, train);
    PeerReport.Settings settings = settings(templates, bootstrap, train, test);
    Path trainCopy = copy(train, directory.resolve("train.json"));
    Path devCopy = dev == null ? null : copy(dev, directory.resolve("dev.json"));
    Path testCopy = copy(test, directory.resolve("test.json"));
    for (PeerName peer : chosen().toList()) {
      PeerJob job =
          new PeerJob(
              peer,
              task,
              train.scheme() == TagScheme.TOKEN ? TagScheme.TOKEN : TagScheme.IOB2,
              train.columns(),
              templates.lines(),
              cutoff,
              iterations.getOrDefault(peer, peer.iterations()),
              seed,
              tune,
              trainCopy,
              devCopy,
              testCopy,
              directory.resolve(peer + ".model"));
      try {
        add(peer, new PeerProcess(directory, heap).run(job), bootstrap);
      } catch (PeerFailure failure) {
        failures.add(failure);
        tell("gpchain: note: " + failure.getMessage());
      }
      report(settings);
    }
  }

  private void add(PeerName peer, PeerOutcome outcome, PairedBootstrap bootstrap) {
    for (PeerOutcome.Row row : outcome.rows()) {
      results.add(new PeerResult(peer, outcome, row, difference(bootstrap, row)));
    }
    tell(
        String.format(
            Locale.ROOT,
            "%s: F1 %.2f %%, training %.1f s",
            peer,
            100 * outcome.rows().get(outcome.rows().size() - 1).score().f1(),
            outcome.trainSeconds()));
  }

  /** Sentences without tokens are left out: most of the peers cannot have them. */
  private static Path copy(Corpus corpus, Path file) throws IOException {
    List<LabeledSequence> sentences =
        corpus.sentences().stream().filter(sentence -> sentence.length() > 0).toList();
    PeerFiles.write(file, sentences);
    return file;
  }

  private PairedBootstrap.Difference difference(PairedBootstrap bootstrap, PeerOutcome.Row row) {
    return results.stream()
        .findFirst()
        .filter(first -> first.peer() == PeerName.GPCHAIN)
        .map(
            gpchain ->
                bootstrap.f1Difference(
                    row.score().spanCounts(), gpchain.row().score().spanCounts()))
        .orElse(null);
  }

  private void report(PeerReport.Settings settings) throws IOException {
    if (json != null) {
      PeerReport report = PeerReport.of(settings, results, failures);
      AtomicFile.write(json, out -> ReportJson.write(report, out));
    }
  }

  private void tell(String line) {
    if (corpora.isQuiet()) {
      return;
    }
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }

  private PeerReport.Settings settings(
      TemplateSet templates, PairedBootstrap bootstrap, Corpus train, Corpus test) {
    Map<String, Integer> steps = new TreeMap<>();
    chosen()
        .forEach(
            peer -> steps.put(peer.toString(), iterations.getOrDefault(peer, peer.iterations())));
    return new PeerReport.Settings(
        trainFile.toString(),
        testFile.toString(),
        devFile == null ? null : devFile.toString(),
        task,
        templates.lines(),
        cutoff,
        tune,
        steps,
        train.sentences().size(),
        test.sentences().size(),
        bootstrap.resamples(),
        seed);
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
