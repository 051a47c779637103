package org.gpchain.experiments.peers;

import java.util.Locale;

/** The sequence labellers that are compared, and what each does unless told otherwise. */
enum PeerName {
  /** GPChain as {@code gpchain train} trains it; it learns its prior variances itself. */
  GPCHAIN(100, Double.NaN) {
    @Override
    Peer create(PeerJob job) {
      return new GpChainPeer(job);
    }
  },

  /** CRFsuite 0.12 by L-BFGS, on GPChain's features. */
  CRFSUITE(500, 1) {
    @Override
    Peer create(PeerJob job) {
      return new CrfSuitePeer(job);
    }
  },

  /** MALLET's conditional random field by L-BFGS, on GPChain's features; prior variance 1. */
  MALLET(200, 0.5) {
    @Override
    Peer create(PeerJob job) {
      return new MalletPeer(job);
    }
  },

  /** OpenNLP's chunker or name finder by L-BFGS, on its own features. */
  OPENNLP(200, 0.1) {
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

  PeerName(int iterations, double penalty) {
    this.iterations = iterations;
    this.penalty = penalty;
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

  /** Whether it has a penalty to tune. */
  boolean isTunable() {
    return !Double.isNaN(penalty);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
