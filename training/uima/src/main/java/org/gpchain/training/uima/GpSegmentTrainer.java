package org.gpchain.training.uima;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.uima.UimaContext;
import org.apache.uima.analysis_engine.AnalysisEngineProcessException;
import org.apache.uima.fit.descriptor.ConfigurationParameter;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.ResourceInitializationException;
import org.apache.uima.util.Level;
import org.dkpro.core.api.parameter.ComponentParameters;
import org.dkpro.core.api.resources.ResourceUtils;
import org.gpchain.annotator.AnnotatorParameters;
import org.gpchain.annotator.EnumParameter;
import org.gpchain.annotator.Languages;
import org.gpchain.annotator.ModelsOnClassPath;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelFormatException;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.core.model.WordResourceFile;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.vectors.EncoderException;
import org.gpchain.core.vectors.Encoders;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.annotator.cas.CasSentences;
import org.gpchain.internal.annotator.cas.UnusableCasException;
import org.gpchain.internal.training.HeldOutProgress;
import org.gpchain.internal.training.data.DefaultTemplates;
import org.gpchain.internal.training.data.EncoderUse;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.io.AtomicFile;
import org.gpchain.internal.training.trainers.EntityRatio;
import org.gpchain.internal.training.trainers.Trainers;
import org.gpchain.internal.training.trainers.TrainingPlan;
import org.gpchain.training.LearningException;
import org.gpchain.training.Progress;
import org.gpchain.training.Progress.Step;
import org.gpchain.training.Progress.TimeLeft;

/**
 * Base class of the trainers of segments. It collects the sentences of all documents. When the
 * collection is complete, it learns a model and writes the model file, such as {@code x.gpchain},
 * and the properties that DKPro's model providers read, such as {@code x.properties}.
 *
 * <p>The defaults of the learner's parameters are the same as on the command line.
 */
public abstract class GpSegmentTrainer extends CorpusParameters {
  /** Columns that are read from every document. */
  private static final List<String> COLUMNS = List.of(TokenSequence.WORD, TokenSequence.POS);

  /** Number of learning steps between two messages about the progress. */
  private static final int STEPS_PER_MESSAGE = 10;

  /** Write the model to this file. Missing directories are created. */
  public static final String PARAM_TARGET_LOCATION = ComponentParameters.PARAM_TARGET_LOCATION;

  @ConfigurationParameter(name = PARAM_TARGET_LOCATION, mandatory = true)
  private String targetLocation;

  /** Store this language in the model instead of the document language. */
  public static final String PARAM_LANGUAGE = ComponentParameters.PARAM_LANGUAGE;

  @ConfigurationParameter(name = PARAM_LANGUAGE, mandatory = false)
  private String language;

  /**
   * Load feature templates in the syntax of CRF++ from this location instead of the default
   * templates of the task. They may refer to the columns {@code word} and {@code pos}, or 0 and 1,
   * to columns that are derived from the word, and to those of the parameter columns.
   */
  public static final String PARAM_TEMPLATE_LOCATION = "templateLocation";

  @ConfigurationParameter(name = PARAM_TEMPLATE_LOCATION, mandatory = false)
  private String templateLocation;

  /**
   * Load a word resource ({@code gpchain words learn}) from this location, or a word resource with
   * this name from the class path, such as {@code words-en}. Its word clusters and hidden states
   * are additional columns, which the default templates of the task use and your own templates may
   * use. By default, there is no word resource, regardless of the language. The required parts of
   * the resource are stored in the model, unless {@code shareWords} is set. A resource is rejected
   * if the documents are in another language.
   */
  public static final String PARAM_WORDS_LOCATION = "wordsLocation";

  @ConfigurationParameter(name = PARAM_WORDS_LOCATION, mandatory = false)
  private String wordsLocation;

  /**
   * Load name lists ({@code gpchain names learn}) from this location, or name lists with this name
   * from the class path, such as {@code names-en}. Each kind of names is an additional column,
   * which the default templates of the task use and your own templates may use. The name lists are
   * stored in the model.
   */
  public static final String PARAM_NAMES_LOCATION = "namesLocation";

