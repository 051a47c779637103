package org.gpchain.internal.formats.spans;

import java.util.Map;

/**
 * An annotation of a range of a text.
 *
 * @param type full name of the annotation type
 * @param features values by the names of features
 */
record TypedSpan(TextRange range, String type, Map<String, String> features) {
  TypedSpan {
    features = Map.copyOf(features);
  }
}
