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
 * Which annotations are learned, and what their labels are.
 *
 * @param layer the annotation type, and the feature with the label; the feature may be empty if
 *     labels are the names of types
 * @param subtypesAsLabels whether the label is the short name of the annotation's type; only
 *     annotations of the layer's own type, which is no sub-type, have their value as label if they
 *     have one
 * @param onlyTags the labels to learn, annotations with others count for nothing; empty for all
 */
public record LabelSource(SegmentLayer layer, boolean subtypesAsLabels, Set<String> onlyTags) {
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

  /** What a task learns by default; empty if the task has no layer. */
  public static Optional<LabelSource> ofTask(String task) {
    return switch (task) {
      case "chunk" -> Optional.of(new LabelSource(SegmentLayer.CHUNK, false, Set.of()));
      case "np" -> Optional.of(new LabelSource(SegmentLayer.CHUNK, false, Set.of("NP")));
      case "ne" -> Optional.of(new LabelSource(SegmentLayer.NAMED_ENTITY, false, Set.of()));
      default -> Optional.empty();
    };
  }

  /** Of what this source learns, only these labels; all of it if there are none. */
  LabelSource withOnly(Set<String> tags) {
    Set<String> both = new TreeSet<>(tags);
    if (!tags.isEmpty() && !onlyTags.isEmpty()) {
      both.retainAll(onlyTags);
      if (both.isEmpty()) {
        throw new IllegalArgumentException(
            "of the tags " + onlyTags + " none is among those to be learned, " + tags);
      }
    }
    return tags.isEmpty() ? this : new LabelSource(layer, subtypesAsLabels, both);
  }

  LabelSource ofType(String typeName) {
    return new LabelSource(
        new SegmentLayer(typeName, layer.valueFeature()), subtypesAsLabels, onlyTags);
  }

  Type typeIn(JCas document) throws UnusableCasException {
    return layer.valueFeature().isEmpty()
        ? SegmentLayer.annotationType(document, layer.typeName())
        : layer.typeIn(document);
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

  boolean isWanted(String tag) {
    return onlyTags.isEmpty() || onlyTags.contains(tag);
  }
}
