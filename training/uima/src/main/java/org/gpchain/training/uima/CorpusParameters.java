package org.gpchain.training.uima;

import static org.gpchain.core.text.Numbers.format;

import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
import org.gpchain.training.uima.CasCorpus.DocumentMarks;

/** The parameters that say what is learned from documents, and the sentences of these. */
public abstract class CorpusParameters extends LearningParameters {
  /**
   * Learn the short name of an annotation's type, such as {@code Person}, rather than its value.
   * Annotations that have none of the sub-types are learned with their value, or with the name of
   * their type if they have no value.
   */
  public static final String PARAM_SUBTYPES_AS_LABELS = "subtypesAsLabels";

  @ConfigurationParameter(name = PARAM_SUBTYPES_AS_LABELS, mandatory = true, defaultValue = "false")
  boolean subtypesAsLabels;

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
  private Double entityRatio;

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
  String tagPosLocation;

  /**
   * Learn from the best part of speech of each token only. By default models learn from every one
   * that a tagger holds possible, weighted by its probability, where GPChain's TokenMarginals of
   * the layer POS are in the documents or {@link #PARAM_TAG_POS_LOCATION} names a tagger; such a
   * model then wants them in use, too. Posteriors in inducing points always learn from the best
   * one.
   */
  public static final String PARAM_BEST_POS = "bestPos";

  @ConfigurationParameter(name = PARAM_BEST_POS, mandatory = true, defaultValue = "false")
  boolean bestPos;

  /**
   * Make columns of annotations: {@code NAME=TYPE} or {@code NAME=TYPE/FEATURE}. {@code B} stands
   * on the first token of such an annotation and {@code I} on its others, with the value of the
   * feature ({@code B-drug}), {@code O} on all other tokens; of annotations that overlap, the
   * longest is taken. The templates of the task use them, other templates may. The model keeps the
   * types, so that annotators read the same.
   */
  public static final String PARAM_COLUMNS = "columns";

  @ConfigurationParameter(name = PARAM_COLUMNS, mandatory = false)
  String[] columns;

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

  private Annotated what;
  private TypeNames names;
  private WordTagger tagger;
  private PosTags posTags;
  private Pattern devPattern;
  private CasCorpus corpus;
  private CasCorpus dev;

  /**
   * Prepares to read documents; returns the task with what is expected of them.
   *
   * @param others columns of the task that are made of annotations
   * @throws IllegalArgumentException if a parameter cannot be used
   */
  final Task open(LabelSource source, Task task, List<AnnotationColumn> others, PosTags tags)
      throws IOException, UnusableCasException {
    check(limit == null || limit >= 1, PARAM_LIMIT + " must be at least 1, was " + limit);
    check(
        labelMapLocation == null || task.scheme() != TagScheme.TOKEN,
        "a label map is for the types of segments, not for labels of tokens; leave "
            + PARAM_LABEL_MAP_LOCATION
            + " out");
    what = EnumParameter.parse(Annotated.class, PARAM_ANNOTATED, annotated);
    check(
        entityRatio == null || what == Annotated.SEGMENTS,
        PARAM_ENTITY_RATIO + " needs segments as " + PARAM_ANNOTATED);
    check(
        annotated() != Annotated.ALL || (doneType == null && rejectedType == null),
        PARAM_DONE_TYPE + " and " + PARAM_REJECTED_TYPE + " need " + PARAM_ANNOTATED);
    names = labelMapLocation == null ? null : names(labelMapLocation);
    tagger = tagPosLocation == null ? null : tagger(tagPosLocation);
    posTags = tags;
    devPattern = devDocuments == null ? null : Pattern.compile(devDocuments);
    LabelSource wanted =
        new LabelSource(source.layer(), subtypesAsLabels, source.onlyTags())
            .withOnly(acceptedTags == null ? Set.of() : Set.of(acceptedTags));
    TokenReader reader = reader(task, others).with(tags, voices(task));
    DocumentMarks marks = new DocumentMarks(doneType, rejectedType);
    corpus = new CasCorpus(wanted, reader, task.scheme(), annotated(), marks);
    dev = new CasCorpus(wanted, reader, task.scheme(), Annotated.ALL, DocumentMarks.NONE);
    return entityRatio == null ? task : task.withEntityRatio(entityRatio);
  }

  /** What of the documents is annotated. */
  Annotated annotated() {
    return what;
  }