  @ConfigurationParameter(name = PARAM_NAMES_LOCATION, mandatory = false)
  private String namesLocation;

  /**
   * Let the model refer to the word resource, by a hash of its content, instead of storing the
   * required parts of it. Several models can then share one resource. When the model is used, the
   * resource must be in the folder of the model, in {@code org/gpchain/words} on the class path, or
   * at the location of the annotators' parameter {@code wordsLocation}.
   */
  public static final String PARAM_SHARE_WORDS = "shareWords";

  @ConfigurationParameter(name = PARAM_SHARE_WORDS, mandatory = true, defaultValue = "false")
  private boolean shareWords;

  /**
   * Also learn from the vectors of a frozen encoder: the name of an encoder on the class path, such
   * as {@code en} of {@code org.gpchain:gpchain-encoder-en}, or the folder of an encoder. The model
   * refers to the encoder by its name and a hash of its content.
   */
  public static final String PARAM_ENCODER_LOCATION = "encoderLocation";

  @ConfigurationParameter(name = PARAM_ENCODER_LOCATION, mandatory = false)
  private String encoderLocation;

  /** Number of principal components of the encoder's vectors from which the model learns. */
  public static final String PARAM_ENCODER_DIMENSIONS = "encoderDimensions";

  @ConfigurationParameter(
      name = PARAM_ENCODER_DIMENSIONS,
      mandatory = true,
      defaultValue = "" + EncoderUse.DEFAULT_DIMENSIONS)
  private int encoderDimensions;

  /**
   * Scheme for the labels of tokens: IOB1, IOB2 or IOBES for segments. TOKEN is for labels of
   * single tokens, such as parts of speech: each token must have an annotation, whose value is the
   * label. Case is ignored.
   */
  public static final String PARAM_TAG_SCHEME = "tagScheme";

  @ConfigurationParameter(name = PARAM_TAG_SCHEME, mandatory = true, defaultValue = "IOB2")
  private String tagScheme;

  /** Write this variant into the properties file of the model. */
  public static final String PARAM_VARIANT = ComponentParameters.PARAM_VARIANT;

  @ConfigurationParameter(name = PARAM_VARIANT, mandatory = true, defaultValue = "default")
  private String variant;

  /** Word resource that the model may refer to; null if there is none. */
  private WordResource shareable;

  private List<AnnotationColumn> annotationColumns;

  /** Language of the word resource, or {@link Task#ANY_LANGUAGE} if there is no resource. */
  private String expectedLanguage;

  private Task task;
  private TrainingPlan plan;

  /** Language of the documents that were read; null before the first one. */
  private String documentLanguage;

  /** Returns the name of the task. */
  abstract String task();

  /** Returns the annotations that are learned. */
  LabelSource source() {
    return LabelSource.ofTask(task()).orElseThrow();
  }

  /**
   * Returns the templates that are used if the user does not specify any.
   *
   * @param words word resource that provides additional columns; null if there is none
   */
  TemplateSet defaultTemplates(WordResource words) {
    return DefaultTemplates.of(task(), COLUMNS, words);
  }

  @Override
  public void initialize(UimaContext context) throws ResourceInitializationException {
    AnnotatorParameters.clearOptional(this);
    super.initialize(context);
    documentLanguage = null;
    try {
      checkTarget();
      PosTags posTags = begin();
      task = open(source(), task, annotationColumns, posTags);
    } catch (IOException
        | IllegalArgumentException
        | EncoderException
        | LearningException
        | UnusableCasException e) {
      throw new ResourceInitializationException(e);
    }
  }

