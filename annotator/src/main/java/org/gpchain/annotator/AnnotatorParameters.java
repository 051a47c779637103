package org.gpchain.annotator;

import java.lang.reflect.Field;
import java.util.List;
import java.util.stream.Stream;
import org.apache.uima.UimaContext;
import org.apache.uima.fit.component.JCasAnnotator_ImplBase;
import org.apache.uima.fit.descriptor.ConfigurationParameter;
import org.apache.uima.resource.ResourceInitializationException;
import org.dkpro.core.api.parameter.ComponentParameters;
import org.dkpro.core.api.parameter.ResourceParameter;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.model.Model;
import org.gpchain.core.promise.Promise;
import org.gpchain.internal.annotator.cas.CasConstraint;
import org.gpchain.internal.annotator.cas.PredictionWriter;
import org.gpchain.internal.annotator.cas.SegmentLayer;

/**
 * The parameters of the annotators, and what they mean.
 *
 * <p>DKPro's providers read some of them by name from the fields of the component.
 */
public abstract class AnnotatorParameters extends JCasAnnotator_ImplBase {
  static final String MODEL_TYPE = "application/x.org.gpchain.model";

  /** Use this language instead of the document language to resolve the model. */
  public static final String PARAM_LANGUAGE = ComponentParameters.PARAM_LANGUAGE;

  @ConfigurationParameter(name = PARAM_LANGUAGE, mandatory = false)
  String language;

  /** Override the default variant used to locate the model. */
  public static final String PARAM_VARIANT = ComponentParameters.PARAM_VARIANT;

  @ConfigurationParameter(name = PARAM_VARIANT, mandatory = false)
  String variant;

  /**
   * Load the model from this location instead of locating the model automatically: a file, a URL or
   * a place on the class path, such as classpath:/names.gpchain.
   */
  public static final String PARAM_MODEL_LOCATION = ComponentParameters.PARAM_MODEL_LOCATION;

  @ConfigurationParameter(name = PARAM_MODEL_LOCATION, mandatory = false)
  @ResourceParameter(MODEL_TYPE)
  String modelLocation;

  /**
   * Load the word resource that the model refers to from this location: a file, a {@code file:} URL
   * or a {@code classpath:} location. Without it the resource is looked for beside the model, and
   * in {@code org/gpchain/words} on the class path. Models that contain what they need of a
   * resource do without.
   */
  public static final String PARAM_WORDS_LOCATION = "wordsLocation";

  @ConfigurationParameter(name = PARAM_WORDS_LOCATION, mandatory = false)
  String wordsLocation;

  /**
   * Give a model that reads parts of speech those of this tagger, a GPChain model; the document's
   * own are neither read nor changed. The name of a model on the class path, such as tagger-en or
   * tagger-${language}, for the language of the model, or a location.
   */
  public static final String PARAM_POS_MODEL_LOCATION = "posModelLocation";

  @ConfigurationParameter(name = PARAM_POS_MODEL_LOCATION, mandatory = false)
  String posModelLocation;

  /**
   * Read columns of the model from other annotations than those that it names: {@code NAME=TYPE} or
   * {@code NAME=TYPE/FEATURE}, for documents with another type system. Other columns stay as the
   * model has them.
   */
  public static final String PARAM_COLUMNS = "columns";

  @ConfigurationParameter(name = PARAM_COLUMNS, mandatory = false)
  private String[] columns;

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
  boolean printTagSet;

  /**
   * How labels are chosen: {@code SEGMENTS} takes the segments with the largest expected F1 (or
   * F_β, see {@link #PARAM_BETA}), each by its own probability; {@code VITERBI} the most probable
   * sequence of labels; {@code MARGINAL} the labels with the fewest expected errors on single
   * tokens. Labels of tokens, such as parts of speech, are decoded by Viterbi if {@code SEGMENTS}
   * is set. In upper or lower case.
   */
  public static final String PARAM_DECODING = "decoding";

  @ConfigurationParameter(name = PARAM_DECODING, mandatory = true, defaultValue = "SEGMENTS")
  private String decoding;

  /**
   * Weight of recall when segments are decoded, for the largest expected F_β: above 1 more segments
   * are written, below 1 fewer. Models that were not calibrated know 1 only.
   */
  public static final String PARAM_BETA = "beta";

  @ConfigurationParameter(name = PARAM_BETA, mandatory = true, defaultValue = "1")
  private double beta;

