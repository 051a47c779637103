package org.gpchain.experiments.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.io.file.PathUtils;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.experiments.lab.Context;
import org.gpchain.experiments.lab.RowFile;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.internal.cli.options.BootstrapOption;
import org.gpchain.internal.cli.options.CommandPart;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.evaluation.comparison.PairedBootstrap;
import org.gpchain.internal.evaluation.comparison.PairedBootstrap.Difference;
import org.gpchain.internal.training.data.Task;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of experiments that compare sequence labelers, and the comparison. */
final class PeerOptions extends CommandPart {
  private static final String DEFAULT = " Default: ${DEFAULT-VALUE}.";

  @Option(
      names = "--peer",
      split = ",",
      paramLabel = "NAME",
      description =
          "Compare gpchain with one or more of: crfsuite, mallet, opennlp, stanford. Default: all"
              + " that support the task; stanford only with --stanford.")
  private Set<PeerName> peers = EnumSet.noneOf(PeerName.class);

  @Option(
      names = "--stanford",
      paramLabel = "JAR",
      description =
          "The JAR of Stanford CoreNLP, which is licensed under the GPL and not part of GPChain"
              + " (Maven Central: edu.stanford.nlp:stanford-corenlp).")
  Path stanford;

  @Option(
      names = "--iterations",
      split = ",",
      paramLabel = "NAME=N",
      description =
          "Maximum number of optimizer iterations of a peer. Default:"
              + " gpchain=100,crfsuite=500,mallet=200,opennlp=200,stanford=100.")
  private Map<PeerName, Integer> iterations = new EnumMap<>(PeerName.class);

