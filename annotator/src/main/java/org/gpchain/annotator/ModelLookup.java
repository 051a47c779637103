package org.gpchain.annotator;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.TagsetDescription;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import java.io.IOException;
import java.net.URL;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.apache.uima.analysis_engine.AnalysisEngineProcessException;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.CASException;
import org.apache.uima.jcas.tcas.Annotation;
import org.dkpro.core.api.metadata.AggregateTagset;
import org.dkpro.core.api.metadata.SingletonTagset;
import org.dkpro.core.api.metadata.Tagset;
import org.dkpro.core.api.parameter.ComponentParameters;
import org.dkpro.core.api.resources.ModelProviderBase;
import org.dkpro.core.api.resources.ResourceUtils;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelFormatException;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.annotator.cas.UnusableCasException;

/**
 * A single look-up of a model by DKPro's conventions. The model is at the location that the user
 * specifies, or it is described by {@code
 * classpath:/org/gpchain/annotator/lib/<tool>-<language>-<variant>.properties}. It is read through
 * the {@link ModelCache}.
 *
 * <p>DKPro's providers may be configured repeatedly, but after a failure they are only partly
 * configured and no longer find models that they found before. A look-up is therefore configured
 * only once, for one language, and discarded if that fails.
 */
final class ModelLookup extends ModelProviderBase<Model> {
  /** Key of the tagset of chunks in the metadata of a model. */
  static final String CHUNK_TAGSET = "chunk.tagset";

  /** Name of the tagset of chunks in CoNLL-2000. */
  static final String CONLL_2000 = "conll2000";

  /** Key of the tagset of parts of speech in the metadata of a model. */
  static final String POS_TAGSET = "pos.tagset";

  /** Name of the tagset of parts of speech of Universal Dependencies. */
  static final String UNIVERSAL_DEPENDENCIES = "ud";

  private static final String FOLDER = ModelLookup.class.getPackageName().replace('.', '/');

  /** Folder on the class path with the descriptions of models. */
  static final String LIB = FOLDER + "/lib";

  /** Name of an unknown tagset. */
  private static final String OTHER = "other";

  private static final Set<String> CONLL_2000_TAGS =
      Set.of("ADJP", "ADVP", "CONJP", "INTJ", "LST", "NP", "PP", "PRT", "SBAR", "UCP", "VP");

  private final GpSegmentAnnotator component;
  private final Contents contents;
  private final AggregateTagset tagsets = new AggregateTagset();

  /**
   * Creates a look-up.
   *
   * @param component component that uses the model; its bound model, if any, is returned
   * @param contents parts of the model that are read
   * @param language language of the model, in place of the component's parameter
   */
  ModelLookup(GpSegmentAnnotator component, Contents contents, String language) {
    super(component, "gpchain", component.tool);
    this.component = component;
    this.contents = contents;

    setDefault(GROUP_ID, "org.gpchain");
    setDefault(COMPONENT_GROUP_ID, "org.gpchain");
    // Models are in our own package even if a component is a subclass in another package.
    setDefault(PACKAGE, FOLDER);
    // In a PEAR, the class loader of the thread, which DKPro uses, does not find the variants.
    setDefaultVariantsLocation(null);
    setDefaultVariants(ModelsOnClassPath.defaultVariants(component.tool));
    setOverride(LANGUAGE, language);
    if (component.bound != null) {
      setOverride(LOCATION, component.bound.location().toString());
    }
  }

  /** Returns whether the location depends on the language or on its default variant. */
  boolean isByLanguage() {
    String location = getOverride(LOCATION);
    return location == null || location.contains("${");
  }

  /** Returns whether the location can be opened. The file may still not be a valid model. */
  boolean isThere() {
    try {
      ResourceUtils.resolveLocation(getModelLocation(), getClassLoader(), null)
          .openStream()
          .close();
      return true;
    } catch (IOException | IllegalStateException e) {
      return false;
    }
  }

  /**
   * Reads the model.
   *
   * @param documentLanguage language of the document, for messages
   * @throws UnusableCasException if there is no model, or it cannot be read
   */
  void read(String documentLanguage) throws UnusableCasException {
    try {
      configure();
    } catch (IOException | IllegalStateException e) {
      // If there is no model, DKPro's message suggests an artifact that does not exist, so the
      // exception is not passed on as a cause.
      Exception cause = isThere() ? e : null;
      throw new UnusableCasException(explanation(e, documentLanguage), cause);
    }
  }

  /** Returns the name of the model that was read. */
  String modelName() {
    return BoundModel.nameOf(getLastModelLocation());
  }

  /** Returns the language of the model, or the language of the look-up if the model has none. */
  String language() {
    return getResourceMetaData().getProperty(LANGUAGE, getOverride(LANGUAGE));
  }

