package org.gpchain.experiments.peers;

import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.text.TagScheme;

/**
 * The input of a peer's process, which is passed in a file.
 *
 * @param peer the peer
 * @param task name of the task
 * @param scheme tag scheme of the labels: IOB2, or TOKEN for one label per token
 * @param features features of the sentences
 * @param iterations maximum number of optimizer iterations
 * @param seed random seed
 * @param tune whether to tune the penalty
 * @param files files to read and to write
 */
record PeerJob(
    PeerName peer,
    String task,
    TagScheme scheme,
    Features features,
    int iterations,
    long seed,
    boolean tune,
    JobFiles files) {
  /**
   * The features of the sentences.
   *
   * @param columns columns of the sentences
   * @param templates lines of the feature templates
   * @param cutoff minimum number of occurrences of a feature
   */
  record Features(List<String> columns, List<String> templates, int cutoff) {
    /** Returns the feature templates. */
    TemplateSet templateSet() {
      return TemplateSet.parse(String.join("\n", templates), columns);
    }
  }

  /**
   * The files of a job.
   *
   * @param train file of the training sentences
   * @param dev file of the sentences on which to tune the penalty; null to hold out training
   *     sentences
   * @param test file of the test sentences
   * @param model file for the model
   */
  record JobFiles(Path train, Path dev, Path test, Path model) {}
}
