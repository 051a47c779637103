package org.gpchain.training.uima;

import static org.gpchain.core.text.Numbers.format;

import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.uima.fit.descriptor.ConfigurationParameter;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.apache.uima.util.Level;
import org.dkpro.core.api.resources.ResourceUtils;
import org.gpchain.annotator.EnumParameter;
import org.gpchain.annotator.ModelCache;
import org.gpchain.annotator.WordTagger;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.annotator.cas.TokenReader;
import org.gpchain.internal.annotator.cas.UnusableCasException;
import org.gpchain.internal.training.data.Annotated;
import org.gpchain.internal.training.data.Repetitions;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.data.TypeNames;

/**
 * The parameters that select the annotations to learn from. This class also collects the sentences
 * of the documents.
 */
public abstract class CorpusParameters extends LearningParameters {
  /**
   * Use the short name of an annotation's type, such as {@code Person}, as its label, rather than
   * its value. Annotations that do not have a subtype are labeled by their value, or by the name of
   * their type if they have no value.
   */
  public static final String PARAM_SUBTYPES_AS_LABELS = "subtypesAsLabels";

  @ConfigurationParameter(name = PARAM_SUBTYPES_AS_LABELS, mandatory = true, defaultValue = "false")
  boolean subtypesAsLabels;

  /** Learn only annotations with these tags and ignore others. By default, all are learned. */
  public static final String PARAM_ACCEPTED_TAGS = "acceptedTags";

  @ConfigurationParameter(name = PARAM_ACCEPTED_TAGS, mandatory = false)
  private String[] acceptedTags;

  /**
   * Part of the documents that is annotated. With ALL, every token is annotated. With SENTENCES,
   * sentences with an annotation and sentences marked as done (doneType) are completely annotated,
   * and nothing is learned from other sentences. With SEGMENTS, annotations are correct, but some
   * may be missing (see entityRatio). With MARKED, every token is annotated, except for tokens of
   * rejected suggestions (rejectedType) and, in the scheme TOKEN, tokens without an annotation.
   * Case is ignored.
   */
  public static final String PARAM_ANNOTATED = "annotated";

  @ConfigurationParameter(name = PARAM_ANNOTATED, mandatory = true, defaultValue = "all")
  private String annotated;

  /**
   * Expected share of tokens in segments if no annotation were missing; only used if the parameter
   * annotated is SEGMENTS. With 0, no share is expected. By default, it is the annotated share
   * divided by the share of further occurrences of segments that are annotated as well.
   */
  public static final String PARAM_ENTITY_RATIO = "entityRatio";

  @ConfigurationParameter(name = PARAM_ENTITY_RATIO, mandatory = false)
  private Double entityRatio;

  /**
   * Full name of the annotation type that marks text as done, for the parameter annotated.
   * Sentences within such an annotation are completely annotated, so that tokens without a segment
   * are outside.
   */
  public static final String PARAM_DONE_TYPE = "doneType";

  @ConfigurationParameter(name = PARAM_DONE_TYPE, mandatory = false)
  private String doneType;

  /**
   * Full name of the annotation type of rejected suggestions, for the parameter annotated. Their
   * labels are read from the same feature as the labels of segments. The tokens of a rejected
   * suggestion do not belong to a segment with its label.
   */
  public static final String PARAM_REJECTED_TYPE = "rejectedType";

  @ConfigurationParameter(name = PARAM_REJECTED_TYPE, mandatory = false)
  private String rejectedType;

  /**
   * Rename the tags of segments as listed in the file at this location. Each line has two columns
   * separated by a TAB: the tag in the documents, and the tag in the model or - to leave such
   * segments out. The file must list all tags of the documents.
   */
  public static final String PARAM_LABEL_MAP_LOCATION = "labelMapLocation";

  @ConfigurationParameter(name = PARAM_LABEL_MAP_LOCATION, mandatory = false)
  private String labelMapLocation;

  /**
   * Learn from the parts of speech that the model at this location predicts, rather than from the
   * parts of speech in the documents. A model that was trained on manual tags would not have
   * learned to cope with the mistakes of the tagger. Name of a model on the class path, such as
   * {@code tagger-en-masc}, or a location.
   */
  public static final String PARAM_TAG_POS_LOCATION = "tagPosLocation";

  @ConfigurationParameter(name = PARAM_TAG_POS_LOCATION, mandatory = false)
  String tagPosLocation;

  /**
   * Learn only from the best part of speech of each token. By default, models learn from all
   * possible parts of speech of a token, weighted by their probabilities, if the documents contain
   * GPChain's TokenMarginals of the layer POS or {@code tagPosLocation} is set. Such a model also
   * needs the probabilities when it is used. Posteriors in inducing points always learn from the
   * best part of speech.
   */
  public static final String PARAM_BEST_POS = "bestPos";

  @ConfigurationParameter(name = PARAM_BEST_POS, mandatory = true, defaultValue = "false")
  boolean bestPos;

