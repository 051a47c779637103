package org.gpchain.training.uima;

import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.uima.UimaContext;
import org.apache.uima.analysis_engine.AnalysisEngineProcessException;
import org.apache.uima.fit.descriptor.ConfigurationParameter;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.ResourceInitializationException;
import org.apache.uima.util.Level;
import org.dkpro.core.api.parameter.ComponentParameters;
import org.dkpro.core.api.resources.ResourceUtils;
import org.gpchain.annotator.EnumParameter;
import org.gpchain.annotator.Languages;
import org.gpchain.annotator.cas.CasSentences;
import org.gpchain.annotator.cas.TokenReader;
import org.gpchain.annotator.cas.UnusableCasException;
import org.gpchain.core.features.TemplateException;
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
import org.gpchain.training.HeldOutProgress;
import org.gpchain.training.Progress;
import org.gpchain.training.TimeLeft;
import org.gpchain.training.data.Annotated;
import org.gpchain.training.data.DefaultTemplates;
import org.gpchain.training.data.LearningException;
import org.gpchain.training.data.Repetitions;
import org.gpchain.training.data.Task;
import org.gpchain.training.io.AtomicFile;
import org.gpchain.training.trainers.EntityRatio;
import org.gpchain.training.trainers.TrainingSummary;

/**
 * The common base of the trainers of segments: collects the sentences of all documents and, when
 * the collection is complete, learns a model and writes it, and beside it the properties that
 * DKPro's model providers read ({@code x.properties} beside {@code x.gpchain}).
 *
 * <p>The defaults of the learner's parameters are those of the command line.
 */
public abstract class GpSegmentTrainer extends LearningParameters {
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
   * task. Their columns are {@code word} and {@code pos}, or 0 and 1, and those derived from the
   * word.
   */
  public static final String PARAM_TEMPLATE_LOCATION = "templateLocation";

  @ConfigurationParameter(name = PARAM_TEMPLATE_LOCATION, mandatory = false)
  private String templateLocation;

  /**
   * Load a word resource ({@code gpchain words learn}) from this location: its clusters and hidden
   * states of words are columns, which the templates of the task use and other templates may. The
   * model contains what it needs of it, unless {@link #PARAM_SHARE_WORDS} is set. A resource of
   * another language than the documents is refused.
   */
  public static final String PARAM_WORDS_LOCATION = "wordsLocation";

  @ConfigurationParameter(name = PARAM_WORDS_LOCATION, mandatory = false)
  private String wordsLocation;

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

  /**
   * Learn the short name of an annotation's type, such as {@code Person}, rather than its value.
   * Annotations that have none of the sub-types are learned with their value, or with the name of
   * their type if they have no value.
   */
  public static final String PARAM_SUBTYPES_AS_LABELS = "subtypesAsLabels";

  @ConfigurationParameter(name = PARAM_SUBTYPES_AS_LABELS, mandatory = true, defaultValue = "false")
  private boolean subtypesAsLabels;

  /** Learn only annotations with these tags; others count for nothing. All by default. */
  public static final String PARAM_ACCEPTED_TAGS = "acceptedTags";

  @ConfigurationParameter(name = PARAM_ACCEPTED_TAGS, mandatory = false)
  private String[] acceptedTags;

  /**
   * What of the documents is annotated. {@code all}: every token; {@code sentences}: sentences with
   * an annotation, or that are done ({@link #PARAM_DONE_TYPE}), of others nothing is learned;
   * {@code segments}: annotations are right, but more may be missing ({@link #PARAM_ENTITY_RATIO});
   * {@code marked}: every token but those of rejected suggestions ({@link #PARAM_REJECTED_TYPE})
   * and, in the scheme TOKEN, those without an annotation. In upper or lower case.
   */
  public static final String PARAM_ANNOTATED = "annotated";

  @ConfigurationParameter(name = PARAM_ANNOTATED, mandatory = true, defaultValue = "all")
  private String annotated;

  /**
   * With {@link #PARAM_ANNOTATED} {@code segments}: which part of the tokens is expected to be in
   * segments if none were missing; 0: nothing is expected. By default the part that is annotated,
   * divided by how much of what is repeated is annotated again.
   */
  public static final String PARAM_ENTITY_RATIO = "entityRatio";

  @ConfigurationParameter(name = PARAM_ENTITY_RATIO, mandatory = false)
  private Float entityRatio;