  /**
   * Creates the task and the training plan.
   *
   * @return parts of speech that the model learns from
   */
  private PosTags begin() throws IOException {
    TagScheme scheme = EnumParameter.parse(TagScheme.class, PARAM_TAG_SCHEME, tagScheme);

    shareable = resource(wordsLocation);
    check(
        shareable != null || !shareWords,
        PARAM_SHARE_WORDS + " needs a word resource, in " + PARAM_WORDS_LOCATION);
    WordResource words = withNames(shareable);
    List<String> wordColumns = List.of();
    expectedLanguage = Task.ANY_LANGUAGE;
    if (words != null) {
      wordColumns = words.columns();
      expectedLanguage = words.language();
    }

    List<String> columnTexts = columns == null ? List.of() : List.of(columns);
    annotationColumns = AnnotationColumn.parse(columnTexts, wordColumns);

    plan = plan();
    task =
        Task.of(task(), templates(words))
            .withScheme(scheme)
            .withCutoff(plan.cutoff())
            .withWords(words)
            .withEncoder(encoderUse());

    if (plan.hasInducingPoints() && !bestPos && tagPosLocation != null) {
      log(
          Level.INFO,
          "posteriors with inducing points learn only from the most probable part of"
              + " speech of each token, as with "
              + PARAM_BEST_POS);
    }
    return plan.posTags(bestPos);
  }

  /** Opens the encoder; returns null if none is given. */
  private EncoderUse encoderUse() throws IOException {
    if (encoderLocation == null) {
      return null;
    }
    return EncoderUse.of(Encoders.open(encoderLocation)).withDimensions(encoderDimensions);
  }

  private Path target() {
    if (targetLocation.startsWith("file:")) {
      return Path.of(URI.create(targetLocation));
    }
    return Path.of(targetLocation);
  }

  /** Checks that the model can be written, so that this does not fail only after the learning. */
  private void checkTarget() throws IOException {
    Path target = target();
    String mustBeFile = ", but must be a file such as model.gpchain: " + targetLocation;
    check(!Files.isDirectory(target), PARAM_TARGET_LOCATION + " is a directory" + mustBeFile);
    check(
        !target.equals(ModelSidecar.of(target)),
        PARAM_TARGET_LOCATION + " ends in .properties" + mustBeFile);

    Path folder = target.toAbsolutePath().getParent();
    while (!Files.exists(folder)) {
      folder = folder.getParent();
    }
    AtomicFile.checkWritable(folder);
  }

  /** Returns a word resource, which may be null, with the name lists of the parameter. */
  private WordResource withNames(WordResource words) throws IOException {
    WordResource names = resource(namesLocation);
    if (names == null) {
      return words;
    }
    check(
        names.names() != null,
        PARAM_NAMES_LOCATION
            + ": "
            + namesLocation
            + " has no names; create a resource with gpchain names learn");
    return words == null ? names : words.and(names);
  }

  /** Reads a word resource; returns null if the location is null. */
  private static WordResource resource(String location) throws IOException {
    if (location == null) {
      return null;
    }

    Optional<URL> shippedResource = ModelsOnClassPath.words(location);
    URL url;
    if (shippedResource.isPresent()) {
      url = shippedResource.get();
    } else {
      url = ResourceUtils.resolveLocation(location);
    }
    try (InputStream in = url.openStream()) {
      return WordResourceFile.read(in);
    } catch (ModelFormatException e) {
      throw new IllegalArgumentException(location + ": " + e.getMessage(), e);
    }
  }

  private TemplateSet templates(WordResource words) throws IOException {
    List<String> columns = new ArrayList<>(COLUMNS);
    columns.addAll(AnnotationColumn.names(annotationColumns));
    if (words != null) {
      columns.addAll(words.columns());
    }
    return DefaultTemplates.with(baseTemplates(words, columns), columns, annotationColumns);
  }

