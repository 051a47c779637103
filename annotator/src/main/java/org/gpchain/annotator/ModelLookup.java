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
import java.util.stream.Collectors;
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
 * One look-up of a model by DKPro's conventions, {@code
 * classpath:/org/gpchain/annotator/lib/<tool>-<language>-<variant>.properties} or the model
 * location; the model is read through the {@link ModelCache}.
 *
 * <p>DKPro's providers are made to be configured again and again, but a failure leaves them
 * half-configured, so that what worked before it does not work afterwards. This one is configured
 * once, for one language, and thrown away if that fails.
 */
final class ModelLookup extends ModelProviderBase<Model> {
  static final String CHUNK_TAGSET = "chunk.tagset";
  static final String CONLL_2000 = "conll2000";
  static final String POS_TAGSET = "pos.tagset";
  static final String UNIVERSAL_DEPENDENCIES = "ud";

  private static final String FOLDER = ModelLookup.class.getPackageName().replace('.', '/');
  static final String LIB = FOLDER + "/lib";
  private static final String OTHER = "other";
  private static final Set<String> CONLL_2000_TAGS =
      Set.of("ADJP", "ADVP", "CONJP", "INTJ", "LST", "NP", "PP", "PRT", "SBAR", "UCP", "VP");

  private final GpSegmentAnnotator component;
  private final Contents wanted;
  private final AggregateTagset tagsets = new AggregateTagset();

  /**
   * @param component for which a model is looked up, unless it has one
   * @param language to look it up by, in place of the component's own
   */
  ModelLookup(GpSegmentAnnotator component, Contents wanted, String language) {
    super(component, "gpchain", component.tool);
    this.component = component;
    this.wanted = wanted;
    setDefault(GROUP_ID, "org.gpchain");
    setDefault(COMPONENT_GROUP_ID, "org.gpchain");
    // Models stand beside our own classes, also for components derived from ours.
    setDefault(PACKAGE, FOLDER);
    // Read once, and found also where the thread's loader does not know them, as in a PEAR.
    setDefaultVariantsLocation(null);
    setDefaultVariants(ModelsOnClassPath.defaultVariants(component.tool));
    setOverride(LANGUAGE, language);
    if (component.bound != null) {
      setOverride(LOCATION, component.bound.location().toString());
    }
  }

  /** Whether the location depends on the language, directly or through the default variant. */
  boolean isByLanguage() {
    String location = getOverride(LOCATION);
    return location == null || location.contains("${");
  }

  /** Whether there is something at the location, sound or not. */
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
   * @throws UnusableCasException if there is none, or it cannot be read
   */
  void read(String documentLanguage) throws UnusableCasException {
    try {
      configure();
    } catch (IOException | IllegalStateException e) {
      // Where there is no model, DKPro's own message names an artifact that does not exist.
      throw new UnusableCasException(explanation(e, documentLanguage), isThere() ? e : null);
    }
  }

  String modelName() {
    return BoundModel.nameOf(getLastModelLocation());
  }

  /** The language of the model, or the one that it was looked up by. */
  String language() {
    return getResourceMetaData().getProperty(LANGUAGE, getOverride(LANGUAGE));
  }

  /**
   * Says which tagsets the model reads and writes, if the document has the type for it; what it has
   * said before is replaced.
   */
  void record(CAS document) throws AnalysisEngineProcessException {
    if (document.getTypeSystem().getType(TagsetDescription._TypeName) != null) {
      try {
        document.getJCas().getIndexedFSs(TagsetDescription.class).stream()
            .filter(this::isOurs)
            .toList()
            .forEach(TagsetDescription::removeFromIndexes);
        recordTagsets(document);
      } catch (CASException e) {
        throw new AnalysisEngineProcessException(e);
      }
    }
  }

  private boolean isOurs(TagsetDescription tagset) {
    return getLastModelLocation().equals(tagset.getModelLocation())
        && (component.layer().typeName().equals(tagset.getLayer())
            || POS._TypeName.equals(tagset.getLayer()));
  }

  @Override
  protected Model produceResource(URL url) throws IOException {
    BoundModel bound = component.bound;
    Model model = bound == null ? ModelCache.SHARED.get(url, wanted, words()) : bound.model();
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

  private List<URL> words() throws IOException {
    return component.wordsLocation == null
        ? List.of()
        : List.of(GpWordAnnotator.locate(component.wordsLocation, getClassLoader()));
  }

  /** The property that names the tagset of what is written, as DKPro calls it. */
  private String tagsetKey() {
    return switch (component.layer().typeName()) {
      case Chunk._TypeName -> CHUNK_TAGSET;
      case NamedEntity._TypeName -> "ner.tagset";
      case POS._TypeName -> POS_TAGSET;
      default -> "tagset";
    };
  }

  private Set<String> tagsOf(Model model) {
    return SpanCodec.of(model.scheme()).types(model.labels()).stream()
        .flatMap(type -> component.tagOf(type).stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void addPos(org.gpchain.core.model.Tagset tagset) {
    SingletonTagset pos = tagset(POS._TypeName, tagset.name(), tagset.tags());
    tagsets.add(pos);
    // For the base class: this is what the model reads, not what it writes.
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
    return String.format(
        "there is no %s model for the language '%s' on the class path (looked for %s); %s; give a"
            + " model file in the parameter %s, or add a model to the class path: its jar, or a"
            + " file %s/%s-%s-VARIANT.properties with the line location=classpath:/…, and VARIANT"
            + " in the parameter %s; a model of that list is taken if the language and the variant"
            + " are set to its own",
        component.tool,
        language,
        getLastModelLocation(),
        known(),
        ComponentParameters.PARAM_MODEL_LOCATION,
        LIB,
        component.tool,
        language,
        ComponentParameters.PARAM_VARIANT);
  }

  private String known() {
    List<String> models = ModelsOnClassPath.of(LIB, component.tool);
    return models.isEmpty()
        ? "there are no " + component.tool + " models at all"
        : "there are " + String.join(", ", models);
  }
}
