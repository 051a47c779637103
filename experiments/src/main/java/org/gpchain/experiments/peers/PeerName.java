package org.gpchain.experiments.peers;

import java.util.Locale;
import org.gpchain.experiments.lab.Tables;

/** The sequence labellers that are compared, and what each does unless told otherwise. */
enum PeerName {
  /** GPChain as {@code gpchain train} trains it; it learns its prior variances itself. */
  GPCHAIN("GPChain", 100, Double.NaN, ""),

  /** CRFsuite 0.12 by L-BFGS, on GPChain's features. */
  CRFSUITE("CRFsuite", 500, 1, "c2"),

  /** MALLET's conditional random field by L-BFGS, on GPChain's features; prior variance 1. */
  MALLET("MALLET", 200, 0.5, "prior variance"),

  /** OpenNLP's chunker or name finder by L-BFGS, on its own features. */
  OPENNLP("OpenNLP", 200, 0.1, "L2Cost"),

  /** Stanford's CRF by L-BFGS, on its own features; a jar that the user names. */
  STANFORD("Stanford CRF", 100, 0.5, "sigma");

  /** Its name on pages. */
  final String displayName;

  /** Steps of its optimiser at most. */
  final int iterations;

  /** The penalty that it has by default, as {@link Peer#train} takes it; NaN if it has none. */
  final double penalty;

  private final String settingName;

  PeerName(String displayName, int iterations, double penalty, String settingName) {
    this.displayName = displayName;
    this.iterations = iterations;
    this.penalty = penalty;
    this.settingName = settingName;
  }

  /** The peer itself. */
  Peer create(PeerJob job) {
    return switch (this) {
      case GPCHAIN -> new GpChainPeer(job);
      case CRFSUITE -> new CrfSuitePeer(job);
      case MALLET -> new MalletPeer(job);
      case OPENNLP -> new OpenNlpPeer(job);
      case STANFORD -> new StanfordPeer(job);
    };
  }

  /** Whether it can learn a task. */
  boolean knows(String task) {
    return this != OPENNLP || OpenNlpPeer.NAMES.equals(task) || OpenNlpPeer.CHUNKS.contains(task);
  }

  /** A penalty as the value of the peer's own setting. */
  double ownSetting(double penalty) {
    return switch (this) {
      case MALLET -> 1 / (2 * penalty);
      case STANFORD -> Math.sqrt(1 / (2 * penalty));
      default -> penalty;
    };
  }

  /** A penalty in the peer's own terms, such as {@code c2 0.3}. */
  String setting(double penalty) {
    return Tables.format("%s %.3g", settingName, ownSetting(penalty))
        .replaceFirst("(\\.\\d*?)0+$", "$1")
        .replaceFirst("\\.$", "");
  }

  /** Whether it has a penalty to tune. */
  boolean isTunable() {
    return !Double.isNaN(penalty);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
