package org.gpchain.core.text;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** The labels of a model, numbered from 0 in a fixed order. Immutable. */
public final class LabelSet {
  private final List<String> labels;
  private final Map<String, Integer> indices = new HashMap<>();

  private LabelSet(List<String> labels) {
    this.labels = labels;
    for (String label : labels) {
      indices.put(label, indices.size());
    }
  }

  /**
   * The distinct labels of a collection, in the order of their first appearance.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static LabelSet of(Collection<String> labels) {
    if (labels.isEmpty()) {
      throw new IllegalArgumentException("a label set needs at least one label");
    }
    return new LabelSet(List.copyOf(new LinkedHashSet<>(labels)));
  }

  /** Number of labels V. */
  public int size() {
    return labels.size();
  }

  /** The label of a number. */
  public String label(int index) {
    return labels.get(index);
  }

  /** The number of a label, or -1 if the set does not hold it. */
  public int indexOf(String label) {
    return indices.getOrDefault(label, -1);
  }

  /** All labels in their order. */
  public List<String> labels() {
    return labels;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LabelSet set && set.labels.equals(labels);
  }

  @Override
  public int hashCode() {
    return labels.hashCode();
  }

  @Override
  public String toString() {
    return labels.toString();
  }
}
