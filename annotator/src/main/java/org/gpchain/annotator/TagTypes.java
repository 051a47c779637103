package org.gpchain.annotator;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.uima.analysis_engine.AnalysisEngineProcessException;
import org.apache.uima.cas.Type;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.jcas.JCas;
import org.dkpro.core.api.resources.MappingProvider;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.annotator.cas.UnusableCasException;

/**
 * The mapping from tags to annotation types. If a document does not have the type of a tag, or the
 * type is not a subtype of the layer's type, the tag is mapped to the layer's type, and a warning
 * is logged once.
 */
final class TagTypes {
  private final Supplier<MappingProvider> mappings;
  private final SegmentLayer layer;
  private final Consumer<String> warnings;

  /** Tags for which a warning was logged, so that a message is not composed for each segment. */
  private final Set<String> reportedTags = new HashSet<>();

  /**
   * The configured mapping; null before the first document, and after a failure, since a failure
   * makes a provider unusable.
   */
  private MappingProvider mapping;

  private Type base;
  private TypeSystem types;
  private String language;

  /**
   * Creates a mapping.
   *
   * @param mappings creates the mapping provider
   * @param layer layer of the annotations
   * @param warnings receives warnings
   */
  TagTypes(Supplier<MappingProvider> mappings, SegmentLayer layer, Consumer<String> warnings) {
    this.mappings = mappings;
    this.layer = layer;
    this.warnings = warnings;
  }

  /**
   * Prepares the mapping for a document. A built-in map, which a provider would search for on the
   * class path, is not read again if the previous document has the same type system and language. A
   * map that the user specifies is always read again.
   *
   * @throws UnusableCasException if the user's map cannot be read, or the document does not have
   *     the layer
   */
  void configure(JCas document) throws UnusableCasException {
    base = layer.typeIn(document);
    boolean isLikePrevious =
        document.getTypeSystem() == types
            && Objects.equals(document.getDocumentLanguage(), language);
    if (isLikePrevious
        && mapping != null
        && mapping.getOverride(MappingProvider.LOCATION) == null) {
      return;
    }

    types = document.getTypeSystem();
    language = document.getDocumentLanguage();
    MappingProvider provider = mapping == null ? mappings.get() : mapping;
    mapping = null;
    try {
      provider.configure(document.getCas());
    } catch (AnalysisEngineProcessException e) {
      throw new UnusableCasException(
          "cannot read the map from tags to types "
              + provider.getOverride(MappingProvider.LOCATION),
          e);
    }
    mapping = provider;
  }

  /** Returns the annotation type of a tag in the document of the last {@link #configure}. */
  Type of(String tag) {
    String name = mapping.getTagTypeName(tag);
    Type type = types.getType(name);
    if (type != null && types.subsumes(base, type)) {
      return type;
    }

    if (reportedTags.add(tag)) {
      String problem = "is not a sub-type of " + layer.typeName();
      if (type == null) {
        problem = "the type system of the document does not have";
      }
      warnings.accept(
          "the tag '%s' is mapped to %s, which %s; %s is written instead"
              .formatted(tag, name, problem, layer.shortTypeName()));
    }
    return base;
  }
}
