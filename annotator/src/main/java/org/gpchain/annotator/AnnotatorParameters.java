package org.gpchain.annotator;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
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
 * The common parameters of the annotators of segments.
 *
 * <p>DKPro's model and mapping providers read some of them by reflection, so the names of the
 * fields must not change.
 */
public abstract class AnnotatorParameters extends JCasAnnotator_ImplBase {
  /** Media type of a GPChain model, for DKPro's metadata of parameters. */
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
   * a location on the class path, such as classpath:/names.gpchain.
   */
  public static final String PARAM_MODEL_LOCATION = ComponentParameters.PARAM_MODEL_LOCATION;

  @ConfigurationParameter(name = PARAM_MODEL_LOCATION, mandatory = false)
  @ResourceParameter(MODEL_TYPE)
  String modelLocation;

  /**
   * Load the word resource that the model refers to from this location: a file, a {@code file:} URL
   * or a {@code classpath:} location. By default, the resource is searched for in the folder of the
   * model and in {@code org/gpchain/words} on the class path. Models with an embedded word resource
   * don't need it.
   */
  public static final String PARAM_WORDS_LOCATION = "wordsLocation";

  @ConfigurationParameter(name = PARAM_WORDS_LOCATION, mandatory = false)
  String wordsLocation;

  /**
   * Folder of the encoder whose vectors the model reads. Without this parameter, the encoder is
   * searched for on the class path. Only for models that were trained with an encoder.
   */
  public static final String PARAM_ENCODER_LOCATION = "encoderLocation";

  @ConfigurationParameter(name = PARAM_ENCODER_LOCATION, mandatory = false)
  String encoderLocation;

  /**
   * GPChain model that tags parts of speech, for models that read them. The parts of speech in the
   * document are neither read nor changed. Name of a model on the class path, such as tagger-en, or
   * a location. The variable ${language} is replaced by the language of the model.
   */
  public static final String PARAM_POS_MODEL_LOCATION = "posModelLocation";

  @ConfigurationParameter(name = PARAM_POS_MODEL_LOCATION, mandatory = false)
  String posModelLocation;

  /**
   * Annotations from which columns of the model are read, in place of those that the model names,
   * for documents with another type system: {@code NAME=TYPE} or {@code NAME=TYPE/FEATURE}. Other
   * columns are read as the model specifies.
   */
  public static final String PARAM_COLUMNS = "columns";

  @ConfigurationParameter(name = PARAM_COLUMNS, mandatory = false)
  private String[] columns;

  /**
   * Enable/disable the mapping from tags to annotation types. Without it, all annotations have the
   * base type. The tag is always written as their value.
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
   * Decoding of labels: {@code SEGMENTS} chooses segments by their probabilities so that the
   * expected F1 is maximal (or F_β, see the parameter beta); {@code VITERBI} chooses the most
   * probable label sequence; {@code MARGINAL} chooses the label sequence with the smallest expected
   * number of wrong tokens. With {@code SEGMENTS}, models of token labels, such as parts of speech,
   * use {@code VITERBI}. Case is ignored.
   */
  public static final String PARAM_DECODING = "decoding";

  @ConfigurationParameter(name = PARAM_DECODING, mandatory = true, defaultValue = "SEGMENTS")
  private String decoding;

  /**
   * Weight of recall in the F_β that the decoding of segments maximizes. A value above 1 writes
   * more segments, a value below 1 fewer. Models that were not calibrated support only 1.
   */
  public static final String PARAM_BETA = "beta";

  @ConfigurationParameter(name = PARAM_BETA, mandatory = true, defaultValue = "1")
  private double beta;

  /**
   * Guarantee of precision: at most this share of the written segments is wrong, for text of the
   * kind that the model was trained on. Segments that are not probable enough are left out. With 0,
   * there is no such guarantee. If a model cannot give the guarantee, the error message tells what
   * it can guarantee; see docs/evaluate.md.
   */
  public static final String PARAM_MAX_ERROR = "maxError";

  @ConfigurationParameter(name = PARAM_MAX_ERROR, mandatory = true, defaultValue = "0")
  private double maxError;