  /**
   * Additional columns that are made of annotations: NAME=TYPE or NAME=TYPE/FEATURE. The value is B
   * for the first token of an annotation, I for its other tokens, both with the value of the
   * feature (B-drug), and O for all other tokens. If annotations overlap, the longest is used. The
   * default templates of the task use these columns, and your own templates may. The types are
   * stored in the model, so that annotators read the same columns.
   */
  public static final String PARAM_COLUMNS = "columns";

  @ConfigurationParameter(name = PARAM_COLUMNS, mandatory = false)
  String[] columns;

  /**
   * Regular expression for development documents: documents whose identifier or URI contains a
   * match are not learned from, but used to evaluate the model.
   */
  public static final String PARAM_DEV_DOCUMENTS = "devDocuments";

  @ConfigurationParameter(name = PARAM_DEV_DOCUMENTS, mandatory = false)
  private String devDocuments;

  /** Maximum number of sentences to learn from, the first ones. By default, all are used. */
  public static final String PARAM_LIMIT = "limit";

  @ConfigurationParameter(name = PARAM_LIMIT, mandatory = false)
  private Integer limit;

  private Annotated annotatedPart;

  /** New names of tags; null if tags are not renamed. */
  private TypeNames names;

  /** Tagger of parts of speech; null if they are read from the documents. */
  private WordTagger tagger;

  private PosTags posTags;

  /** Pattern for the names of development documents; null if there are none. */
  private Pattern devPattern;

  private CasCorpus corpus;
  private CasCorpus dev;

  /**
   * Prepares to read documents.
   *
   * @param source annotations that are learned
   * @param task the task
   * @param annotationColumns columns of the task that are made of annotations
   * @param tags parts of speech that the model learns from
   * @return the task with the expected share of tokens in segments, if the user specified it
   * @throws IllegalArgumentException if a parameter has an invalid value
   * @throws UnusableCasException if the task needs a column that documents do not have
   */
  final Task open(
      LabelSource source, Task task, List<AnnotationColumn> annotationColumns, PosTags tags)
      throws IOException, UnusableCasException {
    annotatedPart = EnumParameter.parse(Annotated.class, PARAM_ANNOTATED, annotated);
    checkParameters(task);

    names = names(labelMapLocation);
    tagger = tagger(tagPosLocation);
    posTags = tags;
    devPattern = devDocuments == null ? null : Pattern.compile(devDocuments);

    Set<String> tagsToLearn = acceptedTags == null ? Set.of() : Set.of(acceptedTags);
    LabelSource learned =
        new LabelSource(source.layer(), subtypesAsLabels, source.onlyTags()).withOnly(tagsToLearn);
    TokenReader reader = reader(task, annotationColumns).with(tags, voices(task));
    DocumentMarks marks = new DocumentMarks(doneType, rejectedType);
    corpus = new CasCorpus(learned, reader, task.scheme(), annotated(), marks);
    dev = new CasCorpus(learned, reader, task.scheme(), Annotated.ALL, DocumentMarks.NONE);

    return entityRatio == null ? task : task.withEntityRatio(entityRatio);
  }

  private void checkParameters(Task task) {
    check(limit == null || limit >= 1, PARAM_LIMIT + " must be at least 1, was " + limit);
    check(
        labelMapLocation == null || task.scheme() != TagScheme.TOKEN,
        "a label map renames types of segments, not labels of tokens; remove the parameter "
            + PARAM_LABEL_MAP_LOCATION
            + "");
    check(
        entityRatio == null || annotatedPart == Annotated.SEGMENTS,
        PARAM_ENTITY_RATIO + " needs segments as " + PARAM_ANNOTATED);
    check(
        annotated() != Annotated.ALL || (doneType == null && rejectedType == null),
        PARAM_DONE_TYPE + " and " + PARAM_REJECTED_TYPE + " need " + PARAM_ANNOTATED);
  }

  /** Returns the part of the documents that is annotated. */
  Annotated annotated() {
    return annotatedPart;
  }

  /** Returns the columns of labels that are read in addition to the columns of the task. */
  AnnotationColumn[] voices(Task task) {
    return new AnnotationColumn[0];
  }

  /**
   * Returns the sentences to learn from.
   *
   * @throws UnusableCasException if there is nothing to learn
   */
  List<LabeledSequence> learned(CasCorpus corpus) throws UnusableCasException {
    corpus.checkSegments();
    return corpus.sentences();
  }

  private TokenReader reader(Task task, List<AnnotationColumn> annotationColumns)
      throws UnusableCasException {
    List<String> columns = new ArrayList<>(task.requiredColumns());
    if (tagger != null) {
      columns.removeIf(TokenSequence.POS::equals);
    }
    String posNeed =
        "which the feature templates need (column pos); run a part-of-speech tagger"
            + " before the trainer, or specify a model that assigns them in the parameter "
            + PARAM_TAG_POS_LOCATION
            + ", or specify templates without this column in the parameter "
            + GpSegmentTrainer.PARAM_TEMPLATE_LOCATION;
    return TokenReader.of(columns, annotationColumns, posNeed);
  }