  /**
   * With {@link #PARAM_ANNOTATED}: the full name of an annotation type; sentences within an
   * annotation of it are done, what is in no segment there is outside.
   */
  public static final String PARAM_DONE_TYPE = "doneType";

  @ConfigurationParameter(name = PARAM_DONE_TYPE, mandatory = false)
  private String doneType;

  /**
   * With {@link #PARAM_ANNOTATED}: the full name of the annotation type of rejected suggestions,
   * whose labels are found as those of the segments. Their tokens are in no segment of this label.
   */
  public static final String PARAM_REJECTED_TYPE = "rejectedType";

  @ConfigurationParameter(name = PARAM_REJECTED_TYPE, mandatory = false)
  private String rejectedType;

  /**
   * Rename the tags of segments by the file at this location: two columns separated by a TAB, the
   * tag in the documents and the tag in the model, or - to leave such segments out. All tags of the
   * documents must be listed.
   */
  public static final String PARAM_LABEL_MAP_LOCATION = "labelMapLocation";

  @ConfigurationParameter(name = PARAM_LABEL_MAP_LOCATION, mandatory = false)
  private String labelMapLocation;

  /**
   * Learn from the parts of speech that the model at this location makes, rather than those of the
   * documents: a model that was trained on tags made by hand would meet the tagger's mistakes
   * unprepared. The name of a model on the class path, such as {@code tagger-en-masc}, or a
   * location.
   */
  public static final String PARAM_TAG_POS_LOCATION = "tagPosLocation";

  @ConfigurationParameter(name = PARAM_TAG_POS_LOCATION, mandatory = false)
  private String tagPosLocation;

  /**
   * Learn from the best part of speech of each token only. By default models learn from every one
   * that a tagger holds possible, weighted by its probability, where GPChain's {@code
   * TokenMarginals} of the layer {@code POS} are in the documents or {@link
   * #PARAM_TAG_POS_LOCATION} names a tagger; such a model then wants them in use, too. Posteriors
   * in inducing points always learn from the best one.
   */
  public static final String PARAM_BEST_POS = "bestPos";

  @ConfigurationParameter(name = PARAM_BEST_POS, mandatory = true, defaultValue = "false")
  private boolean bestPos;

  /**
   * Do not learn from documents whose identifier or URI contains a match of this regular
   * expression, but measure the model on them.
   */
  public static final String PARAM_DEV_DOCUMENTS = "devDocuments";

  @ConfigurationParameter(name = PARAM_DEV_DOCUMENTS, mandatory = false)
  private String devDocuments;

  /** Learn from this many sentences, the first ones; all by default. */
  public static final String PARAM_LIMIT = "limit";

  @ConfigurationParameter(name = PARAM_LIMIT, mandatory = false)
  private Integer limit;

  /** Write this variant into the properties beside the model. */
  public static final String PARAM_VARIANT = ComponentParameters.PARAM_VARIANT;

  @ConfigurationParameter(name = PARAM_VARIANT, mandatory = true, defaultValue = "default")
  private String variant;

  private WordResource words;

  /** Of word resource or model. */
  private String expectedLanguage;

  private Task task;
  private Learner learner;
  private CorpusChanges changes;
  private Pattern devPattern;
  private CasCorpus corpus;
  private CasCorpus dev;
  private String documentLanguage;

  /** The task that is written to the model, and whose default templates are used. */
  abstract String task();

  /**
   * The annotations that are learned.
   *
   * @param subtypesAsLabels whether the names of types are their labels
   */
  abstract LabelSource source(boolean subtypesAsLabels);

  /**
   * The feature templates used if none are given.
   *
   * @param words what gives sentences more columns; null for nothing
   */
  TemplateSet defaultTemplates(WordResource words) {
    return DefaultTemplates.of(task(), COLUMNS, words);
  }

