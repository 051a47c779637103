package org.gpchain.experiments.peers;

import java.util.Locale;

/** The sequence labellers that are compared, and what each does unless told otherwise. */
enum PeerName {
  /** GPChain as {@code gpchain train} trains it; it learns its prior variances itself. */
  GPCHAIN(100, Double.NaN, "") {
    @Override
    Peer create(PeerJob job) {
      return new GpChainPeer(job);
    }
  },

  /** CRFsuite 0.12 by L-BFGS, on GPChain's features. */
  CRFSUITE(500, 1, "c2") {
    @Override
    Peer create(PeerJob job) {
      return new CrfSuitePeer(job);
    }
  },

  /** MALLET's conditional random field by L-BFGS, on GPChain's features; prior variance 1. */
  MALLET(200, 0.5, "prior variance") {
    @Override
    double ownSetting(double penalty) {
      return 1 / (2 * penalty);
    }

    @Override
    Peer create(PeerJob job) {
      return new MalletPeer(job);
    }
  },

  /** OpenNLP's chunker or name finder by L-BFGS, on its own features. */
  OPENNLP(200, 0.1, "L2Cost") {
    @Override
    Peer create(PeerJob job) {
      return OpenNlpName.TASK.equals(job.task()) ? new OpenNlpName(job) : new OpenNlpChunk(job);
    }

    @Override
    boolean knows(String task) {
      return OpenNlpName.TASK.equals(task) || OpenNlpChunk.TASKS.contains(task);
    }
  };

  private final int iterations;
  private final double penalty;
  private final String settingName;

  PeerName(int iterations, double penalty, String settingName) {
    this.iterations = iterations;
    this.penalty = penalty;
    this.settingName = settingName;
  }

  /** The peer itself. */
  abstract Peer create(PeerJob job);

  /** Whether it can learn a task. */
  boolean knows(String task) {
    return true;
  }

  /** Steps of its optimiser at most. */
  int iterations() {
    return iterations;
  }

  /** The penalty that it has by default, as {@link Peer#train} takes it; NaN if it has none. */
  double penalty() {
    return penalty;
  }

  /** A penalty as the value of the peer's own setting. */
  double ownSetting(double penalty) {
    return penalty;
  }

  /** A penalty in the peer's own terms, such as {@code c2 0.3}. */
  String setting(double penalty) {
    return String.format(Locale.ROOT, "%s %.3g", settingName, ownSetting(penalty))
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
