package org.gpchain.experiments.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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
import org.gpchain.internal.training.data.Task;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain experiment peers}: compares GPChain with other sequence labelers. */
@Command(
    name = "peers",
    sortOptions = false,
    description = {
      "Trains and tests GPChain and other sequence labelers on the same files, each in its own"
          + " process with one thread.",
      "crfsuite, mallet: conditional random fields with the features of GPChain's template and with"
          + " label pairs. opennlp: chunker or name finder with its own features. It has no"
          + " marginal probabilities, so there is no nll and ece. stanford: Stanford's CRF with its"
          + " own features.",
      "against gpchain: difference in F1 from GPChain's Viterbi decoding, and its 95 %% interval"
          + " from a paired bootstrap over the test sentences. It is a tie if the interval contains"
          + " 0.",
      "Seconds are processor time (user and system). Training includes the start of the process,"
          + " reading the sentences and, except for opennlp, feature extraction. Tagging includes"
          + " reading the model. peak MB: peak resident memory of the process, including tuning.",
      "penalty: c of the term c*|w|^2 that is added to the negative log-likelihood, converted to"
          + " the peer's own setting: c2, L2Cost, prior variance 1/(2c), or its square root sigma."
          + " GPChain learns its prior variances during training. training s: the final training.",
      "If a peer fails, its row contains the cause. If all peers fail, the exit code is 1."
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
          "Choose the penalty of each peer for the best F1 on the last tenth of the training"
              + " sentences, or by cross-validation in five folds of neighboring sentences if there"
              + " are fewer than 2000. With --dev: for the best F1 on that corpus.")
  private boolean tune;

  @Option(
      names = "--dev",
      paramLabel = "FILE",
      description = "The corpus on which to choose penalties. Requires --tune.")
  private Path devFile;

  @Override
  protected Stream<PeerRow> run(Context context) throws IOException {
    if (devFile != null && !tune) {
      throw corpora.wrongUse("--dev needs --tune");
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

    Corpus dev = devFile == null ? null : corpora.readLike(train, devFile);
    Set<PeerName> tuned = EnumSet.noneOf(PeerName.class);
    if (tune) {
      tuned = EnumSet.allOf(PeerName.class);
    }
    PeerOptions.Corpora compared = new PeerOptions.Corpora(train, dev, read.test());
    PeerOptions.Comparison comparison =
        new PeerOptions.Comparison(
            compared.trial(null, null),
            Task.of(task, read.what().templates()),
            compared,
            tuned,
            Peer.VITERBI);
    return peers.compare(comparison, rows, context).stream();
  }

  @Override
  protected String table(List<PeerRow> rows, Context context) {
    List<PeerRow> succeeded = new ArrayList<>();
    StringBuilder failures = new StringBuilder();
    for (PeerRow row : rows) {
      if (row.failure() == null) {
        succeeded.add(row);
      } else {
        failures.append(row.peer()).append("  failed: ").append(row.failure()).append('\n');
      }
    }

    List<Column<PeerRow>> columns =
        List.of(
            new Column<>("peer", PeerRow::peer),
            new Column<>("decoding", PeerRow::decoding),
            Column.percent("F1 %", 2, row -> row.scores().f1()),
            Column.difference("against gpchain (95 %)", row -> row.scores().againstGpchain()),
            Column.percent("token error %", 2, row -> row.scores().tokenError()),
            Column.of("nll", 4, row -> row.scores().nll()),
            Column.percent("ece %", 2, row -> row.scores().ece()),
            new Column<>("penalty", PeersCommand::penalty),
            Column.of("training s", 1, row -> row.training().trainSeconds()),
            Column.of(
                "with tuning s",
                1,
                row -> row.training().trainSeconds() + row.training().tuneSeconds()),
            Column.of("tagging s", 1, row -> row.costs().tagSeconds()),
            Column.of("peak MB", 0, row -> row.costs().peakMegabytes()),
            Column.of("model MB", 2, row -> row.costs().modelBytes() / 1e6));
    return Tables.of(succeeded, 2, columns) + failures;
  }

  /** Returns the peer's own setting for the penalty, marked if it was tuned; null if none. */
  private static String penalty(PeerRow row) {
    PeerRow.Training training = row.training();
    if (Double.isNaN(training.penalty())) {
      return null;
    }
    String setting = row.peer().setting(training.penalty());
    return training.tuneSeconds() > 0 ? setting + " (tuned)" : setting;
  }

  @Override
  protected int exitCode(List<PeerRow> rows) {
    return rows.stream().allMatch(row -> row.failure() != null) ? 1 : 0;
  }
}