  @Override
  public void initialize(UimaContext context) throws ResourceInitializationException {
    super.initialize(context);
    try {
      checkTarget();
      check(limit == null || limit >= 1, PARAM_LIMIT + " must be at least 1, was " + limit);
      PosTags posTags = isUpdate() ? goOn() : begin();
      TagScheme scheme = task.scheme();
      changes = CorpusChanges.of(labelMapLocation, tagPosLocation, posTags, scheme);
      devPattern = devDocuments == null ? null : Pattern.compile(devDocuments);
      LabelSource source =
          source(subtypesAsLabels).withOnly(acceptedTags == null ? Set.of() : Set.of(acceptedTags));
      TokenReader reader = reader(task.requiredColumns()).with(posTags);
      Annotated what = EnumParameter.parse(Annotated.class, PARAM_ANNOTATED, annotated);
      check(
          entityRatio == null || what == Annotated.SEGMENTS,
          PARAM_ENTITY_RATIO + " needs segments as " + PARAM_ANNOTATED);
      if (entityRatio != null) {
        task = task.withEntityRatio(entityRatio);
      }
      corpus =
          new CasCorpus(source, reader, scheme, what, new DocumentMarks(doneType, rejectedType));
      dev = new CasCorpus(source, reader, scheme);
    } catch (IOException | IllegalArgumentException | LearningException | UnusableCasException e) {
      throw new ResourceInitializationException(e);
    }
  }

  /** Prepares to learn a new model; returns how many parts of speech of a token it learns from. */
  private PosTags begin() throws IOException {
    TagScheme scheme = EnumParameter.parse(TagScheme.class, PARAM_TAG_SCHEME, tagScheme);
    words = words();
    check(
        words != null || !shareWords,
        PARAM_SHARE_WORDS + " needs a word resource, in " + PARAM_WORDS_LOCATION);
    task = withCutoff(Task.of(task(), templates(words)).withScheme(scheme)).withWords(words);
    expectedLanguage = words == null ? Task.ANY_LANGUAGE : words.language();
    learner = learner();
    PosTags posTags = bestPos || hasInducingPoints() ? PosTags.BEST : PosTags.POSSIBLE;
    if (posTags == PosTags.BEST && !bestPos && tagPosLocation != null) {
      log(
          Level.INFO,
          "posteriors in inducing points learn from one part of speech for each token: the best"
              + " one, as with "
              + PARAM_BEST_POS);
    }
    return posTags;
  }

  /** Prepares to go on from a model; returns how many parts of speech of a token it learns from. */
  private PosTags goOn() throws IOException {
    checkUpdate(
        Map.of(
            PARAM_LANGUAGE, language != null,
            PARAM_TEMPLATE_LOCATION, templateLocation != null,
            PARAM_WORDS_LOCATION, wordsLocation != null,
            PARAM_SHARE_WORDS, shareWords,
            PARAM_TAG_SCHEME, !tagScheme.equalsIgnoreCase(TagScheme.IOB2.toString()),
            PARAM_BEST_POS, bestPos,
            PARAM_DEV_DOCUMENTS, devDocuments != null));
    Model earlier = earlier();
    check(
        earlier.task().equals(task()),
        "the model to update has learned the task " + earlier.task() + ", not " + task());
    task = Task.of(earlier);
    expectedLanguage = earlier.language();
    learner = updating(earlier);
    return earlier.posTags();
  }

  private TokenReader reader(List<String> columns) throws UnusableCasException {
    return TokenReader.of(
        changes.makesTags() ? List.of(TokenSequence.WORD) : columns,
        "which the feature templates need (column pos); run a part-of-speech tagger before the"
            + " trainer, or name a model that makes them in the parameter "
            + PARAM_TAG_POS_LOCATION
            + ", or give templates without this column in the parameter "
            + PARAM_TEMPLATE_LOCATION);
  }

  private static void check(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }

  private void checkTarget() {
    Path target = Path.of(targetLocation);
    if (Files.isDirectory(target) || target.equals(ModelSidecar.of(target))) {
      throw new IllegalArgumentException(
          PARAM_TARGET_LOCATION
              + (Files.isDirectory(target) ? " is a directory" : " ends in .properties")
              + ", but must be a file such as model.gpchain: "
              + targetLocation);
    }
  }

  private WordResource words() throws IOException {
    if (wordsLocation == null) {
      return null;
    }
    try (InputStream in = ResourceUtils.resolveLocation(wordsLocation).openStream()) {
      return WordResourceFile.read(in);
    } catch (ModelFormatException e) {
      throw new IllegalArgumentException(wordsLocation + ": " + e.getMessage(), e);
    }
  }

