package org.gpchain.documents;

import java.util.List;
import org.apache.uima.analysis_engine.AnalysisEngineDescription;

/**
 * Engines of others that see documents before sentences and tokens are found, and after the models.
 *
 * @param before in their order
 * @param after in their order
 * @param settings what they are, and their parameters, in words
 */
public record Engines(
    List<AnalysisEngineDescription> before,
    List<AnalysisEngineDescription> after,
    String settings) {
  /** No others. */
  public static final Engines NONE = new Engines(List.of(), List.of(), "");

  /** Copies the lists. */
  public Engines {
    before = List.copyOf(before);
    after = List.copyOf(after);
  }

  boolean isEmpty() {
    return before.isEmpty() && after.isEmpty();
  }
}
