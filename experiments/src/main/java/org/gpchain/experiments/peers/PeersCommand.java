package org.gpchain.experiments.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.gpchain.experiments.lab.Context;
import org.gpchain.experiments.lab.Experiment;
import org.gpchain.experiments.lab.RowFile;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.experiments.lab.Tables.Column;
import org.gpchain.experiments.lab.TrainTestOptions;
import org.gpchain.internal.corpora.Corpus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain experiment peers}: other sequence labellers beside GPChain. */
@Command(
    name = "peers",
    sortOptions = false,
    description = {
      "Trains and tests other sequence labellers and GPChain on the same files, each in its own"
          + " process with one thread.",
      "crfsuite, mallet: conditional random fields of the features of GPChain's template, and of"
          + " pairs of labels. opennlp: its chunker or name finder, with its own features; it"
          + " has no marginal probabilities, so neither nll nor ece. stanford: Stanford's CRF with"
          + " its own features.",
      "against gpchain: difference in F1 to GPChain's Viterbi decoding, with its 95 %% interval by"
          + " a paired bootstrap over the test sentences; a tie if the interval contains 0.",
      "Seconds are processor time, user and system: training includes the start of the process,"
          + " reading the sentences and, but for opennlp, making features from them; tagging"
          + " includes reading the model. peak MB: largest resident memory of the process, tuning"
          + " included.",
      "penalty: c of c*|w|^2, added to the negative log-likelihood, by the name that the peer has"
          + " for it: c2, L2Cost, a prior variance of 1/(2c), or its root sigma. GPChain learns its"
          + " prior variances while it is trained. training s: of the final training alone.",
      "A peer that fails has a row that says why. Only if all fail is the exit code 1."
    },
    footer = {
      "",
      "Example:",
      "  gpchain experiment peers --train train.txt --test test.txt --task chunk --tune"
    })
public final class PeersCommand extends Experiment<PeerRow> {
  @Mixin private TrainTestOptions corpora;

  @Mixin private PeerOptions peers;

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

  @Override
  protected Stream<PeerRow> run(Context context) throws IOException {
    if (devFile != null && !tune) {
      throw corpora.wrongUse("--dev goes with --tune");
    }
    String task = corpora.task();
    peers.check(context, Set.of(task));
    RowFile<PeerRow> rows = context.rows(PeerRow.class, "--peer", "--heap", "--stanford");
    TrainTestOptions.Read read = corpora.read();
    Corpus train = read.train();
    train.checkLearnable(train.sentences().size());
    if (tune && devFile == null && train.sentences().size() < Tuning.FOLDS) {
      throw train.problem(
          "--tune needs at least " + Tuning.FOLDS + " sentences", "give a larger file, or --dev");
    }
    peers.check(task, train);
    return peers
        .compare(
            new PeerOptions.Comparison(
                null,
                task,
                read.what().templates(),
                train,
                devFile == null ? null : corpora.readLike(train, devFile),
                read.test(),
                tune ? EnumSet.allOf(PeerName.class) : Set.of(),
                Peer.VITERBI,
                null),
            rows,
            context)
        .stream();
  }

  @Override
  protected String table(List<PeerRow> rows, Context context) {
    StringBuilder table =
        new StringBuilder(
            Tables.of(
                rows.stream().filter(row -> row.failure() == null).toList(),
                2,
                List.of(
                    new Column<>("peer", PeerRow::peer),
                    new Column<>("decoding", PeerRow::decoding),
                    Column.of("F1 %", 2, row -> 100 * row.f1()),
                    new Column<>(
                        "against gpchain (95 %)", row -> Tables.text(row.againstGpchain())),
                    Column.of("token error %", 2, row -> 100 * row.tokenError()),
                    Column.of("nll", 4, PeerRow::nll),
                    Column.of("ece %", 2, row -> 100 * row.ece()),
                    new Column<>("penalty", PeersCommand::penalty),
                    Column.of("training s", 1, PeerRow::trainSeconds),
                    Column.of("with tuning s", 1, row -> row.trainSeconds() + row.tuneSeconds()),
                    Column.of("tagging s", 1, PeerRow::tagSeconds),
                    Column.of("peak MB", 0, PeerRow::peakMegabytes),
                    Column.of("model MB", 2, row -> row.modelBytes() / 1e6))));
    for (PeerRow row : rows) {
      if (row.failure() != null) {
        table.append(row.peer()).append("  failed: ").append(row.failure()).append('\n');
      }
    }
    return table.toString();
  }

  /** The setting in the peer's own terms, and whether it was chosen. */
  private static String penalty(PeerRow row) {
    return Double.isNaN(row.penalty())
        ? null
        : row.peer().setting(row.penalty()) + (row.tuneSeconds() > 0 ? " (tuned)" : "");
  }

  @Override
  protected int exitCode(List<PeerRow> rows) {
    return rows.stream().allMatch(row -> row.failure() != null) ? 1 : 0;
  }
}
