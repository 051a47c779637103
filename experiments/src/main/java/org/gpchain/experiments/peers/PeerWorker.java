package org.gpchain.experiments.peers;

import com.fasterxml.jackson.core.type.TypeReference;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.experiments.lab.ProcessorTime;
import org.gpchain.experiments.lab.RowFile;

/** The main class of a peer's process, which trains the peer and scores it on test sentences. */
final class PeerWorker {
  private static final Path STATUS = Path.of("/proc/self/status");

  private final PeerJob job;
  private final Peer peer;
  private final List<LabeledSequence> train;

  private PeerWorker(PeerJob job) throws IOException {
    this.job = job;
    this.peer = job.peer().create(job);
    this.train = readSentences(job.files().train());
  }

  /**
   * Runs a job.
   *
   * @param args the file of the {@link PeerJob}, and the file for the {@link PeerOutcome}
   * @throws IOException if a file cannot be read or written, or the peer fails
   */
  public static void main(String[] args) throws IOException {
    PeerJob job = RowFile.JSON.readValue(new File(args[0]), PeerJob.class);
    RowFile.JSON.writeValue(new File(args[1]), new PeerWorker(job).run());
    // Threads of a library would keep the process alive.
    System.exit(0);
  }

  private PeerOutcome run() throws IOException {
    double penalty = job.peer().penalty;
    double tuneSeconds = 0;
    if (job.tune() && job.peer().isTunable()) {
      double start = ProcessorTime.seconds();
      penalty = tuning().choose(peer, job.files().model());
      tuneSeconds = ProcessorTime.seconds() - start;
    }

    Peer.Trained trained = peer.train(train, penalty, job.files().model());
    double trainSeconds = ProcessorTime.seconds() - tuneSeconds;
    List<PeerOutcome.Row> rows = rows(trained);
    return new PeerOutcome(
        penalty, tuneSeconds, trainSeconds, peakKilobytes(), Files.size(job.files().model()), rows);
  }

  private static List<LabeledSequence> readSentences(Path file) throws IOException {
    return RowFile.JSON.readValue(file.toFile(), new TypeReference<List<LabeledSequence>>() {});
  }

  private Tuning tuning() throws IOException {
    if (job.files().dev() == null) {
      return Tuning.within(train, job.scheme());
    }
    Tuning.Split split = new Tuning.Split(train, readSentences(job.files().dev()));
    return new Tuning(List.of(split), job.scheme());
  }

  private List<PeerOutcome.Row> rows(Peer.Trained trained) throws IOException {
    List<LabeledSequence> test = readSentences(job.files().test());
    List<TokenSequence> sentences = test.stream().map(LabeledSequence::tokens).toList();
    List<PeerOutcome.Row> rows = new ArrayList<>();
    for (String decoding : peer.decodings()) {
      double start = ProcessorTime.seconds();
      List<Peer.Tagged> tagged = trained.tag(sentences, decoding);
      double seconds = ProcessorTime.seconds() - start;
      rows.add(new PeerOutcome.Row(decoding, seconds, PeerScore.of(test, tagged, job.scheme())));
    }
    return rows;
  }

  /** Returns the peak resident memory of this process (kB), or -1 on systems other than Linux. */
  static long peakKilobytes() throws IOException {
    if (!Files.isReadable(STATUS)) {
      return -1;
    }

    for (String line : Files.readAllLines(STATUS)) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", ""));
      }
    }
    return -1;
  }
}