  /**
   * Guarantee of recall: at least this share of the segments is found, for text of the kind that
   * the model was trained on, either as a segment or as an alternative of an overlapping segment.
   * With 0, there is no such guarantee. Cannot be combined with {@code maxError}.
   */
  public static final String PARAM_MIN_RECALL = "minRecall";

  @ConfigurationParameter(name = PARAM_MIN_RECALL, mandatory = true, defaultValue = "0")
  private double minRecall;

  /** Probability with which a guarantee holds, such as 0.9. With 0, it holds on average. */
  public static final String PARAM_CONFIDENCE = "confidence";

  @ConfigurationParameter(name = PARAM_CONFIDENCE, mandatory = true, defaultValue = "0")
  private double confidence;

  /**
   * Number of posterior samples to average over. With 0, the posterior mean is used, which is fast.
   * Samples require a model that was trained with inducing points.
   */
  public static final String PARAM_SAMPLES = "samples";

  @ConfigurationParameter(name = PARAM_SAMPLES, mandatory = true, defaultValue = "0")
  private int samples;

  /**
   * Minimum posterior probability of a written segment. With 0, all segments are written. The
   * alternatives of a written segment are written even if they are less probable.
   */
  public static final String PARAM_MIN_PROBABILITY = "minProbability";

  @ConfigurationParameter(name = PARAM_MIN_PROBABILITY, mandatory = true, defaultValue = "0")
  private double minProbability;

  /**
   * Maximum number of candidates for each segment: the segment itself and its alternatives, which
   * are the most probable segments that overlap it. With 1, there are no alternatives. With
   * decodings other than {@code SEGMENTS}, alternatives come from the n best label sequences.
   */
  public static final String PARAM_N_BEST = "nBest";

  @ConfigurationParameter(name = PARAM_N_BEST, mandatory = true, defaultValue = "1")
  private int nBest;

  /**
   * Feature of the written annotation, of the type double or float, that receives the probability
   * of the segment. By default, the probability is written only as a ScoredSegment.
   */
  public static final String PARAM_SCORE_FEATURE = "scoreFeature";

  @ConfigurationParameter(name = PARAM_SCORE_FEATURE, mandatory = false)
  String scoreFeature;

  /**
   * Remove annotations, scores, marginals and uncertainty that this component has already written
   * into the document for the same layer and with a model of the same name. In documents without
   * GPChain's types, all annotations of the layer in the sentences are removed, no matter where
   * they come from, or none at all if {@code constraintTypes} is set. By default, existing
   * annotations are kept.
   */
  public static final String PARAM_REPLACE_EXISTING = "replaceExisting";

  @ConfigurationParameter(name = PARAM_REPLACE_EXISTING, mandatory = true, defaultValue = "false")
  boolean replaceExisting;

  /**
   * Types of existing annotations that predictions must agree with, the most important type first.
   * TYPE/FEATURE: segments labeled by the values of the feature; TYPE: the same with the layer's
   * feature; TYPE=LABEL: segments with this label; TYPE=O: no segment may overlap the annotations;
   * TYPE=| means that no segment may cross them. The annotations are certain and stay unchanged;
   * all other segments are predicted conditional on them.
   */
  public static final String PARAM_CONSTRAINT_TYPES = "constraintTypes";

  @ConfigurationParameter(name = PARAM_CONSTRAINT_TYPES, mandatory = false)
  private String[] constraintTypes;

  /**
   * Reject a document if an annotation of {@code constraintTypes} contradicts an earlier one or
   * cannot be expressed by the labels of the model. By default, such annotations are ignored with a
   * warning.
   */
  public static final String PARAM_STRICT = "strict";

  @ConfigurationParameter(name = PARAM_STRICT, mandatory = true, defaultValue = "false")
  boolean strict;

  /** Write the probabilities of all labels of each token, as TokenMarginals. */
  public static final String PARAM_WRITE_TOKEN_MARGINALS = "writeTokenMarginals";

  @ConfigurationParameter(
      name = PARAM_WRITE_TOKEN_MARGINALS,
      mandatory = true,
      defaultValue = "false")
  private boolean writeTokenMarginals;

  /**
   * Write the uncertainty of each sentence, as {@link org.gpchain.type.SentenceUncertainty}. The
   * part of it that more training data could remove is only known if samples are used.
   */
  public static final String PARAM_WRITE_UNCERTAINTY = "writeUncertainty";

