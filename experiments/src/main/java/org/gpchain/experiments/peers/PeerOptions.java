package org.gpchain.experiments.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import org.gpchain.core.features.TemplateSet;
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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of experiments that compare sequence labellers, and the comparison. */
final class PeerOptions extends CommandPart {
  private static final String DEFAULT = " Default: ${DEFAULT-VALUE}.";

  @Option(
      names = "--peer",
      split = ",",
      paramLabel = "NAME",
      description =
          "Compare gpchain with one or more of: crfsuite, mallet, opennlp, stanford. Default: all"
              + " that know the task; stanford if there is --stanford.")
  private Set<PeerName> peers = EnumSet.noneOf(PeerName.class);

  @Option(
      names = "--stanford",
      paramLabel = "JAR",
      description =
          "The jar of Stanford CoreNLP, which is under the GPL and no part of GPChain (on Maven"
              + " Central: edu.stanford.nlp:stanford-corenlp).")
  Path stanford;

  @Option(
      names = "--iterations",
      split = ",",
      paramLabel = "NAME=N",
      description =
          "Maximum number of steps of a peer's optimiser. Default:"
              + " gpchain=100,crfsuite=500,mallet=200,opennlp=200,stanford=100.")
  private Map<PeerName, Integer> iterations = new EnumMap<>(PeerName.class);

