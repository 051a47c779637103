package org.gpchain.experiments.peers;

import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.text.TagScheme;

/**
 * What a peer is told, as a file between two processes.
 *
 * @param scheme how labels write segments: IOB2, or TOKEN for labels of tokens
 * @param cutoff a feature must occur this often to be used
 * @param tune whether to choose the penalty
 * @param dev file of sentences to choose the penalty on; null to hold out training sentences
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
