package org.gpchain.internal.formats.spans;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gpchain.internal.annotator.cas.SegmentLayer;

/**
 * Chooses the layer that is learned if files may lack the usual layer of a task. Tools name in each
 * file only the layers that are annotated there.
 */
final class LayerChoice {
  /** Types of DKPro, such as parts of speech and lemmas, are what their names say. */
  private static final String DKPRO = "de.tudarmstadt.ukp.dkpro.core.api.";

  private final SegmentLayer usual;
  private final Map<String, Set<String>> features = new TreeMap<>();

  LayerChoice(SegmentLayer usual) {
    this.usual = usual;
  }

  /** Adds the types of a file, and their features. */
  void add(Map<String, List<String>> types) {
    types.forEach(
        (type, names) -> features.computeIfAbsent(type, same -> new TreeSet<>()).addAll(names));
  }

  /**
   * Returns the only other layer of spans if no file has the usual layer, with its only feature or
   * the feature of the usual name; null if there is no such layer.
   */
  SegmentLayer substitute() {
    List<String> others =
        features.keySet().stream().filter(type -> !type.startsWith(DKPRO)).toList();
    if (features.containsKey(usual.typeName()) || others.size() != 1) {
      return null;
    }
    String type = others.get(0);
    Set<String> names = features.get(type);
    if (names.contains(usual.valueFeature())) {
      return new SegmentLayer(type, usual.valueFeature());
    }
    return names.size() == 1 ? new SegmentLayer(type, names.iterator().next()) : null;
  }
}