  /**
   * Writes descriptions of the tagsets that the model reads and writes, if the document has the
   * type for them. Descriptions that an earlier run of the model has written are replaced.
   */
  void record(CAS document) throws AnalysisEngineProcessException {
    if (document.getTypeSystem().getType(TagsetDescription._TypeName) == null) {
      return;
    }

    try {
      List<TagsetDescription> earlier =
          document.getJCas().getIndexedFSs(TagsetDescription.class).stream()
              .filter(this::isOurs)
              .toList();
      earlier.forEach(TagsetDescription::removeFromIndexes);
      recordTagsets(document);
    } catch (CASException e) {
      throw new AnalysisEngineProcessException(e);
    }
  }

  private boolean isOurs(TagsetDescription tagset) {
    boolean isOurLayer =
        component.layer().typeName().equals(tagset.getLayer())
            || POS._TypeName.equals(tagset.getLayer());
    return isOurLayer && getLastModelLocation().equals(tagset.getModelLocation());
  }

  @Override
  protected Model produceResource(URL url) throws IOException {
    Model model = model(url);
    SegmentLayer layer = component.layer();
    Properties metadata = getResourceMetaData();
    if (!model.language().equals(Languages.UNSPECIFIED)) {
      metadata.putIfAbsent(LANGUAGE, model.language());
    }

    Set<String> tags = tagsOf(model);
    if (layer.equals(SegmentLayer.CHUNK) && CONLL_2000_TAGS.containsAll(tags)) {
      metadata.putIfAbsent(CHUNK_TAGSET, CONLL_2000);
    }
    if (layer.typeName().equals(POS._TypeName)) {
      metadata.putIfAbsent(POS_TAGSET, org.gpchain.core.model.Tagset.of(tags).name());
    }

    tagsets.add(tagset(layer.typeName(), metadata.getProperty(tagsetKey(), OTHER), tags));
    if (component.posModelLocation == null) {
      model.posTagset().ifPresent(this::addPos);
    }
    return model;
  }

  private Model model(URL url) throws IOException {
    if (component.bound != null) {
      return component.bound.model();
    }
    List<URL> words = List.of();
    if (component.wordsLocation != null) {
      words = List.of(GpWordAnnotator.locate(component.wordsLocation, getClassLoader()));
    }
    return ModelCache.SHARED.get(url, contents, words);
  }

  /** Returns the key of the written tagset in the metadata of a model, as DKPro defines it. */
  private String tagsetKey() {
    return switch (component.layer().typeName()) {
      case Chunk._TypeName -> CHUNK_TAGSET;
      case NamedEntity._TypeName -> "ner.tagset";
      case POS._TypeName -> POS_TAGSET;
      default -> "tagset";
    };
  }

  private Set<String> tagsOf(Model model) {
    Set<String> tags = new TreeSet<>();
    for (String type : SpanCodec.of(model.scheme()).types(model.labels())) {
      component.tagOf(type).ifPresent(tags::add);
    }
    return tags;
  }

  private void addPos(org.gpchain.core.model.Tagset tagset) {
    SingletonTagset pos = tagset(POS._TypeName, tagset.name(), tagset.tags());
    tagsets.add(pos);
    // Tells the base class that the model reads, but does not write, this tagset.
    addTagset(pos, false);
  }

  private static SingletonTagset tagset(String type, String name, Collection<String> tags) {
    SingletonTagset tagset = new SingletonTagset(Annotation.class, name);
    tagset.setLayer(type);
    tagset.addAll(tags);
    return tagset;
  }

  @Override
  public Tagset getTagset() {
    return tagsets;
  }

  /** Returns why there is no usable model, and what the user can do. */
  private String explanation(Exception problem, String language) {
    Throwable root = problem;
    while (root.getCause() != null && !(root instanceof ModelFormatException)) {
      root = root.getCause();
    }

    if (root instanceof ModelFormatException || isThere()) {
      return "cannot read the model %s: %s".formatted(getLastModelLocation(), root.getMessage());
    }
    if (getOverride(LOCATION) != null) {
      return String.format(
          "there is no model at %s; the parameter %s takes a file, a file: URL or a classpath:"
              + " location",
          getLastModelLocation(), ComponentParameters.PARAM_MODEL_LOCATION);
    }
    String jar = "its jar";
    if (component.variant != null) {
      jar +=
          (" (if GPChain provides this model, it is in the artifact"
                  + " org.gpchain:gpchain-model-%s-%s-%s)")
              .formatted(component.tool, language, component.variant);
    }
    return String.format(
        "there is no %s model for the language '%s' on the class path (looked for"
            + " %s); %s; specify a model file with the parameter %s, or add a model to the"
            + " class path: %s, or a file %s/%s-%s-VARIANT.properties with the line"
            + " location=classpath:/… and VARIANT in the parameter %s; to use a model of"
            + " that list, set the language and the variant to those of the model",
        component.tool,
        language,
        getLastModelLocation(),
        otherModels(),
        ComponentParameters.PARAM_MODEL_LOCATION,
        jar,
        LIB,
        component.tool,
        language,
        ComponentParameters.PARAM_VARIANT);
  }

  private String otherModels() {
    List<String> models = ModelsOnClassPath.of(LIB, component.tool);
    if (models.isEmpty()) {
      return "there are no " + component.tool + " models at all";
    }
    return "there are " + String.join(", ", models);
  }
}
