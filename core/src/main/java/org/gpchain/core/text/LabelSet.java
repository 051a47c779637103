package org.gpchain.core.text;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.gpchain.internal.core.math.Checks;

/** The labels of a model, numbered from 0 in a fixed order. Immutable. */
public final class LabelSet {
  /** Number of labels at most: every pair of them has a score. */
  public static final int LARGEST = 2_000;

  /** Characters of a label at most. */
  private static final int LONGEST = 1_000;

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
   * @throws IllegalArgumentException if there is none, if there are more than {@link #LARGEST}, or
   *     if one is too long or cannot be shown
   */
  public static LabelSet of(Collection<String> labels) {
    if (labels.isEmpty()) {
      throw new IllegalArgumentException("a label set needs at least one label");
    }
    List<String> distinct = List.copyOf(new LinkedHashSet<>(labels));
    if (distinct.size() > LARGEST) {
      throw new IllegalArgumentException(
          "a model has at most " + LARGEST + " labels, not " + distinct.size());
    }
    distinct.forEach(label -> Checks.plain("a label", label, LONGEST));
    return new LabelSet(distinct);
  }

  public int size() {
    return labels.size();
  }

  public String label(int index) {
    return labels.get(index);
  }

  /** The number of a label, or -1 if the set does not hold it. */
  public int indexOf(String label) {
    return indices.getOrDefault(label, -1);
  }

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