  /**
   * At most this share of the written segments is wrong, for text of the kind that the model was
   * trained on: segments that are not probable enough are left out. 0 for no such promise. A model
   * that cannot make it is refused, and says what it can promise; see docs/evaluate.md.
   */
  public static final String PARAM_MAX_ERROR = "maxError";

  @ConfigurationParameter(name = PARAM_MAX_ERROR, mandatory = true, defaultValue = "0")
  private double maxError;

  /**
   * At least this share of the segments is found, for text of the kind that the model was trained
   * on: as segments, or as alternatives of a segment that they overlap. 0 for no such promise; not
   * together with {@link #PARAM_MAX_ERROR}.
   */
  public static final String PARAM_MIN_RECALL = "minRecall";

  @ConfigurationParameter(name = PARAM_MIN_RECALL, mandatory = true, defaultValue = "0")
  private double minRecall;

  /** The probability with which a promise is to be kept, such as 0.9; 0 for on average. */
  public static final String PARAM_CONFIDENCE = "confidence";

  @ConfigurationParameter(name = PARAM_CONFIDENCE, mandatory = true, defaultValue = "0")
  private double confidence;

  /**
   * Number of samples of the posterior to average over. With 0 the posterior mean is used, which is
   * fast; samples need a model that was trained with inducing points.
   */
  public static final String PARAM_SAMPLES = "samples";

  @ConfigurationParameter(name = PARAM_SAMPLES, mandatory = true, defaultValue = "0")
  private int samples;

  /**
   * Segments with a posterior probability below this one are not written; 0 writes all.
   * Alternatives of a segment that is written are written whatever their probability.
   */
  public static final String PARAM_MIN_PROBABILITY = "minProbability";

  @ConfigurationParameter(name = PARAM_MIN_PROBABILITY, mandatory = true, defaultValue = "0")
  private double minProbability;

  /**
   * Number of a segment and its alternatives, together: the most probable segments that overlap it.
   * With 1 there are no alternatives. Where segments are not chosen one by one, alternatives are
   * those of so many of the best label sequences.
   */
  public static final String PARAM_N_BEST = "nBest";

  @ConfigurationParameter(name = PARAM_N_BEST, mandatory = true, defaultValue = "1")
  private int nBest;

  /**
   * Write the probability of a segment into this feature of the annotation itself, of the type
   * double or float; without it, only into {@link org.gpchain.type.ScoredSegment}.
   */
  public static final String PARAM_SCORE_FEATURE = "scoreFeature";

  @ConfigurationParameter(name = PARAM_SCORE_FEATURE, mandatory = false)
  String scoreFeature;

  /**
   * Remove what this component wrote into a document before: annotations, scores, marginals and
   * uncertainty with the same layer and the same name of the model. In documents without GPChain's
   * types, all annotations of the layer in the sentences are removed, whoever wrote them, and none
   * if some are to be kept. By default annotations are added to those that are there.
   */
  public static final String PARAM_REPLACE_EXISTING = "replaceExisting";

  @ConfigurationParameter(name = PARAM_REPLACE_EXISTING, mandatory = true, defaultValue = "false")
  boolean replaceExisting;

  /**
   * Annotations that predictions must fit, in the order in which they count. TYPE or TYPE/FEATURE:
   * segments whose labels are the values of the feature, the layer's if none is named; TYPE=LABEL:
   * segments with this label; TYPE=O: no segments there; TYPE=| means that no segment crosses them.
   * They are certain and stay as they are; everything else is predicted given them.
   */
  public static final String PARAM_CONSTRAINT_TYPES = "constraintTypes";

  @ConfigurationParameter(name = PARAM_CONSTRAINT_TYPES, mandatory = false)
  private String[] constraintTypes;

  /**
   * Refuse a document if one of its {@link #PARAM_CONSTRAINT_TYPES} disagrees with an earlier one,
   * or cannot be expressed in labels. By default it is left out, with a warning.
   */
  public static final String PARAM_STRICT = "strict";

  @ConfigurationParameter(name = PARAM_STRICT, mandatory = true, defaultValue = "false")
  boolean strict;

  /** Write the probability of every label of every token, as TokenMarginals. */
  public static final String PARAM_WRITE_TOKEN_MARGINALS = "writeTokenMarginals";

