package org.gpchain.internal.formats.spans;

import java.util.List;

/**
 * A layer that the header of a WebAnno TSV file declares.
 *
 * @param isOfSpans whether it has spans; otherwise it has relations or chains, which are not read
 * @param type full name of its annotation type
 * @param features names of the features in its columns; empty if it has one column that says where
 *     annotations are
 * @param firstColumn the number of its first column in a line, from 0
 */
record WebAnnoLayer(boolean isOfSpans, String type, List<String> features, int firstColumn) {
  /** How columns are called that hold links to other annotations, which are not read. */
  private static final List<String> LINKS = List.of("ROLE_", "BT_");

  WebAnnoLayer {
    features = List.copyOf(features);
  }

  int columnCount() {
    return Math.max(1, features.size());
  }

  /** Returns the features whose values are texts. */
  List<String> values() {
    boolean hasLinks = features.stream().anyMatch(WebAnnoLayer::isLink);
    // The column behind a role has the annotations that it leads to.
    return features.stream()
        .filter(name -> !isLink(name) && !(hasLinks && name.contains(".")))
        .toList();
  }

  private static boolean isLink(String name) {
    return LINKS.stream().anyMatch(name::startsWith);
  }
}
