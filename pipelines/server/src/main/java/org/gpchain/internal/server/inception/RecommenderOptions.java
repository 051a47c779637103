package org.gpchain.internal.server.inception;

import java.nio.file.Path;
import java.util.Map;
import org.gpchain.internal.training.data.Annotated;

/**
 * The options of INCEpTION's external recommender.
 *
 * @param annotated which units without an annotation count as annotated
 * @param alternatives whether to send the alternatives of suggestions too, which overlap them
 * @param renamedLabels labels to suggest instead of labels of shipped models; an empty string
 *     suggests none
 * @param replay folder with precomputed annotations; null for none
 */
public record RecommenderOptions(
    Annotated annotated, boolean alternatives, Map<String, String> renamedLabels, Path replay) {
  /** Copies the labels. */
  public RecommenderOptions {
    renamedLabels = Map.copyOf(renamedLabels);
  }
}