  /** Reads a label map; returns null if the location is null. */
  private static TypeNames names(String location) throws IOException {
    if (location == null) {
      return null;
    }

    List<String> lines;
    try (InputStream in = ResourceUtils.resolveLocation(location).openStream()) {
      lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }

    TypeNames names = new TypeNames();
    for (int i = 0; i < lines.size(); i++) {
      String problem = names.add(lines.get(i));
      check(problem == null, location + ", line " + (i + 1) + ": " + problem);
    }
    return names;
  }

  /** Loads a tagger of parts of speech; returns null if the location is null. */
  private static WordTagger tagger(String location) throws IOException {
    if (location == null) {
      return null;
    }
    try {
      return new WordTagger(ModelCache.SHARED.get(location, Contents.DECODING));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(location + ": " + e.getMessage(), e);
    }
  }

  /** Adds the sentences of a document, unless there are enough sentences already. */
  final void read(JCas document) throws UnusableCasException {
    if (isDev(document)) {
      dev.add(document);
    } else if (limit == null || corpus.sentences().size() < limit) {
      corpus.add(document);
    }
  }

  /** Removes all sentences, so that another collection of documents can be read. */
  final void beginAnew() {
    corpus = corpus.empty();
    dev = dev.empty();
  }

  private boolean isDev(JCas document) {
    if (devPattern == null) {
      return false;
    }
    for (DocumentMetaData metadata : JCasUtil.select(document, DocumentMetaData.class)) {
      if (isDevName(metadata.getDocumentId()) || isDevName(metadata.getDocumentUri())) {
        return true;
      }
    }
    return false;
  }

  private boolean isDevName(String name) {
    return name != null && devPattern.matcher(name).find();
  }

  /**
   * Returns the sentences to learn from, and logs warnings about the documents.
   *
   * @throws UnusableCasException if there is nothing to learn, or a tag has no new name
   */
  final List<LabeledSequence> sentences() throws UnusableCasException {
    for (String warning : corpus.warnings()) {
      log(Level.WARNING, warning);
    }
    List<LabeledSequence> sentences = learned(corpus);
    if (devPattern != null && dev.sentences().isEmpty()) {
      log(Level.WARNING, "no document matches " + PARAM_DEV_DOCUMENTS + ", " + devDocuments);
    }

    if (limit != null && limit < sentences.size()) {
      sentences = sentences.subList(0, limit);
    }
    List<LabeledSequence> prepared = prepared(sentences);
    if (prepared.stream().allMatch(CorpusParameters::isOutside)) {
      throw new UnusableCasException(
          "no segments remain to learn from; check limit and labelMapLocation");
    }
    return prepared;
  }

  /** Returns whether it is known that a sentence has no segments. */
  private static boolean isOutside(LabeledSequence sentence) {
    return sentence.isComplete() && sentence.spans().isEmpty();
  }

  /**
   * Returns the sentences of the development documents.
   *
   * @throws UnusableCasException if a tag has no new name
   */
  final List<LabeledSequence> devSentences() throws UnusableCasException {
    return prepared(dev.sentences());
  }

  /** Returns sentences with renamed tags and the parts of speech of the tagger. */
  private List<LabeledSequence> prepared(List<LabeledSequence> sentences)
      throws UnusableCasException {
    List<LabeledSequence> prepared = new ArrayList<>(sentences.size());
    for (LabeledSequence sentence : sentences) {
      TokenSequence tokens = sentence.tokens();
      if (tagger != null) {
        tokens = tagger.tag(tokens, posTags);
      }
      prepared.add(renamed(sentence).withTokens(tokens));
    }
    return prepared;
  }

  private LabeledSequence renamed(LabeledSequence sentence) throws UnusableCasException {
    if (names == null) {
      return sentence;
    }

    Optional<Span> unlisted = names.firstUnlisted(sentence.spans());
    if (unlisted.isPresent()) {
      throw new UnusableCasException(
          format(
              "the tag %s is not listed in %s; add it there; to ignore such segments,"
                  + " write - in the second column",
              unlisted.get().type(), labelMapLocation));
    }
    return names.apply(sentence);
  }

  /**
   * Returns a task with the expected share of tokens in segments. If the user did not specify the
   * share, it is estimated from the sentences.
   */
  final Task expecting(Task task, List<LabeledSequence> sentences) {
    if (annotatedPart == Annotated.SEGMENTS && entityRatio == null) {
      return task.withEntityRatio(Repetitions.entityRatio(sentences, task.scheme()));
    }
    return task;
  }

  /** Logs a message. */
  final void log(Level level, String message) {
    getContext().getLogger().log(level, message);
  }
}