  /** Returns the user's templates or, without any, the default templates of the task. */
  private TemplateSet baseTemplates(WordResource words, List<String> columns) throws IOException {
    if (templateLocation == null) {
      return defaultTemplates(words);
    }

    try (InputStream in = ResourceUtils.resolveLocation(templateLocation).openStream()) {
      return TemplateSet.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8), columns);
    } catch (TemplateSet.TemplateException e) {
      throw new IllegalArgumentException(templateLocation + ", " + e.getMessage(), e);
    }
  }

  @Override
  public void process(JCas document) throws AnalysisEngineProcessException {
    boolean isBlank = CasSentences.isBlank(document);
    if (!isBlank) {
      checkLanguage(document);
    }
    read(document);

    // Blank documents, and documents that cannot be read, do not determine the language.
    if (!isBlank && documentLanguage == null) {
      documentLanguage = document.getDocumentLanguage();
    }
  }

  private void checkLanguage(JCas document) throws UnusableCasException {
    String declaredLanguage = document.getDocumentLanguage();
    if (language == null
        && documentLanguage != null
        && !Languages.same(documentLanguage, declaredLanguage)) {
      throw new UnusableCasException(
          format(
              "%s is in the language '%s', but the documents before it are in '%s';"
                  + " train a model for each language, or set the parameter %s",
              CasSentences.nameOf(document), declaredLanguage, documentLanguage, PARAM_LANGUAGE));
    }

    String actualLanguage = language == null ? declaredLanguage : language;
    if (Languages.differ(actualLanguage, expectedLanguage)) {
      String resource = wordsLocation == null ? namesLocation : wordsLocation;
      throw new UnusableCasException(
          format(
              "the word resource %s is for the language '%s', %s is in '%s'; use a"
                  + " resource for its language, or none",
              resource, expectedLanguage, CasSentences.nameOf(document), actualLanguage));
    }
  }

  @Override
  public void collectionProcessComplete() throws AnalysisEngineProcessException {
    try {
      List<LabeledSequence> sentences = sentences();
      write(learn(sentences), sentences);
    } catch (IOException e) {
      throw new UnusableCasException(
          "cannot write the model " + targetLocation + ": " + e.getMessage(), e);
    } catch (EncoderException | LearningException e) {
      throw new UnusableCasException(e.getMessage(), e);
    } finally {
      documentLanguage = null;
      beginAnew();
    }
  }

  private Model learn(List<LabeledSequence> sentences) throws UnusableCasException {
    String modelLanguage = language == null ? documentLanguage : language;
    Task taskOfCorpus = expecting(task, sentences).withLanguage(modelLanguage);
    if (task.encoderUse() != null) {
      Languages.encoderWarning(task.encoderUse().encoder(), modelLanguage)
          .ifPresent(warning -> log(Level.WARNING, warning));
    }
    Progress progress = new HeldOutProgress(devSentences(), progress());
    Model learned = plan.learn(plan.data(sentences, taskOfCorpus), sentences, progress);
    if (learned.vocabulary().featureCount() == 0) {
      throw new UnusableCasException("no feature occurs as often as " + PARAM_CUTOFF + " demands");
    }

    EntityRatio.warning(learned, sentences, taskOfCorpus.entityRatio(), PARAM_ENTITY_RATIO)
        .ifPresent(warning -> log(Level.WARNING, warning));
    if (shareWords) {
      learned = learned.sharing(shareable);
    }
    return learned.reading(annotationColumns);
  }

  private void write(Model model, List<LabeledSequence> sentences) throws IOException {
    Path target = target();
    AtomicFile.write(target, out -> ModelWriter.write(model, out));
    ModelSidecar.write(model, variant, target);
    log(Level.INFO, Trainers.summary(sentences, model, target));
  }

  private Progress progress() {
    TimeLeft time = new TimeLeft(System::nanoTime);
    AtomicInteger steps = new AtomicInteger();
    return step -> {
      boolean isMeasured = !Double.isNaN(step.heldOutF1());
      if (steps.incrementAndGet() % STEPS_PER_MESSAGE == 0 || isMeasured) {
        log(Level.INFO, message(step, time.seconds(step.worked(), step.left())));
      }
    };
  }

  private static String message(Step step, double secondsLeft) {
    String message =
        format(
            "%s: objective %.1f, %.0f %% done, about %.0f s left",
            step.phase(), step.objective(), 100 * step.done(), secondsLeft);
    if (!Double.isNaN(step.heldOutF1())) {
      message += format(", F1 on development %.2f", 100 * step.heldOutF1());
    }
    return message;
  }
}