  @Option(
      names = "--cutoff",
      paramLabel = "N",
      description = "Leave out features that occur less often than this." + DEFAULT)
  private int cutoff = 1;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "Largest Java heap of each process, as java -Xmx has it." + DEFAULT)
  private String heap = "4g";

  @Option(
      names = "--models",
      paramLabel = "DIR",
      description = "Keep the models there, each as PEER.model, for experiment speed.")
  private Path models;

  @Mixin private BootstrapOption resampling;

  /**
   * What is compared.
   *
   * @param corpus its name in the rows; null for none
   * @param templates features of those that take features
   * @param dev sentences to choose penalties on; null to hold out training sentences
   * @param tuned peers whose penalty is chosen
   * @param reference decoding of GPChain that the others are compared with
   */
  record Comparison(
      String corpus,
      String task,
      TemplateSet templates,
      Corpus train,
      Corpus dev,
      Corpus test,
      Set<PeerName> tuned,
      String reference,
      String commit) {}

  /** Checks what can be known without a corpus. */
  void check(Context context, Set<String> tasks) throws InputException {
    if (context.isGiven("--threads")) {
      throw wrongUse("each peer has one thread: leave --threads out");
    }
    for (PeerName peer : peers) {
      if (!tasks.stream().allMatch(peer::knows)) {
        throw wrongUse(peer + " knows chunk, np and ne only: leave it out with --peer");
      }
      if (peer == PeerName.STANFORD && stanford == null) {
        throw wrongUse("the peer stanford needs --stanford JAR");
      }
    }
    if (stanford != null && !Files.isRegularFile(stanford)) {
      throw new InputException(stanford, "there is no such file", "name a jar");
    }
    context.check(
        () -> {
          Checks.atLeast("--cutoff", cutoff, 1);
          iterations.forEach((peer, n) -> Checks.atLeast("--iterations of " + peer, n, 1));
        });
    resampling.bootstrap(context.run().seed());
  }

  /** Checks that the corpus has what the chosen peers need. */
  void check(String task, Corpus train) throws InputException {
    if (chosen(task).anyMatch(PeerName.OPENNLP::equals)
        && OpenNlpPeer.CHUNKS.contains(task)
        && !train.columns().contains(TokenSequence.POS)) {
      throw train.problem(
          "opennlp's chunker needs the column " + TokenSequence.POS,
          "name it with --columns, or leave opennlp out with --peer");
    }
  }

  /** GPChain, and the others in their order. */
  Stream<PeerName> chosen(String task) {
    return Arrays.stream(PeerName.values())
        .filter(
            peer ->
                peer == PeerName.GPCHAIN
                    || (peers.isEmpty()
                        ? peer.knows(task) && (peer != PeerName.STANFORD || stanford != null)
                        : peers.contains(peer)));
  }

  /** Trains and tests each peer whose rows are not there. */
  List<PeerRow> compare(Comparison what, RowFile<PeerRow> rows, Context context)
      throws IOException {
    if (models != null) {
      Files.createDirectories(models);
    }
    Path directory = Files.createTempDirectory("gpchain-peers");
    try {
      return new Runner(what, rows, context, directory).run();
    } finally {
      PathUtils.deleteDirectory(directory);
    }
  }

  /** One comparison under way. */
  private final class Runner {
    private final Comparison what;
    private final RowFile<PeerRow> rows;
    private final Context context;
    private final Path directory;
    private final PairedBootstrap bootstrap;
    private final Map<PeerName, PeerOutcome> outcomes = new EnumMap<>(PeerName.class);
    private final Map<PeerName, String> failures = new EnumMap<>(PeerName.class);

    Runner(Comparison what, RowFile<PeerRow> rows, Context context, Path directory)
        throws IOException {
      this.what = what;
      this.rows = rows;
      this.context = context;
      this.directory = directory;
      this.bootstrap = resampling.bootstrap(context.run().seed());
      copy(what.train(), "train.json");
      copy(what.test(), "test.json");
      copy(what.dev(), "dev.json");
    }

    /** Sentences without tokens are left out: most of the peers cannot have them. */
    private void copy(Corpus corpus, String name) throws IOException {
      if (corpus != null) {
        List<LabeledSequence> sentences =
            corpus.sentences().stream().filter(sentence -> sentence.length() > 0).toList();
        RowFile.JSON.writeValue(directory.resolve(name).toFile(), sentences);
      }
    }

    List<PeerRow> run() throws IOException {
      List<PeerRow> all = new ArrayList<>();
      for (PeerName peer : chosen(what.task()).toList()) {
        List<PeerRow> own = rows.all(row -> isOf(peer, row), () -> make(peer));
        all.addAll(own.isEmpty() ? List.of(failed(peer)) : own);
      }
      return all;
    }

    private boolean isOf(PeerName peer, PeerRow row) {
      return row.peer() == peer
          && row.sentences() == what.train().sentences().size()
          && (what.corpus() == null || what.corpus().equals(row.corpus()));
    }

    /** The rows of a peer; none if it fails. */
    private List<PeerRow> make(PeerName peer) throws IOException {
      Optional<PeerOutcome> outcome = outcome(peer);
      if (outcome.isEmpty()) {
        return List.of();
      }
      Optional<PeerScore> reference =
          outcome(PeerName.GPCHAIN).flatMap(gpchain -> gpchain.score(what.reference()));
      List<PeerRow> made = new ArrayList<>();
      for (PeerOutcome.Row row : outcome.get().rows()) {
        boolean isReference = peer == PeerName.GPCHAIN && row.decoding().equals(what.reference());
        made.add(
            outcome
                .get()
                .row(
                    what,
                    peer,
                    row,
                    reference
                        .filter(score -> !isReference)
                        .map(
                            score ->
                                bootstrap.difference(
                                    row.score().sums(), score.sums(), PairedBootstrap::f1))
                        .orElse(null)));
      }
      context.tell(
          Tables.format(
              "%s: F1 %.2f %%, training %.1f s",
              peer, 100 * made.get(made.size() - 1).f1(), outcome.get().trainSeconds()));
      return made;
    }

    private PeerRow failed(PeerName peer) {
      int sentences = what.train().sentences().size();
      return PeerRow.failed(what.corpus(), sentences, peer, failures.get(peer));
    }

    /** Runs a peer once; empty if it fails. */
    private Optional<PeerOutcome> outcome(PeerName peer) throws IOException {
      if (!outcomes.containsKey(peer) && !failures.containsKey(peer)) {
        try {
          Path jar = peer == PeerName.STANFORD ? stanford : null;
          outcomes.put(peer, new PeerProcess(directory, heap, jar).run(job(peer)));
        } catch (PeerProcess.Failure failure) {
          failures.put(peer, failure.reason());
          context.tell("gpchain: note: " + failure.getMessage());
        }
      }
      return Optional.ofNullable(outcomes.get(peer));
    }

    private PeerJob job(PeerName peer) {
      return new PeerJob(
          peer,
          what.task(),
          what.train().scheme() == TagScheme.TOKEN ? TagScheme.TOKEN : TagScheme.IOB2,
          what.train().columns(),
          what.templates().lines(),
          cutoff,
          iterations.getOrDefault(peer, peer.iterations),
          context.run().seed(),
          what.tuned().contains(peer),
          directory.resolve("train.json"),
          what.dev() == null ? null : directory.resolve("dev.json"),
          directory.resolve("test.json"),
          (models == null ? directory : models.toAbsolutePath()).resolve(peer + ".model"));
    }
  }
}
