package org.gpchain.internal.formats.spans;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gpchain.internal.annotator.cas.SegmentLayer;

/**
 * A choice of the layer that is learned if files may lack the usual layer of a task. Each file
 * declares only the layers with annotations.
 */
final class LayerChoice {
  /**
   * Package of DKPro's types, such as parts of speech and lemmas, which never substitute others.
   */
  private static final String DKPRO = "de.tudarmstadt.ukp.dkpro.core.api.";

  private final SegmentLayer usual;

  /** Names of features by the names of their types. */
  private final Map<String, Set<String>> features = new TreeMap<>();

  LayerChoice(SegmentLayer usual) {
    this.usual = usual;
  }

  /**
   * Adds the types of a file.
   *
   * @param types names of features by the names of their types
   */
  void add(Map<String, List<String>> types) {
    for (Map.Entry<String, List<String>> type : types.entrySet()) {
      features.computeIfAbsent(type.getKey(), name -> new TreeSet<>()).addAll(type.getValue());
    }
  }

  /**
   * Returns the only other layer of spans if no file has the usual layer. Its feature is the
   * feature with the usual name, or else its only feature. Returns null if there is no such layer
   * or feature.
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
    if (names.size() == 1) {
      return new SegmentLayer(type, names.iterator().next());
    }
    return null;
  }
}
