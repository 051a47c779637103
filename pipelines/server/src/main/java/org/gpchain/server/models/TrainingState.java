package org.gpchain.server.models;

import java.util.Locale;

/**
 * What became of the last training for a key.
 *
 * @param phase of it
 * @param sentences that it learns from
 * @param seconds that it took; 0 before it is done
 * @param problem why it failed; empty if it has not
 */
public record TrainingState(Phase phase, int sentences, double seconds, String problem) {
  /** Where a training is. */
  public enum Phase {
    /** Others come first. */
    WAITING,
    /** Under way. */
    RUNNING,
    /** The model is there. */
    DONE,
    /** There is no new model. */
    FAILED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
