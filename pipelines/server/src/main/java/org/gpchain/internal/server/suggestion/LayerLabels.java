package org.gpchain.internal.server.suggestion;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The labels that suggestions for a layer may have. The tag set of a model may differ from the tag
 * set of the layer. Therefore, a label of the model is replaced by the label of the layer that
 * {@linkplain LabelMeanings means the same} ({@code MISC} by {@code OTH}); if the layer has no such
 * label, segments with the model's label are not suggested.
 *
 * @param tags descriptions of the layer's labels by name, in the order of the tag set; empty if the
 *     tag set is unknown
 * @param renamed labels to suggest instead of labels of models; an empty string suggests none
 * @param learned labels of the annotations that the layer's own model was learned from; empty if
 *     there is no such model
 * @param isPossible returns whether the layer's feature can have a label as its value
 */
public record LayerLabels(
    Map<String, String> tags,
    Map<String, String> renamed,
    Set<String> learned,
    Predicate<String> isPossible) {
  /** All labels of all models. */
  public static final LayerLabels ANY =
      new LayerLabels(Map.of(), Map.of(), Set.of(), label -> true);

  /** Returns the labels of a tag set without descriptions. */
  public static LayerLabels ofTags(Collection<String> tags) {
    return ANY.withTags(withoutDescriptions(tags));
  }

  /**
   * Returns these labels for a layer with a tag set.
   *
   * @param tagSet descriptions of the labels by name; empty if the tag set is unknown
   */
  public LayerLabels withTags(Map<String, String> tagSet) {
    return new LayerLabels(tagSet, renamed, learned, isPossible);
  }

  /** Returns these labels for a layer whose own model was learned from some labels. */
  public LayerLabels withLearned(Collection<String> labels) {
    return new LayerLabels(tags, renamed, new LinkedHashSet<>(labels), isPossible);
  }

  /**
   * Returns the label to suggest for each label of a model, without the labels for which nothing is
   * suggested.
   */
  public Map<String, String> of(Collection<String> modelLabels) {
    Map<String, String> labels = new LinkedHashMap<>();
    for (String modelLabel : modelLabels) {
      of(modelLabel).ifPresent(label -> labels.put(modelLabel, label));
    }
    return labels;
  }

  private Optional<String> of(String modelLabel) {
    String label = modelLabel;
    if (!learned.contains(modelLabel)) {
      label = renamed.getOrDefault(modelLabel, modelLabel);
    }
    if (label.isEmpty()) {
      return Optional.empty();
    }

    Map<String, String> known = known();
    if (!known.containsKey(label)) {
      Optional<String> equivalent = LabelMeanings.equivalent(label, known);
      if (equivalent.isEmpty() && !tags.isEmpty()) {
        return Optional.empty();
      }
      label = equivalent.orElse(label);
    }
    return Optional.of(label).filter(isPossible);
  }

  /** Returns the known labels of the layer with their descriptions. */
  private Map<String, String> known() {
    return tags.isEmpty() ? withoutDescriptions(learned) : tags;
  }

  private static Map<String, String> withoutDescriptions(Collection<String> labels) {
    Map<String, String> descriptions = new LinkedHashMap<>();
    for (String label : labels) {
      descriptions.put(label, "");
    }
    return descriptions;
  }
}
