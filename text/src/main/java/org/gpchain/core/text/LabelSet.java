package org.gpchain.core.text;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.gpchain.internal.core.math.Checks;

/** The labels of a model, each with an index from 0 in a fixed order. Immutable. */
public final class LabelSet {
  /** Maximum number of labels. A model has one score for each pair of labels. */
  public static final int LARGEST = 2_000;

  /** Maximum length of a label (characters). */
  public static final int LONGEST = 1_000;

  private final List<String> labels;
  private final Map<String, Integer> indices = new HashMap<>();

  private LabelSet(List<String> labels) {
    this.labels = labels;
    for (String label : labels) {
      indices.put(label, indices.size());
    }
  }

  /**
   * Returns the distinct labels of a collection in the order of their first appearance.
   *
   * @throws IllegalArgumentException if there are no labels or more than {@link #LARGEST}, or if a
   *     label is too long or has control characters
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
    for (String label : distinct) {
      Checks.plain("a label", label, LONGEST);
    }
    return new LabelSet(distinct);
  }

  /** Returns the number of labels, V. */
  public int size() {
    return labels.size();
  }

  /** Returns the label with an index in {@code [0, V)}. */
  public String label(int index) {
    return labels.get(index);
  }

  /** Returns the index of a label, or -1 if the set does not contain it. */
  public int indexOf(String label) {
    return indices.getOrDefault(label, -1);
  }

  /** Returns the labels in the order of their indices; unmodifiable. */
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
