package org.gpchain.experiments.peers;

import java.util.Locale;
import org.gpchain.experiments.lab.Tables;

/** A sequence labeler, with its default settings. */
enum PeerName {
  /** GPChain, trained like {@code gpchain train}, which learns the prior variances. */
  GPCHAIN("GPChain", 100, Double.NaN, ""),

  /** CRFsuite 0.12 with L-BFGS and GPChain's features. */
  CRFSUITE("CRFsuite", 500, 1, "c2"),

  /** MALLET's CRF with L-BFGS and GPChain's features. The default prior variance is 1. */
  MALLET("MALLET", 200, 0.5, "prior variance"),

  /** OpenNLP's chunker or name finder with L-BFGS and its own features. */
  OPENNLP("OpenNLP", 200, 0.1, "L2Cost"),

  /** Stanford's CRF with L-BFGS and its own features, from a JAR that the user provides. */
  STANFORD("Stanford CRF", 100, 0.5, "sigma");

  /** Name on pages. */
  final String displayName;

  /** Default maximum number of optimizer iterations. */
  final int iterations;

  /** Default penalty, as in {@link Peer#train}; NaN for peers without a penalty. */
  final double penalty;

  /** Name of the peer's own setting for the penalty. */
  private final String settingName;

  PeerName(String displayName, int iterations, double penalty, String settingName) {
    this.displayName = displayName;
    this.iterations = iterations;
    this.penalty = penalty;
    this.settingName = settingName;
  }

  /** Creates the peer. */
  Peer create(PeerJob job) {
    return switch (this) {
      case GPCHAIN -> new GpChainPeer(job);
      case CRFSUITE -> new CrfSuitePeer(job);
      case MALLET -> new MalletPeer(job);
      case OPENNLP -> new OpenNlpPeer(job);
      case STANFORD -> new StanfordPeer(job);
    };
  }

  /** Returns whether the peer supports a task. */
  boolean supports(String task) {
    return this != OPENNLP || OpenNlpPeer.NAMES.equals(task) || OpenNlpPeer.CHUNKS.contains(task);
  }

  /** Converts a penalty to the value of the peer's own setting. */
  double ownSetting(double penalty) {
    return switch (this) {
      case MALLET -> 1 / (2 * penalty);
      case STANFORD -> Math.sqrt(1 / (2 * penalty));
      default -> penalty;
    };
  }

  /** Returns the peer's own setting for a penalty, such as {@code c2 0.3}. */
  String setting(double penalty) {
    String setting = Tables.format("%s %.3g", settingName, ownSetting(penalty));
    String withoutZeros = setting.replaceFirst("(\\.\\d*?)0+$", "$1");
    return withoutZeros.replaceFirst("\\.$", "");
  }

  /** Returns whether the peer has a penalty to tune. */
  boolean isTunable() {
    return !Double.isNaN(penalty);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
