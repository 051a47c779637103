package org.gpchain.annotator;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.uima.analysis_engine.AnalysisEngineProcessException;
import org.apache.uima.cas.Type;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.jcas.JCas;
import org.dkpro.core.api.resources.MappingProvider;
import org.gpchain.annotator.cas.SegmentLayer;
import org.gpchain.annotator.cas.UnusableCasException;
import org.gpchain.core.model.Model;
import org.gpchain.core.predict.DecodingOptions;
import org.gpchain.core.predict.Tagger;

/**
 * The models of one engine: one for each language that its documents have had, or one for all of
 * them if the user gave a model. A model that was read is kept until the engine is initialised
 * anew. A failure leaves nothing behind: the next document in that language is a new attempt.
 */
final class EngineModels {
  /**
   * A model and the parts that an engine makes of it.
   *
   * @param lookup that found it
   * @param tagger predicts
   * @param input reads what the tagger needs
   * @param types the annotation types of its tags
   */
  record Loaded(ModelLookup lookup, Tagger tagger, ModelInput input, TagTypes types) {
    static Loaded of(ModelLookup lookup, DecodingOptions options, TagTypes types)
        throws UnusableCasException {
      Model model = lookup.getResource();
      try {
        return new Loaded(lookup, model.tagger(options), new ModelInput(model), types);
      } catch (IllegalArgumentException e) {
        throw new UnusableCasException(
            "the model cannot be used with these parameters: " + e.getMessage(), e);
      }
    }

    /** Prepares for writing into a document, and says in it which tagsets the model has. */
    void prepare(JCas document) throws AnalysisEngineProcessException {
      types.configure(document);
      lookup.record(document.getCas());
    }
  }

  /** Makes a model that a look-up has read ready for use. */
  @FunctionalInterface
  interface Loader {
    Loaded load(ModelLookup found) throws AnalysisEngineProcessException;
  }

  private final Function<String, ModelLookup> lookups;
  private final Loader loader;
  private final String givenLanguage;
  private final boolean byLanguage;
  private final Map<String, Loaded> loaded = new HashMap<>();

  /**
   * @param givenLanguage to look models up by in place of the documents' languages; may be null
   */
  EngineModels(Function<String, ModelLookup> lookups, Loader loader, String givenLanguage) {
    this.lookups = lookups;
    this.loader = loader;
    this.givenLanguage = givenLanguage;
    this.byLanguage = lookups.apply(Languages.UNSPECIFIED).isByLanguage();
  }

  /**
   * The model for a document.
   *
   * @param documentLanguage may be null
   * @throws AnalysisEngineProcessException if there is no model, or not one for this engine
   */
  Loaded get(String documentLanguage) throws AnalysisEngineProcessException {
    String wanted = givenLanguage == null ? documentLanguage : givenLanguage;
    String language = wanted == null ? Languages.UNSPECIFIED : wanted;
    // However many languages the documents have: a model that was given is one.
    String key = byLanguage ? language : "";
    Loaded known = loaded.get(key);
    if (known == null) {
      ModelLookup lookup = find(language);
      lookup.read(language);
      known = loader.load(lookup);
      loaded.put(key, known);
    }
    return known;
  }

  /** The look-up by the most special code of the language that finds something. */
  private ModelLookup find(String language) {
    List<ModelLookup> candidates = Languages.candidates(language).stream().map(lookups).toList();
    return candidates.stream()
        .filter(lookup -> !byLanguage || lookup.isThere())
        .findFirst()
        .orElse(candidates.get(0));
  }

  /**
   * The annotation types that tags are mapped to. Where a document does not have the type of a tag,
   * or it is not one of the layer's, the layer's own type is taken, and a warning says so once.
   */
  static final class TagTypes {
    private final Supplier<MappingProvider> mappings;
    private final SegmentLayer layer;
    private final Consumer<String> warnings;
    private final Set<String> missing = new HashSet<>();

    /** Null before the first document, and after a failure, which leaves a provider unusable. */
    private MappingProvider mapping;

    private Type base;
    private TypeSystem types;

    /**
     * @param layer whose sub-types tags are mapped to
     * @param warnings take what the user should know
     */
    TagTypes(Supplier<MappingProvider> mappings, SegmentLayer layer, Consumer<String> warnings) {
      this.mappings = mappings;
      this.layer = layer;
      this.warnings = warnings;
    }

    /**
     * Prepares for a document.
     *
     * @throws UnusableCasException if the map of the user cannot be read, or the document does not
     *     have the layer
     */
    void configure(JCas document) throws UnusableCasException {
      base = layer.typeIn(document);
      types = document.getTypeSystem();
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
      if (missing.add(name)) {
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
}
