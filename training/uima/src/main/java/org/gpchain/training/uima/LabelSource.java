package org.gpchain.training.uima;

import static org.gpchain.core.text.Numbers.format;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.uima.cas.Type;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.annotator.cas.UnusableCasException;

/**
 * A specification of the annotations that are learned, and of their labels.
 *
 * @param layer annotation type and the feature with the label; the name of the feature may be empty
 *     if labels are the names of types
 * @param subtypesAsLabels whether the label of an annotation is the short name of its type. The
 *     annotations of the layer's type itself, rather than a subtype, are labeled by their value if
 *     they have one.
 * @param onlyTags labels to learn, or an empty set for all; annotations with other labels are
 *     ignored
 */
public record LabelSource(SegmentLayer layer, boolean subtypesAsLabels, Set<String> onlyTags) {
  /**
   * Creates a specification.
   *
   * @throws IllegalArgumentException if labels are neither values of a feature nor names of types
   */
  public LabelSource {
    onlyTags = Set.copyOf(onlyTags);
    Objects.requireNonNull(layer, "layer");
    if (layer.valueFeature().isEmpty() && !subtypesAsLabels) {
      throw new IllegalArgumentException(
          format(
              "the labels of %s must be the values of a feature or the names of sub-types; name the"
                  + " feature, or take sub-types as labels",
              layer.typeName()));
    }
  }

  /** Returns the annotations that a task learns by default; empty if the task has no layer. */
  public static Optional<LabelSource> ofTask(String task) {
    return switch (task) {
      case "chunk" -> Optional.of(new LabelSource(SegmentLayer.CHUNK, false, Set.of()));
      case "np" -> Optional.of(new LabelSource(SegmentLayer.CHUNK, false, Set.of("NP")));
      case "ne" -> Optional.of(new LabelSource(SegmentLayer.NAMED_ENTITY, false, Set.of()));
      default -> Optional.empty();
    };
  }

  /**
   * Returns this source restricted to the given labels.
   *
   * @param tags labels to learn, or an empty set for no restriction
   * @throws IllegalArgumentException if this source learns none of them
   */
  LabelSource withOnly(Set<String> tags) {
    if (tags.isEmpty()) {
      return this;
    }

    Set<String> remaining = new TreeSet<>(tags);
    if (!onlyTags.isEmpty()) {
      remaining.retainAll(onlyTags);
      if (remaining.isEmpty()) {
        throw new IllegalArgumentException(
            "of the tags " + onlyTags + " none is among those to be learned, " + tags);
      }
    }
    return new LabelSource(layer, subtypesAsLabels, remaining);
  }

  /** Returns this source for annotations of another type with the same feature. */
  LabelSource ofType(String typeName) {
    SegmentLayer otherLayer = new SegmentLayer(typeName, layer.valueFeature());
    return new LabelSource(otherLayer, subtypesAsLabels, onlyTags);
  }

  /**
   * Returns the annotation type in the type system of a document.
   *
   * @throws UnusableCasException if the document has no such type, or the type no such feature
   */
  Type typeIn(JCas document) throws UnusableCasException {
    if (layer.valueFeature().isEmpty()) {
      return SegmentLayer.annotationType(document, layer.typeName());
    }
    return layer.typeIn(document);
  }

  /** Returns the label of an annotation; empty if the annotation has no value yet. */
  Optional<String> tagOf(Annotation annotation) {
    String value = layer.valueFeature().isEmpty() ? null : layer.valueOf(annotation);
    boolean hasValue = value != null && !value.isEmpty();
    boolean isSubtype = !annotation.getType().getName().equals(layer.typeName());
    if (subtypesAsLabels && (isSubtype || !hasValue)) {
      return Optional.of(annotation.getType().getShortName());
    }
    return hasValue ? Optional.of(value) : Optional.empty();
  }

  /** Returns whether a label is learned. */
  boolean isLearned(String tag) {
    return onlyTags.isEmpty() || onlyTags.contains(tag);
  }
}
