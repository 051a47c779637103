package org.gpchain.experiments.gpstruct;

import java.nio.file.Path;
import java.util.Optional;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.graybox.GrayBoxChain.Checkpoints;
import org.gpchain.training.graybox.GrayBoxSettings.Stopping;

/**
 * How the learning of a fold may be stopped and continued.
 *
 * @param checkpoints directory of the checkpoints; null for none
 * @param resume whether to continue from what is there
 * @param seconds no phase of a fold begins after this time; 0 for no limit
 */
public record RunControl(Path checkpoints, boolean resume, double seconds) {
  /** Runs without a stop. */
  public static final RunControl NONE = new RunControl(null, false, 0);

  /** Checks that there is something to continue from. */
  public RunControl {
    if (resume && checkpoints == null) {
      throw new IllegalArgumentException("--resume needs --checkpoint DIR, to say from where");
    }
  }

  /** The checkpoint of a chain of GP-ESS. */
  Optional<EssCheckpoint> of(GpstructTask task, int fold, int chain, String told) {
    return Optional.ofNullable(checkpoints)
        .map(folder -> folder.resolve(task + "-gp-ess-" + fold + "-" + chain + ".gpess"))
        .map(file -> new EssCheckpoint(file, told));
  }

  Stopping stopping() {
    return new Stopping(seconds, 0, 1);
  }

  /** The checkpoints of one fold. */
  Checkpoints of(GpstructTask task, GpstructMethod method, int fold) {
    return checkpoints == null
        ? Checkpoints.NONE
        : new Checkpoints(checkpoints.resolve(task + "-" + method + "-" + fold + ".gpck"), resume);
  }
}
