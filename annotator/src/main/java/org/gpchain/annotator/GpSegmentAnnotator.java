package org.gpchain.annotator;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.uima.UimaContext;
import org.apache.uima.analysis_engine.AnalysisEngineProcessException;
import org.apache.uima.fit.component.JCasAnnotator_ImplBase;
import org.apache.uima.fit.descriptor.ConfigurationParameter;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.ResourceInitializationException;
import org.dkpro.core.api.parameter.ComponentParameters;
import org.dkpro.core.api.parameter.ResourceParameter;
import org.dkpro.core.api.resources.HasResourceMetadata;
import org.dkpro.core.api.resources.MappingProvider;
import org.gpchain.annotator.cas.CasSentences;
import org.gpchain.annotator.cas.SegmentLayer;
import org.gpchain.annotator.cas.SegmentWriter;
import org.gpchain.annotator.cas.UnusableCasException;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.predict.DecodingOptions;
import org.gpchain.core.predict.Prediction;
import org.gpchain.core.predict.ScoredSpan;
import org.gpchain.core.predict.TagScheme;
import org.gpchain.core.text.TokenSequence;

/**
 * What the annotators of segments have in common: they look up a model, tag each sentence and write
 * each predicted segment as an annotation, with a {@link org.gpchain.type.ScoredSegment} beside it
 * that holds its posterior probability.
 *
 * <p>DKPro's providers read some of the parameters by name from the fields of the component.
 *
 * <p>Engines that use the same model share it, in one thread or in many; each engine serves one
 * thread at a time, as UIMA has it.
 */
public abstract class GpSegmentAnnotator extends JCasAnnotator_ImplBase {
  /** The media type of a model file. */
  static final String MODEL_TYPE = "application/x.org.gpchain.model";

  /** Use this language instead of the document language to resolve the model. */
  public static final String PARAM_LANGUAGE = ComponentParameters.PARAM_LANGUAGE;

  @ConfigurationParameter(name = PARAM_LANGUAGE, mandatory = false)
  private String language;

  /** Override the default variant used to locate the model. */
  public static final String PARAM_VARIANT = ComponentParameters.PARAM_VARIANT;

  @ConfigurationParameter(name = PARAM_VARIANT, mandatory = false)
  private String variant;

  /**
   * Load the model from this location instead of locating the model automatically: a file, a {@code
   * file:} URL or a {@code classpath:} location.
   */
  public static final String PARAM_MODEL_LOCATION = ComponentParameters.PARAM_MODEL_LOCATION;

  @ConfigurationParameter(name = PARAM_MODEL_LOCATION, mandatory = false)
  @ResourceParameter(MODEL_TYPE)
  String modelLocation;

  /**
   * Enable/disable type mapping. Without it all annotations are of the base type; the tag stands in
   * their value either way.
   */
  public static final String PARAM_MAPPING_ENABLED = ComponentParameters.PARAM_MAPPING_ENABLED;

  @ConfigurationParameter(
      name = PARAM_MAPPING_ENABLED,
      mandatory = true,
      defaultValue = ComponentParameters.DEFAULT_MAPPING_ENABLED)
  boolean mappingEnabled;

  /** Log the tag set(s) when a model is loaded. */
  public static final String PARAM_PRINT_TAGSET = ComponentParameters.PARAM_PRINT_TAGSET;

  @ConfigurationParameter(name = PARAM_PRINT_TAGSET, mandatory = true, defaultValue = "false")
  private boolean printTagSet;

  /**
   * How labels are chosen: {@code MARGINAL} makes the fewest errors on single tokens to be
   * expected, {@code VITERBI} takes the most probable sequence.
   */
  public static final String PARAM_DECODING = "decoding";

  @ConfigurationParameter(name = PARAM_DECODING, mandatory = true, defaultValue = "VITERBI")
  private DecodingOptions.Decoding decoding;

  /**
   * Number of samples of the posterior to average over. With 0 the posterior mean is used, which is
   * fast; samples need a model that was trained with inducing points.
   */
  public static final String PARAM_SAMPLES = "samples";

  @ConfigurationParameter(name = PARAM_SAMPLES, mandatory = true, defaultValue = "0")
  private int samples;

  /** Segments with a posterior probability below this one are not written; 0 writes all. */
  public static final String PARAM_MIN_PROBABILITY = "minProbability";

  @ConfigurationParameter(name = PARAM_MIN_PROBABILITY, mandatory = true, defaultValue = "0")
  private double minProbability;

  private final SegmentLayer layer;
  private final String tool;
  private final Set<String> foreignTasks;
  private final Workspace workspace = new Workspace();
  private final Set<String> languagesWarnedOf = new HashSet<>();
  private GpModelProvider modelProvider;
  private LoadedModel loaded;

