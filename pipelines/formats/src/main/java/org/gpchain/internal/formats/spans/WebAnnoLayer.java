package org.gpchain.internal.formats.spans;

import java.util.List;

/**
 * A layer that the header of a WebAnno TSV file declares.
 *
 * @param isOfSpans whether the layer has spans; if not, it has relations or chains, which are not
 *     read
 * @param type full name of the annotation type
 * @param features names of the features in the columns of the layer; empty if the layer has no
 *     features, but a single column that marks annotations
 * @param firstColumn number of the first column in a line, from 0
 */
record WebAnnoLayer(boolean isOfSpans, String type, List<String> features, int firstColumn) {
  /** Prefixes of columns with links to other annotations, which are not read. */
  private static final List<String> LINKS = List.of("ROLE_", "BT_");

  WebAnnoLayer {
    features = List.copyOf(features);
  }

  /** Returns the number of columns of the layer. */
  int columnCount() {
    return Math.max(1, features.size());
  }

  /** Returns the features whose values are strings, not links. */
  List<String> values() {
    boolean hasLinks = features.stream().anyMatch(WebAnnoLayer::isLink);
    // The column after a role is named after the type of the linked annotations.
    return features.stream()
        .filter(name -> !isLink(name) && !(hasLinks && name.contains(".")))
        .toList();
  }

  private static boolean isLink(String name) {
    return LINKS.stream().anyMatch(name::startsWith);
  }
}