  /** Columns of labels that are read beside those of the task. */
  AnnotationColumn[] voices(Task task) {
    return new AnnotationColumn[0];
  }

  /**
   * What is learned of the documents.
   *
   * @throws UnusableCasException if there is nothing to learn
   */
  List<LabeledSequence> learned(CasCorpus corpus) throws UnusableCasException {
    corpus.checkSegments();
    return corpus.sentences();
  }

  private TokenReader reader(Task task, List<AnnotationColumn> others) throws UnusableCasException {
    return TokenReader.of(
        task.requiredColumns().stream()
            .filter(column -> tagger == null || !column.equals(TokenSequence.POS))
            .toList(),
        others,
        "which the feature templates need (column pos); run a part-of-speech tagger before the"
            + " trainer, or name a model that makes them in the parameter "
            + PARAM_TAG_POS_LOCATION
            + ", or give templates without this column in the parameter "
            + GpSegmentTrainer.PARAM_TEMPLATE_LOCATION);
  }

  private static TypeNames names(String location) throws IOException {
    TypeNames names = new TypeNames();
    try (InputStream in = ResourceUtils.resolveLocation(location).openStream()) {
      int number = 0;
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        number++;
        String problem = names.add(line);
        check(problem == null, location + ", line " + number + ": " + problem);
      }
    }
    return names;
  }

  private static WordTagger tagger(String location) throws IOException {
    try {
      return new WordTagger(ModelCache.SHARED.get(location, Contents.DECODING));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(location + ": " + e.getMessage(), e);
    }
  }

  final void read(JCas document) throws UnusableCasException {
    if (isDev(document)) {
      dev.add(document);
    } else if (limit == null || corpus.sentences().size() < limit) {
      corpus.add(document);
    }
  }

  /** Forgets the documents. */
  final void beginAnew() {
    corpus = corpus.empty();
    dev = dev.empty();
  }

  private boolean isDev(JCas document) {
    return devPattern != null
        && JCasUtil.select(document, DocumentMetaData.class).stream()
            .flatMap(data -> Stream.of(data.getDocumentId(), data.getDocumentUri()))
            .anyMatch(name -> name != null && devPattern.matcher(name).find());
  }

  /**
   * Logs what the user might not expect.
   *
   * @throws UnusableCasException if there is nothing to learn, or a type has no name
   */
  final List<LabeledSequence> sentences() throws UnusableCasException {
    corpus.warnings().forEach(warning -> log(Level.WARNING, warning));
    List<LabeledSequence> all = learned(corpus);
    if (devPattern != null && dev.sentences().isEmpty()) {
      log(Level.WARNING, "no document matches " + PARAM_DEV_DOCUMENTS + ", " + devDocuments);
    }
    List<LabeledSequence> prepared =
        prepared(limit == null ? all : all.subList(0, Math.min(limit, all.size())));
    if (prepared.stream().allMatch(one -> one.isComplete() && one.spans().isEmpty())) {
      throw new UnusableCasException("no segment is left to learn: see limit, labelMapLocation");
    }
    return prepared;
  }

  final List<LabeledSequence> devSentences() throws UnusableCasException {
    return prepared(dev.sentences());
  }

  private List<LabeledSequence> prepared(List<LabeledSequence> sentences)
      throws UnusableCasException {
    List<LabeledSequence> prepared = new ArrayList<>(sentences.size());
    for (LabeledSequence sentence : sentences) {
      TokenSequence tokens = sentence.tokens();
      prepared.add(
          renamed(sentence).withTokens(tagger == null ? tokens : tagger.tag(tokens, posTags)));
    }
    return prepared;
  }

  private LabeledSequence renamed(LabeledSequence sentence) throws UnusableCasException {
    if (names == null) {
      return sentence;
    }
    Span unlisted = names.firstUnlisted(sentence.spans()).orElse(null);
    if (unlisted != null) {
      throw new UnusableCasException(
          format(
              "the tag %s is not listed in %s; add it there, with - as the second column if such"
                  + " segments are to be left out",
              unlisted.type(), labelMapLocation));
    }
    return names.apply(sentence);
  }

  /** A task with what is expected of sentences, if nothing was given. */
  final Task expecting(Task task, List<LabeledSequence> sentences) {
    return what == Annotated.SEGMENTS && entityRatio == null
        ? task.withEntityRatio(Repetitions.entityRatio(sentences, task.scheme()))
        : task;
  }

  final void log(Level level, String message) {
    getContext().getLogger().log(level, message);
  }
}