  @Option(
      names = "--cutoff",
      paramLabel = "N",
      description = "Minimum number of occurrences of a feature." + DEFAULT)
  private int cutoff = 1;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "Maximum Java heap of each process, as for java -Xmx." + DEFAULT)
  private String heap = "4g";

  @Option(
      names = "--models",
      paramLabel = "DIR",
      description = "Keep the models in this folder as PEER.model.")
  private Path models;

  @Mixin private BootstrapOption resampling;

  /**
   * The task and the corpora of a comparison.
   *
   * @param trial training corpus, as in the rows
   * @param task the task, with the feature templates of GPChain, CRFsuite and MALLET
   * @param corpora sentences to learn from and to test on
   * @param tuned peers whose penalty is tuned
   * @param reference GPChain's decoding with which all others are compared
   */
  record Comparison(
      PeerRow.Trial trial, Task task, Corpora corpora, Set<PeerName> tuned, String reference) {}

  /**
   * The sentences of a comparison.
   *
   * @param train training sentences
   * @param dev sentences on which to tune penalties; null to hold out training sentences
   * @param test test sentences
   */
  record Corpora(Corpus train, Corpus dev, Corpus test) {
    /**
     * Returns the training corpus for the rows.
     *
     * @param commit commit of the code; null if unknown
     * @param name name of the corpus; null if the settings of the rows contain it
     */
    PeerRow.Trial trial(String commit, String name) {
      return new PeerRow.Trial(commit, name, train.sentences().size());
    }
  }

  /**
   * Checks the options before corpora are read.
   *
   * @param tasks names of the tasks
   * @throws InputException if the Stanford JAR does not exist
   * @throws picocli.CommandLine.ParameterException if an option has a wrong value
   */
  void check(Context context, Set<String> tasks) throws InputException {
    if (context.isGiven("--threads")) {
      throw wrongUse("each peer has one thread: leave --threads out");
    }
    for (PeerName peer : peers) {
      if (!tasks.stream().allMatch(peer::supports)) {
        throw wrongUse(peer + " supports only chunk, np and ne: leave it out with --peer");
      }
      if (peer == PeerName.STANFORD && stanford == null) {
        throw wrongUse("the peer stanford needs --stanford JAR");
      }
    }
    if (stanford != null && !Files.isRegularFile(stanford)) {
      throw new InputException(stanford, "there is no such file", "name a JAR");
    }

    context.check(this::checkNumbers);
    resampling.bootstrap(context.run().seed());
  }

  private void checkNumbers() {
    Checks.atLeast("--cutoff", cutoff, 1);
    iterations.forEach((peer, n) -> Checks.atLeast("--iterations of " + peer, n, 1));
  }

  /**
   * Checks that a corpus has the columns that the chosen peers need.
   *
   * @throws InputException if a column is missing
   */
  void check(String task, Corpus train) throws InputException {
    boolean needsTags =
        chosen(task).contains(PeerName.OPENNLP) && OpenNlpPeer.CHUNKS.contains(task);
    if (needsTags && !train.columns().contains(TokenSequence.POS)) {
      throw train.problem(
          "opennlp's chunker needs the column " + TokenSequence.POS,
          "name it with --columns, or leave opennlp out with --peer");
    }
  }

  /** Returns GPChain and the other peers to compare, in the order of {@link PeerName}. */
  List<PeerName> chosen(String task) {
    List<PeerName> chosen = new ArrayList<>();
    for (PeerName peer : PeerName.values()) {
      if (peer == PeerName.GPCHAIN || isChosen(peer, task)) {
        chosen.add(peer);
      }
    }
    return chosen;
  }

  private boolean isChosen(PeerName peer, String task) {
    if (!peers.isEmpty()) {
      return peers.contains(peer);
    }
    boolean isAvailable = peer != PeerName.STANFORD || stanford != null;
    return isAvailable && peer.supports(task);
  }

  /**
   * Trains and tests all chosen peers without rows.
   *
   * @param rows existing rows, to which new rows are added
   * @return the rows of all chosen peers; a peer that fails has a row with the cause
   * @throws IOException if a file cannot be read or written
   */
  List<PeerRow> compare(Comparison comparison, RowFile<PeerRow> rows, Context context)
      throws IOException {
    if (models != null) {
      Files.createDirectories(models);
    }
    Path directory = Files.createTempDirectory("gpchain-peers");
    try {
      return new Runner(comparison, rows, context, directory).run();
    } finally {
      PathUtils.deleteDirectory(directory);
    }
  }

  /** A running comparison. Each peer runs at most once. */
  private final class Runner {
    private final Comparison comparison;
    private final RowFile<PeerRow> rows;
    private final Context context;
    private final Path directory;
    private final PairedBootstrap bootstrap;
    private final Map<PeerName, PeerOutcome> outcomes = new EnumMap<>(PeerName.class);
    private final Map<PeerName, String> failures = new EnumMap<>(PeerName.class);

    Runner(Comparison comparison, RowFile<PeerRow> rows, Context context, Path directory)
        throws IOException {
      this.comparison = comparison;
      this.rows = rows;
      this.context = context;
      this.directory = directory;
      this.bootstrap = resampling.bootstrap(context.run().seed());

      copy(comparison.corpora().train(), "train.json");
      copy(comparison.corpora().test(), "test.json");
      copy(comparison.corpora().dev(), "dev.json");
    }

    /** Writes the sentences of a corpus, except empty ones, which most peers reject. */
    private void copy(Corpus corpus, String name) throws IOException {
      if (corpus == null) {
        return;
      }
      List<LabeledSequence> sentences =
          corpus.sentences().stream().filter(sentence -> sentence.length() > 0).toList();
      RowFile.JSON.writeValue(directory.resolve(name).toFile(), sentences);
    }

    List<PeerRow> run() throws IOException {
      List<PeerRow> allRows = new ArrayList<>();
      for (PeerName peer : chosen(comparison.task().name())) {
        List<PeerRow> rowsOfPeer = rows.all(row -> isOf(peer, row), () -> make(peer));
        if (rowsOfPeer.isEmpty()) {
          rowsOfPeer = List.of(failed(peer));
        }
        allRows.addAll(rowsOfPeer);
      }
      return allRows;
    }

    private boolean isOf(PeerName peer, PeerRow row) {
      return row.peer() == peer
          && row.trial().sentences() == comparison.trial().sentences()
          && (comparison.trial().corpus() == null
              || comparison.trial().corpus().equals(row.trial().corpus()));
    }

    /** Runs a peer and returns its rows, or an empty list if it fails. */
    private List<PeerRow> make(PeerName peer) throws IOException {
      Optional<PeerOutcome> outcome = outcome(peer);
      if (outcome.isEmpty()) {
        return List.of();
      }

      PeerOutcome results = outcome.get();
      List<PeerRow> made = new ArrayList<>();
      for (PeerOutcome.Row row : results.rows()) {
        made.add(results.row(comparison.trial(), peer, row, againstGpChain(peer, row)));
      }

      double lastF1 = made.get(made.size() - 1).scores().f1();
      context.log(
          Tables.format(
              "%s: F1 %.2f %%, training %.1f s", peer, 100 * lastF1, results.trainSeconds()));
      return made;
    }

    /** Returns the difference from GPChain; null for GPChain itself and if GPChain failed. */
    private Difference againstGpChain(PeerName peer, PeerOutcome.Row row) throws IOException {
      if (peer == PeerName.GPCHAIN && row.decoding().equals(comparison.reference())) {
        return null;
      }

      Optional<PeerOutcome> gpChain = outcome(PeerName.GPCHAIN);
      Optional<PeerScore> reference =
          gpChain.flatMap(results -> results.score(comparison.reference()));
      if (reference.isEmpty()) {
        return null;
      }
      double[][] sums = row.score().sums();
      return bootstrap.difference(sums, reference.get().sums(), PairedBootstrap::f1);
    }

    private PeerRow failed(PeerName peer) {
      PeerRow.Trial trial = comparison.trial();
      PeerRow.Trial withoutCommit = new PeerRow.Trial(null, trial.corpus(), trial.sentences());
      return PeerRow.failed(withoutCommit, peer, failures.get(peer));
    }

    /** Returns the results of a peer, which runs at the first call; empty if it fails. */
    private Optional<PeerOutcome> outcome(PeerName peer) throws IOException {
      if (!outcomes.containsKey(peer) && !failures.containsKey(peer)) {
        Path jar = peer == PeerName.STANFORD ? stanford : null;
        try {
          outcomes.put(peer, new PeerProcess(directory, heap, jar).run(job(peer)));
        } catch (PeerProcess.Failure failure) {
          failures.put(peer, failure.reason());
          context.log("gpchain: note: " + failure.getMessage());
        }
      }
      return Optional.ofNullable(outcomes.get(peer));
    }

    private PeerJob job(PeerName peer) {
      TagScheme scheme = TagScheme.IOB2;
      if (comparison.corpora().train().scheme() == TagScheme.TOKEN) {
        scheme = TagScheme.TOKEN;
      }
      Path dev = comparison.corpora().dev() == null ? null : directory.resolve("dev.json");
      Path modelDirectory = models == null ? directory : models.toAbsolutePath();

      PeerJob.Features features =
          new PeerJob.Features(
              comparison.corpora().train().columns(),
              comparison.task().templates().lines(),
              cutoff);
      PeerJob.JobFiles files =
          new PeerJob.JobFiles(
              directory.resolve("train.json"),
              dev,
              directory.resolve("test.json"),
              modelDirectory.resolve(peer + ".model"));
      return new PeerJob(
          peer,
          comparison.task().name(),
          scheme,
          features,
          iterations.getOrDefault(peer, peer.iterations),
          context.run().seed(),
          comparison.tuned().contains(peer),
          files);
    }
  }
}