  private TemplateSet templates(WordResource words) throws IOException {
    if (templateLocation == null) {
      return defaultTemplates(words);
    }
    List<String> columns = new ArrayList<>(COLUMNS);
    if (words != null) {
      columns.addAll(words.columns());
    }
    try (InputStream in = ResourceUtils.resolveLocation(templateLocation).openStream()) {
      return TemplateSet.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8), columns);
    } catch (TemplateException e) {
      throw new IllegalArgumentException(templateLocation + ", " + e.getMessage(), e);
    }
  }

  @Override
  public void process(JCas document) throws AnalysisEngineProcessException {
    String found = document.getDocumentLanguage();
    if (language == null && documentLanguage != null && !documentLanguage.equals(found)) {
      throw new UnusableCasException(
          CasSentences.nameOf(document)
              + " is in the language '"
              + found
              + "', those before it in '"
              + documentLanguage
              + "'; train a model for each language, or set the parameter "
              + PARAM_LANGUAGE);
    }
    documentLanguage = found;
    checkLanguage(document);
    if (isDev(document)) {
      dev.add(document);
    } else if (limit == null || corpus.sentences().size() < limit) {
      corpus.add(document);
    }
  }

  private void checkLanguage(JCas document) throws UnusableCasException {
    String found = language == null ? documentLanguage : language;
    if (Languages.differ(found, expectedLanguage)) {
      throw new UnusableCasException(
          (isUpdate() ? "the model to update" : "the word resource " + wordsLocation)
              + " is for the language '"
              + expectedLanguage
              + "', "
              + CasSentences.nameOf(document)
              + " is in '"
              + found
              + "'; give "
              + (isUpdate() ? "documents of its language" : "a resource of its language, or none"));
    }
  }

  private boolean isDev(JCas document) {
    return devPattern != null
        && JCasUtil.select(document, DocumentMetaData.class).stream()
            .flatMap(data -> Stream.of(data.getDocumentId(), data.getDocumentUri()))
            .anyMatch(name -> name != null && devPattern.matcher(name).find());
  }

  @Override
  public void collectionProcessComplete() throws AnalysisEngineProcessException {
    corpus.warnings().forEach(warning -> log(Level.WARNING, warning));
    corpus.checkSegments();
    if (devPattern != null && dev.sentences().isEmpty()) {
      log(Level.WARNING, "no document matches " + PARAM_DEV_DOCUMENTS + ", " + devDocuments);
    }
    try {
      List<LabeledSequence> all = corpus.sentences();
      List<LabeledSequence> sentences =
          changes.apply(limit == null ? all : all.subList(0, Math.min(limit, all.size())));
      Task what = expecting(sentences).withLanguage(language == null ? documentLanguage : language);
      Model learned =
          learner.learn(
              sentences, what, new HeldOutProgress(changes.apply(dev.sentences()), progress()));
      EntityRatio.warning(learned, sentences, what.entityRatio(), PARAM_ENTITY_RATIO)
          .ifPresent(warning -> log(Level.WARNING, warning));
      Model model = shareWords ? learned.sharing(words) : learned;
      Path target = Path.of(targetLocation);
      AtomicFile.write(target, out -> ModelWriter.write(model, out));
      ModelSidecar.write(model, variant, target);
      log(Level.INFO, TrainingSummary.of(sentences, model, target));
    } catch (IOException e) {
      throw new UnusableCasException(
          "cannot write the model " + targetLocation + ": " + e.getMessage(), e);
    } catch (LearningException e) {
      throw new UnusableCasException(e.getMessage(), e);
    }
  }

  private Task expecting(List<LabeledSequence> sentences) {
    return annotated.equalsIgnoreCase(Annotated.SEGMENTS.toString()) && entityRatio == null
        ? task.withEntityRatio(Repetitions.entityRatio(sentences, task.scheme()))
        : task;
  }

  private void log(Level level, String message) {
    getContext().getLogger().log(level, message);
  }

  private Progress progress() {
    TimeLeft time = new TimeLeft(System::nanoTime);
    AtomicInteger steps = new AtomicInteger();
    return step -> {
      boolean measured = !Double.isNaN(step.heldOutF1());
      if (steps.incrementAndGet() % STEPS_PER_MESSAGE == 0 || measured) {
        log(
            Level.INFO,
            String.format(
                Locale.ROOT,
                "%s: objective %.1f, %.0f %% done, about %.0f s left%s",
                step.phase(),
                step.objective(),
                100 * step.done(),
                time.seconds(step.done()),
                measured
                    ? String.format(Locale.ROOT, ", F1 on development %.2f", 100 * step.heldOutF1())
                    : ""));
      }
    };
  }

  /** Releases the sentences. */
  @Override
  public void destroy() {
    corpus = null;
    dev = null;
    super.destroy();
  }
}