  @ConfigurationParameter(
      name = PARAM_WRITE_TOKEN_MARGINALS,
      mandatory = true,
      defaultValue = "false")
  private boolean writeTokenMarginals;

  /**
   * Write how uncertain each sentence is, as {@link org.gpchain.type.SentenceUncertainty}. Which
   * part of it more training data could remove is known only with {@link #PARAM_SAMPLES}.
   */
  public static final String PARAM_WRITE_UNCERTAINTY = "writeUncertainty";

  @ConfigurationParameter(name = PARAM_WRITE_UNCERTAINTY, mandatory = true, defaultValue = "false")
  private boolean writeUncertainty;

  /**
   * Sentences of more tokens are annotated in pieces, cut after punctuation if possible; 0 for no
   * limit. Nothing is left out, but no segment crosses a cut. A warning says how many there were.
   */
  public static final String PARAM_MAX_SENTENCE_LENGTH = "maxSentenceLength";

  @ConfigurationParameter(name = PARAM_MAX_SENTENCE_LENGTH, mandatory = true, defaultValue = "1000")
  int maxSentenceLength;

  /**
   * Divide tokens of other engines as the training corpus of the model would have: {@code Miller's}
   * is tagged as {@code Miller} and {@code 's} if that corpus splits clitics, so that the name is
   * found. The tokens in the document stay as they are. {@code WARN} logs a warning for each
   * document in which tokens were divided, {@code SILENT} doesn't, {@code OFF} divides nothing. In
   * upper or lower case.
   */
  public static final String PARAM_DIVIDE_TOKENS = "divideTokens";

  @ConfigurationParameter(name = PARAM_DIVIDE_TOKENS, mandatory = true, defaultValue = "WARN")
  private String divideTokens;

  AnnotatorParameters() {}

  @Override
  public void initialize(UimaContext context) throws ResourceInitializationException {
    clearOptional(this);
    super.initialize(context);
    checkProbability(minProbability);
  }

  static void checkProbability(double least) throws ResourceInitializationException {
    if (!(least >= 0 && least <= 1)) {
      throw new ResourceInitializationException(
          new IllegalArgumentException(PARAM_MIN_PROBABILITY + " must be in [0, 1], was " + least));
    }
  }

  /**
   * Sets the parameters of a component that need not be set to null. UIMA initialises a component
   * anew when its parameters have changed, and uimaFIT leaves the field of a parameter that is not
   * set any more as it was.
   */
  public static void clearOptional(Object component) throws ResourceInitializationException {
    for (Class<?> type = component.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        ConfigurationParameter parameter = field.getAnnotation(ConfigurationParameter.class);
        if (parameter != null && !parameter.mandatory()) {
          try {
            field.setAccessible(true);
            field.set(component, null);
          } catch (IllegalAccessException e) {
            throw new ResourceInitializationException(e);
          }
        }
      }
    }
  }

  final DecodingOptions options() {
    return new DecodingOptions(
        EnumParameter.parse(Decoding.class, PARAM_DECODING, decoding),
        samples,
        DecodingOptions.DEFAULT.residual(),
        DecodingOptions.DEFAULT.seed(),
        nBest,
        beta,
        Promise.of(maxError, minRecall, confidence).orElse(null));
  }

  /**
   * Returns whether tokens are divided.
   *
   * @throws IllegalArgumentException if the parameter has another value
   */
  final TokenDivision tokenDivision() {
    return EnumParameter.parse(TokenDivision.class, PARAM_DIVIDE_TOKENS, divideTokens);
  }

  /**
   * The columns of a model that are read from annotations, as the user has them.
   *
   * @throws IllegalArgumentException if the model has no such column, or one cannot be read
   */
  final List<AnnotationColumn> columns(Model model) {
    List<AnnotationColumn> own = model.features().annotationColumns();
    return columns == null
        ? own
        : AnnotationColumn.replaced(own, AnnotationColumn.parse(List.of(columns), List.of()));
  }

  final List<CasConstraint> constraints(SegmentLayer layer) {
    return Stream.ofNullable(constraintTypes)
        .flatMap(Stream::of)
        .map(one -> CasConstraint.parse(one, layer.valueFeature()))
        .toList();
  }

  final PredictionWriter.Parts parts(SegmentLayer layer) {
    return new PredictionWriter.Parts(
        layer, scoreFeature, minProbability, writeTokenMarginals, writeUncertainty);
  }
}
