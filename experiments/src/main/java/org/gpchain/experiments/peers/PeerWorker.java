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

/** The process of one peer: trains it, lets it label the test sentences, and scores it. */
final class PeerWorker {
  private static final Path STATUS = Path.of("/proc/self/status");

  private final PeerJob job;
  private final Peer peer;
  private final List<LabeledSequence> train;

  private PeerWorker(PeerJob job) throws IOException {
    this.job = job;
    this.peer = job.peer().create(job);
    this.train = readSentences(job.train());
  }

  /**
   * Does a job.
   *
   * @param args file of the job, and where to write the outcome
   */
  public static void main(String[] args) throws IOException {
    PeerJob job = RowFile.JSON.readValue(new File(args[0]), PeerJob.class);
    RowFile.JSON.writeValue(new File(args[1]), new PeerWorker(job).run());
    // Libraries may leave threads behind that would keep the process alive.
    System.exit(0);
  }

  private PeerOutcome run() throws IOException {
    boolean tunes = job.tune() && job.peer().isTunable();
    double start = ProcessorTime.seconds();
    double penalty = tunes ? tuning().choose(peer, job.model()) : job.peer().penalty;
    double tuneSeconds = tunes ? ProcessorTime.seconds() - start : 0;
    Peer.Trained trained = peer.train(train, penalty, job.model());
    double trainSeconds = ProcessorTime.seconds() - tuneSeconds;
    List<PeerOutcome.Row> rows = rows(trained);
    return new PeerOutcome(
        penalty, tuneSeconds, trainSeconds, peakKilobytes(), Files.size(job.model()), rows);
  }

  private static List<LabeledSequence> readSentences(Path file) throws IOException {
    return RowFile.JSON.readValue(file.toFile(), new TypeReference<List<LabeledSequence>>() {});
  }

  private Tuning tuning() throws IOException {
    return job.dev() == null
        ? Tuning.within(train, job.scheme())
        : new Tuning(List.of(new Tuning.Split(train, readSentences(job.dev()))), job.scheme());
  }

  private List<PeerOutcome.Row> rows(Peer.Trained trained) throws IOException {
    List<LabeledSequence> test = readSentences(job.test());
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

  /** The high-water mark of resident memory, which Linux keeps. */
  static long peakKilobytes() throws IOException {
    if (!Files.isReadable(STATUS)) {
      return -1;
    }
    return Files.readAllLines(STATUS).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElse(-1);
  }
}
