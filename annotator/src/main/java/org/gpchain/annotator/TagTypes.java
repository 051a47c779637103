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
 * The annotation types that tags are mapped to. Where a document does not have the type of a tag,
 * or it is not one of the layer's, the layer's own type is taken, and a warning says so once.
 */
final class TagTypes {
  private final Supplier<MappingProvider> mappings;
  private final SegmentLayer layer;
  private final Consumer<String> warnings;

  /** Tags that were warned of: for each segment, to compose a warning would cost. */
  private final Set<String> missing = new HashSet<>();

  /** Null before the first document, and after a failure, which leaves a provider unusable. */
  private MappingProvider mapping;

  private Type base;
  private TypeSystem types;
  private String language;

  TagTypes(Supplier<MappingProvider> mappings, SegmentLayer layer, Consumer<String> warnings) {
    this.mappings = mappings;
    this.layer = layer;
    this.warnings = warnings;
  }

  /**
   * Prepares for a document. If it has the type system and the language of the one before, our own
   * map is the same, which a provider would look for on the class path; that of a user is read
   * again.
   *
   * @throws UnusableCasException if the map of the user cannot be read, or the document does not
   *     have the layer
   */
  void configure(JCas document) throws UnusableCasException {
    base = layer.typeIn(document);
    boolean isLikeLast =
        document.getTypeSystem() == types
            && Objects.equals(document.getDocumentLanguage(), language);
    if (isLikeLast && mapping != null && mapping.getOverride(MappingProvider.LOCATION) == null) {
      return;
    }
    types = document.getTypeSystem();
    language = document.getDocumentLanguage();
    MappingProvider next = mapping == null ? mappings.get() : mapping;
    mapping = null;
    try {
      next.configure(document.getCas());
    } catch (AnalysisEngineProcessException e) {
      throw new UnusableCasException(
          "cannot read the map from tags to types " + next.getOverride(MappingProvider.LOCATION),
          e);
    }
    mapping = next;
  }

  /** The type of a tag in the document that was prepared for. */
  Type of(String tag) {
    String name = mapping.getTagTypeName(tag);
    Type type = types.getType(name);
    if (type != null && types.subsumes(base, type)) {
      return type;
    }
    if (missing.add(tag)) {
      String problem =
          type == null
              ? "the type system of the document does not have"
              : "is not a sub-type of " + layer.typeName();
      warnings.accept(
          "the tag '%s' is mapped to %s, which %s; %s is written instead"
              .formatted(tag, name, problem, layer.shortTypeName()));
    }
    return base;
  }
}