  @ConfigurationParameter(name = PARAM_WRITE_UNCERTAINTY, mandatory = true, defaultValue = "false")
  private boolean writeUncertainty;

  /**
   * Maximum number of tokens of a sentence that is annotated as a whole. Longer sentences are
   * annotated in pieces, which are cut after punctuation if possible, and no segment crosses a cut.
   * A warning reports the number of such sentences. With 0, there is no limit.
   */
  public static final String PARAM_MAX_SENTENCE_LENGTH = "maxSentenceLength";

  @ConfigurationParameter(name = PARAM_MAX_SENTENCE_LENGTH, mandatory = true, defaultValue = "1000")
  int maxSentenceLength;

  /**
   * Divide tokens by the conventions of the model's training corpus. For example, {@code Miller's}
   * is tagged as {@code Miller} and {@code 's} if that corpus splits clitics, so that the name is
   * found. The tokens in the document stay unchanged. {@code WARN} logs a warning for each document
   * in which tokens were divided, {@code SILENT} divides without a warning, {@code OFF} divides
   * nothing. Case is ignored.
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

  /** Checks the value of {@link #PARAM_MIN_PROBABILITY}. */
  static void checkProbability(double minProbability) throws ResourceInitializationException {
    if (!(minProbability >= 0 && minProbability <= 1)) {
      String problem = PARAM_MIN_PROBABILITY + " must be in [0, 1], was " + minProbability;
      throw new ResourceInitializationException(new IllegalArgumentException(problem));
    }
  }

  /**
   * Resets the fields of the optional parameters of a component to null. UIMA initializes a
   * component again when its parameters have changed, and uimaFIT does not reset the fields of
   * parameters that are no longer set.
   */
  public static void clearOptional(Object component) throws ResourceInitializationException {
    for (Class<?> type = component.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        ConfigurationParameter parameter = field.getAnnotation(ConfigurationParameter.class);
        if (parameter != null && !parameter.mandatory()) {
          clear(field, component);
        }
      }
    }
  }

  private static void clear(Field field, Object component) throws ResourceInitializationException {
    try {
      field.setAccessible(true);
      field.set(component, null);
    } catch (IllegalAccessException e) {
      throw new ResourceInitializationException(e);
    }
  }

  /**
   * Returns the decoding options that the parameters specify.
   *
   * @throws IllegalArgumentException if a parameter has an invalid value
   */
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
   * Returns the value of {@link #PARAM_DIVIDE_TOKENS}.
   *
   * @throws IllegalArgumentException if the parameter has an invalid value
   */
  final TokenDivision tokenDivision() {
    return EnumParameter.parse(TokenDivision.class, PARAM_DIVIDE_TOKENS, divideTokens);
  }

  /**
   * Returns the columns of a model that are read from annotations, with the replacements of {@link
   * #PARAM_COLUMNS}.
   *
   * @throws IllegalArgumentException if the parameter cannot be parsed, or replaces a column that
   *     the model does not have
   */
  final List<AnnotationColumn> columns(Model model) {
    List<AnnotationColumn> modelColumns = model.features().annotationColumns();
    if (columns == null) {
      return modelColumns;
    }
    List<AnnotationColumn> replacements = AnnotationColumn.parse(List.of(columns), List.of());
    return AnnotationColumn.replaced(modelColumns, replacements);
  }

  /**
   * Returns the constraints of {@link #PARAM_CONSTRAINT_TYPES}.
   *
   * @throws IllegalArgumentException if the parameter cannot be parsed
   */
  final List<CasConstraint> constraints(SegmentLayer layer) {
    if (constraintTypes == null) {
      return List.of();
    }
    List<CasConstraint> constraints = new ArrayList<>(constraintTypes.length);
    for (String constraintType : constraintTypes) {
      constraints.add(CasConstraint.parse(constraintType, layer.valueFeature()));
    }
    return constraints;
  }

  /** Returns the parts of predictions that are written into a layer. */
  final PredictionWriter.Parts parts(SegmentLayer layer) {
    return new PredictionWriter.Parts(
        layer, scoreFeature, minProbability, writeTokenMarginals, writeUncertainty);
  }
}
