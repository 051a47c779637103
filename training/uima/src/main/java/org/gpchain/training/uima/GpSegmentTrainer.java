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
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.annotator.cas.CasSentences;
import org.gpchain.internal.annotator.cas.UnusableCasException;
import org.gpchain.internal.training.HeldOutProgress;
import org.gpchain.internal.training.data.DefaultTemplates;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.io.AtomicFile;
import org.gpchain.internal.training.trainers.EntityRatio;
import org.gpchain.internal.training.trainers.Trainers;
import org.gpchain.internal.training.trainers.TrainingPlan;
import org.gpchain.training.LearningException;
import org.gpchain.training.Progress;
import org.gpchain.training.Progress.TimeLeft;

/**
 * The common base of the trainers of segments: collects the sentences of all documents and, when
 * the collection is complete, learns a model and writes it, and beside it the properties that
 * DKPro's model providers read ({@code x.properties} beside {@code x.gpchain}).
 *
 * <p>The defaults of the learner's parameters are those of the command line.
 */
public abstract class GpSegmentTrainer extends CorpusParameters {
  private static final List<String> COLUMNS = List.of(TokenSequence.WORD, TokenSequence.POS);

  /** One step in this many is logged. */
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
   * Load feature templates in the syntax of CRF++ from this location instead of using those of the
   * task. Their columns are {@code word} and {@code pos}, or 0 and 1, those derived from the word,
   * and those of {@link #PARAM_COLUMNS}.
   */
  public static final String PARAM_TEMPLATE_LOCATION = "templateLocation";

  @ConfigurationParameter(name = PARAM_TEMPLATE_LOCATION, mandatory = false)
  private String templateLocation;

  /**
   * Load a word resource ({@code gpchain words learn}) from this location, or of this name on the
   * class path, such as {@code words-en}: its clusters and hidden states of words are columns,
   * which the templates of the task use and other templates may. By default there is none, whatever
   * the language. The model contains what it needs of it, unless {@link #PARAM_SHARE_WORDS} is set.
   * A resource of another language than the documents is refused.
   */
  public static final String PARAM_WORDS_LOCATION = "wordsLocation";

  @ConfigurationParameter(name = PARAM_WORDS_LOCATION, mandatory = false)
  private String wordsLocation;

  /**
   * Load what is known of names ({@code gpchain names learn}) from this location, or of this name
   * on the class path, such as {@code names-en}: each kind of names is a column, which the
   * templates of the task use and other templates may. The model contains it.
   */
  public static final String PARAM_NAMES_LOCATION = "namesLocation";

  @ConfigurationParameter(name = PARAM_NAMES_LOCATION, mandatory = false)
  private String namesLocation;

  /**
   * Let the model refer to the word resource, by a hash of its content, in place of containing what
   * it needs of it: several models can then share one. Where they are used, the resource must be
   * beside them, in {@code org/gpchain/words} on the class path, or in the annotators' parameter
   * {@code wordsLocation}.
   */
  public static final String PARAM_SHARE_WORDS = "shareWords";

  @ConfigurationParameter(name = PARAM_SHARE_WORDS, mandatory = true, defaultValue = "false")
  private boolean shareWords;

  /**
   * How segments are written as labels: IOB1, IOB2 or IOBES. TOKEN: there are no segments, but each
   * token has its own annotation, whose value is its label, such as a part of speech; a token
   * without one is an error. In upper or lower case.
   */
  public static final String PARAM_TAG_SCHEME = "tagScheme";

  @ConfigurationParameter(name = PARAM_TAG_SCHEME, mandatory = true, defaultValue = "IOB2")
  private String tagScheme;

  /** Write this variant into the properties beside the model. */
  public static final String PARAM_VARIANT = ComponentParameters.PARAM_VARIANT;

  @ConfigurationParameter(name = PARAM_VARIANT, mandatory = true, defaultValue = "default")
  private String variant;

  /** What the model may share; null for nothing. */
  private WordResource shareable;

  private List<AnnotationColumn> annotationColumns;

  /** The language of the word resource, or {@link Task#ANY_LANGUAGE} without one. */
  private String expectedLanguage;

  private Task task;
  private TrainingPlan plan;

  private String documentLanguage;

  abstract String task();

  LabelSource source() {
    return LabelSource.ofTask(task()).orElseThrow();
  }

  /**
   * @param words what gives sentences more columns; null for nothing
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
    } catch (IOException | IllegalArgumentException | LearningException | UnusableCasException e) {
      throw new ResourceInitializationException(e);
    }
  }

  /** Prepares to learn; returns how many parts of speech of a token the model learns from. */
  private PosTags begin() throws IOException {
    TagScheme scheme = EnumParameter.parse(TagScheme.class, PARAM_TAG_SCHEME, tagScheme);
    shareable = resource(wordsLocation);
    check(
        shareable != null || !shareWords,
        PARAM_SHARE_WORDS + " needs a word resource, in " + PARAM_WORDS_LOCATION);
    WordResource words = withNames(shareable);
    annotationColumns =
        AnnotationColumn.parse(
            columns == null ? List.of() : List.of(columns),
            words == null ? List.of() : words.columns());
    plan = plan();
    task =
        Task.of(task(), templates(words))
            .withScheme(scheme)
            .withCutoff(plan.cutoff())
            .withWords(words);
    expectedLanguage = words == null ? Task.ANY_LANGUAGE : words.language();
    if (plan.hasInducingPoints() && !bestPos && tagPosLocation != null) {
      log(
          Level.INFO,
          "posteriors in inducing points learn from one part of speech for each token: the best"
              + " one, as with "
              + PARAM_BEST_POS);
    }
    return plan.posTags(bestPos);
  }

  private Path target() {
    return targetLocation.startsWith("file:")
        ? Path.of(URI.create(targetLocation))
        : Path.of(targetLocation);
  }

  private void checkTarget() throws IOException {
    Path target = target();
    if (Files.isDirectory(target) || target.equals(ModelSidecar.of(target))) {
      throw new IllegalArgumentException(
          PARAM_TARGET_LOCATION
              + (Files.isDirectory(target) ? " is a directory" : " ends in .properties")
              + ", but must be a file such as model.gpchain: "
              + targetLocation);
    }
    Path folder = target.toAbsolutePath().getParent();
    while (!Files.exists(folder)) {
      folder = folder.getParent();
    }
    AtomicFile.checkWritable(folder);
  }

  private WordResource withNames(WordResource words) throws IOException {
    WordResource names = resource(namesLocation);
    check(
        names == null || names.names() != null,
        PARAM_NAMES_LOCATION + ": " + namesLocation + " knows no names; gpchain names learn does");
    return names == null ? words : words == null ? names : words.and(names);
  }

  private static WordResource resource(String location) throws IOException {
    if (location == null) {
      return null;
    }
    URL shipped = ModelsOnClassPath.words(location).orElse(null);
    URL url = shipped == null ? ResourceUtils.resolveLocation(location) : shipped;
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
    return DefaultTemplates.with(own(words, columns), columns, annotationColumns);
  }

  private TemplateSet own(WordResource words, List<String> columns) throws IOException {
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
    String found = document.getDocumentLanguage();
    boolean isBlank = CasSentences.isBlank(document);
    if (!isBlank) {
      checkLanguage(document, found);
    }
    read(document);
    // Documents that are refused, or say nothing, do not set it.
    documentLanguage = isBlank || documentLanguage != null ? documentLanguage : found;
  }

  private void checkLanguage(JCas document, String said) throws UnusableCasException {
    if (language == null && documentLanguage != null && !Languages.same(documentLanguage, said)) {
      throw new UnusableCasException(
          format(
              "%s is in the language '%s', those before it in '%s'; train a model for each"
                  + " language, or set the parameter %s",
              CasSentences.nameOf(document), said, documentLanguage, PARAM_LANGUAGE));
    }
    String found = language == null ? said : language;
    if (Languages.differ(found, expectedLanguage)) {
      throw new UnusableCasException(
          format(
              "the word resource %s is for the language '%s', %s is in '%s'; give a resource of its"
                  + " language, or none",
              wordsLocation == null ? namesLocation : wordsLocation,
              expectedLanguage,
              CasSentences.nameOf(document),
              found));
    }
  }

  @Override
  public void collectionProcessComplete() throws AnalysisEngineProcessException {
    try {
      List<LabeledSequence> sentences = sentences();
      Task what =
          expecting(task, sentences).withLanguage(language == null ? documentLanguage : language);
      Progress progress = new HeldOutProgress(devSentences(), progress());
      Model learned = plan.learn(plan.data(sentences, what), sentences, progress);
      if (learned.vocabulary().featureCount() == 0) {
        throw new UnusableCasException(
            "no feature occurs as often as " + PARAM_CUTOFF + " demands");
      }
      EntityRatio.warning(learned, sentences, what.entityRatio(), PARAM_ENTITY_RATIO)
          .ifPresent(warning -> log(Level.WARNING, warning));
      Model model = (shareWords ? learned.sharing(shareable) : learned).reading(annotationColumns);
      Path target = target();
      AtomicFile.write(target, out -> ModelWriter.write(model, out));
      ModelSidecar.write(model, variant, target);
      log(Level.INFO, Trainers.summary(sentences, model, target));
    } catch (IOException e) {
      throw new UnusableCasException(
          "cannot write the model " + targetLocation + ": " + e.getMessage(), e);
    } catch (LearningException e) {
      throw new UnusableCasException(e.getMessage(), e);
    } finally {
      documentLanguage = null;
      beginAnew();
    }
  }

  private Progress progress() {
    TimeLeft time = new TimeLeft(System::nanoTime);
    AtomicInteger steps = new AtomicInteger();
    return step -> {
      boolean measured = !Double.isNaN(step.heldOutF1());
      if (steps.incrementAndGet() % STEPS_PER_MESSAGE == 0 || measured) {
        log(
            Level.INFO,
            format(
                "%s: objective %.1f, %.0f %% done, about %.0f s left%s",
                step.phase(),
                step.objective(),
                100 * step.done(),
                time.seconds(step.worked(), step.left()),
                measured ? format(", F1 on development %.2f", 100 * step.heldOutF1()) : ""));
      }
    };
  }
}
