package org.gpchain.experiments.peers;

import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.text.TagScheme;

/**
 * What a peer is told, as a file between two processes.
 *
 * @param peer which one
 * @param task the task, such as {@code chunk}
 * @param scheme how labels write segments: IOB2, or TOKEN for labels of tokens
 * @param columns names of the columns of the sentences
 * @param templates lines of the feature templates
 * @param cutoff a feature must occur this often to be used
 * @param iterations steps of the optimiser at most
 * @param seed of all randomness
 * @param tune whether to choose the penalty
 * @param train file of training sentences
 * @param dev file of sentences to choose the penalty on; null to hold out training sentences
 * @param test file of test sentences
 * @param model where to write the model
 */
record PeerJob(
    PeerName peer,
    String task,
    TagScheme scheme,
    List<String> columns,
    List<String> templates,
    int cutoff,
    int iterations,
    long seed,
    boolean tune,
    Path train,
    Path dev,
    Path test,
    Path model) {

  /** The feature templates. */
  TemplateSet templateSet() {
    return TemplateSet.parse(String.join("\n", templates), columns);
  }
}