  /**
   * @param layer what is written
   * @param tool the name by which models are looked up, such as {@code chunker}
   * @param foreignTasks tasks whose models are refused, since another annotator is made for them
   */
  GpSegmentAnnotator(SegmentLayer layer, String tool, Set<String> foreignTasks) {
    this.layer = layer;
    this.tool = tool;
    this.foreignTasks = foreignTasks;
  }

  /**
   * Makes the mapping from tags to annotation types.
   *
   * @param model the properties of the model whose tags are mapped
   */
  abstract MappingProvider mappingFor(HasResourceMetadata model);

  /** The tag to write for a segment of this type; empty if it is not to be written. */
  Optional<String> tagOf(String type) {
    return Optional.of(type);
  }

  /** The parameter {@link #PARAM_LANGUAGE}; null if not set. */
  final String language() {
    return language;
  }

  /** The parameter {@link #PARAM_VARIANT}; null if not set. */
  final String variant() {
    return variant;
  }

  @Override
  public void initialize(UimaContext context) throws ResourceInitializationException {
    super.initialize(context);
    check(samples >= 0, PARAM_SAMPLES + " must be at least 0, was " + samples);
    check(
        minProbability >= 0 && minProbability <= 1,
        PARAM_MIN_PROBABILITY + " must be in [0, 1], was " + minProbability);
    modelProvider =
        new GpModelProvider(
            this, tool, layer, this::tagOf, samples == 0 ? Contents.DECODING : Contents.EVERYTHING);
  }

  private static void check(boolean condition, String message)
      throws ResourceInitializationException {
    if (!condition) {
      throw new ResourceInitializationException(new IllegalArgumentException(message));
    }
  }

  @Override
  public void process(JCas document) throws AnalysisEngineProcessException {
    List<List<Token>> sentences = CasSentences.of(document);
    if (sentences.isEmpty()) {
      return;
    }
    LoadedModel model = model(document);
    List<TokenSequence> sequences = new ArrayList<>(sentences.size());
    for (List<Token> tokens : sentences) {
      sequences.add(model.reader().read(tokens));
    }
    if (model.posCheck() != null) {
      model.posCheck().check(sequences);
    }
    model.mapping().configure(document.getCas());
    SegmentWriter writer = new SegmentWriter(document, layer, model.mapping()::getTagType);
    for (int s = 0; s < sequences.size(); s++) {
      write(model.tagger().tag(sequences.get(s), workspace), sentences.get(s), writer);
    }
  }

  private void write(Prediction prediction, List<Token> tokens, SegmentWriter writer) {
    for (ScoredSpan scored : prediction.spans()) {
      if (scored.probability() >= minProbability) {
        tagOf(scored.span().type()).ifPresent(tag -> writer.write(tokens, scored, tag));
      }
    }
  }

  private LoadedModel model(JCas document) throws AnalysisEngineProcessException {
    modelProvider.configure(document.getCas());
    Model model = modelProvider.getResource();
    if (loaded == null || !loaded.isOf(model)) {
      loaded = load(model);
    }
    warnOfLanguage(document.getDocumentLanguage());
    return loaded;
  }

  private LoadedModel load(Model model) throws AnalysisEngineProcessException {
    if (foreignTasks.contains(model.task()) || model.scheme() == TagScheme.TOKEN) {
      throw new UnusableCasException(
          "a model for the task '"
              + model.task()
              + "' with labels such as "
              + model.labels().label(0)
              + " is not for "
              + getClass().getSimpleName()
              + "; it takes models of segments that were trained for its own task");
    }
    if (printTagSet) {
      getLogger().info(modelProvider.getTagset().toString());
    }
    return LoadedModel.of(
        model,
        new DecodingOptions(
            decoding, samples, DecodingOptions.DEFAULT.residual(), DecodingOptions.DEFAULT.seed()),
        mappingFor(modelProvider));
  }

  /** DKPro checks the language of a model that it looks up; for a given model nobody else does. */
  private void warnOfLanguage(String documentLanguage) {
    String modelLanguage = loaded.model().language();
    boolean comparable =
        language == null
            && documentLanguage != null
            && !documentLanguage.equals(GpModelProvider.UNSPECIFIED_LANGUAGE)
            && !modelLanguage.equals(GpModelProvider.UNSPECIFIED_LANGUAGE);
    if (comparable
        && !primary(documentLanguage).equals(primary(modelLanguage))
        && languagesWarnedOf.add(documentLanguage)) {
      getLogger()
          .warn(
              "a document in the language '"
                  + documentLanguage
                  + "' is annotated with a model for '"
                  + modelLanguage
                  + "'");
    }
  }

  /** {@code en} of {@code en-GB}. */
  private static String primary(String language) {
    return language.split("[-_]", 2)[0].toLowerCase(Locale.ROOT);
  }
}
