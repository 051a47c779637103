package org.gpchain.internal.documents;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.CAS;
import org.gpchain.annotator.Languages;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.output.AnnotatedDocument.Layer;
import org.slf4j.LoggerFactory;

/** The models that annotate the same documents, in one pass, and what else annotators share. */
public final class SharedModels implements AutoCloseable {
  private final AnnotateOptions options;
  final List<TextModel> models;
  private final List<String> columns;
  private final List<Layer> layers;
  private final boolean reads;

  /** How raw text is read; null for other documents. */
  final RawText rawText;

  final LongText longText;

  private SharedModels(
      AnnotateOptions options, List<TextModel> models, int threads, boolean reads) {
    this.options = options;
    this.models = models;
    this.reads = reads;
    this.rawText = options.format() instanceof RawText text ? text : null;
    Set<String> all = new TreeSet<>(Set.of(TokenSequence.WORD));
    models.forEach(model -> all.addAll(model.columns()));
    this.columns = List.copyOf(all);
    this.layers = models.stream().map(TextModel::writtenLayer).toList();
    this.longText = new LongText(this, threads);
  }

  /**
   * @param threads that a long text may take
   * @throws InputException if a model cannot be used, at all or for such documents
   */
  public static SharedModels load(AnnotateOptions options, int threads) throws IOException {
    return load(options, threads, false).checkLabels();
  }

  /**
   * Models for annotators that annotate nothing: they read the sentences of documents as the first
   * model needs them ({@link AnnotatedResult#additions}), with the parts of speech of the taggers
   * among the others.
   *
   * @throws InputException if a model cannot be used, at all or for such documents
   */
  public static SharedModels forReading(AnnotateOptions options) throws IOException {
    return load(options, 1, true);
  }

  private static SharedModels load(AnnotateOptions options, int threads, boolean reads)
      throws IOException {
    List<TextModel> models = new ArrayList<>();
    if (!reads && options.format() instanceof RawText) {
      // First, since SLF4J complains of threads that log while another begins it.
      LoggerFactory.getILoggerFactory();
      // What fails here fails again, and is reported, where it is needed.
      var unused = CompletableFuture.runAsync(options.segmenter()::prepare);
    }
    Set<String> names = new HashSet<>();
    for (Path fileOrName : options.models()) {
      TextModel model = TextModel.load(fileOrName, options);
      if (!names.add(model.name())) {
        throw new InputException(
            fileOrName,
            "there is another model of the name '"
                + model.name()
                + "', from which nobody could tell its annotations",
            "name each model once, and give files different names");
      }
      models.add(model);
    }
    if (!reads) {
      // Others may read its tags.
      models.sort(Comparator.comparing(model -> !model.isTagger()));
    }
    SharedModels shared = new SharedModels(options, models, threads, reads);
    if (shared.rawText != null) {
      shared.checkRawText();
    }
    return shared;
  }

  /**
   * @throws InputException if a model labels tokens where its task is to find segments
   */
  public SharedModels checkLabels() throws InputException {
    for (TextModel model : models) {
      model.checkLabels();
    }
    return this;
  }

  /** Checks that raw text can be annotated, which does not say its language. */
  private void checkRawText() throws IOException {
    for (TextModel model : models) {
      if (Languages.differ(model.language(), language())) {
        throw new InputException(
            model.location().file(),
            format(
                "this model is for the language '%s', another one for '%s', and the input does not"
                    + " say its language",
                model.language(), language()),
            "annotate texts of each language by themselves");
      }
    }
    if (lackPartsOfSpeech()) {
      tagger();
    }
  }

  /** The models, as they stand in what is written. */
  public List<Layer> layers() {
    return layers;
  }

  public boolean readsRawText() {
    return rawText != null;
  }

  /** What the user should know of how the sentences and tokens of raw text are found. */
  public Optional<String> segmenterNote() {
    return rawText != null ? options.segmenter().note(language()) : Optional.empty();
  }

  /** What finds parts of speech, in words. */
  public String taggerName() throws IOException {
    return tagger().title();
  }

  /** What becomes of the promises of a largest error in some documents, by model. */
  public SortedMap<Path, PromiseCheck.Status> promises(List<long[]> evidence) {
    SortedMap<Path, PromiseCheck.Status> promises = new TreeMap<>();
    for (int i = 0; i < models.size(); i++) {
      Path file = models.get(i).location().file();
      long[] own = i < evidence.size() ? evidence.get(i) : null;
      models.get(i).promise(own).ifPresent(status -> promises.put(file, status));
    }
    return promises;
  }

  /** Whether parts of speech are read that none of the models gives. */
  boolean lackPartsOfSpeech() {
    return columns.contains(TokenSequence.POS) && models.stream().noneMatch(TextModel::isTagger);
  }

  /** Returns the models after the first one that give it parts of speech. */
  List<TextModel> taggersOfRead() {
    return models.stream().skip(1).filter(TextModel::isTagger).toList();
  }

  /** How many parts of speech of a token the models read, if any. */
  PosTags posTags() {
    return models.stream().anyMatch(model -> model.model().posTags() == PosTags.POSSIBLE)
        ? PosTags.POSSIBLE
        : PosTags.BEST;
  }

  /** The language of documents that do not say theirs: that of the first model. */
  String language() {
    return models.get(0).language();
  }

  /**
   * The conventions by which texts are divided into tokens: a kind of word stays whole if any of
   * the models was trained on whole ones, since models divide tokens by themselves, but cannot join
   * them. Taggers count only where all models are taggers, for they tag what others read.
   */
  TokenProfile tokenProfile() {
    List<TextModel> readers = models.stream().filter(model -> !model.isTagger()).toList();
    return (readers.isEmpty() ? models : readers)
        .stream()
            .map(model -> model.model().tokenProfile())
            .reduce(TokenProfile.UNKNOWN, TokenProfile::coarsest);
  }

  /** The tagger whose tags all models know; an {@link InputException} if there is none. */
  TextTagger tagger() throws IOException {
    TextTagger common = null;
    for (TextModel model : models) {
      if (model.columns().contains(TokenSequence.POS)) {
        TextTagger tagger = model.tagger();
        if (common != null && !common.equals(tagger)) {
          throw new InputException(
              model.location().file(),
              format(
                  "this model needs the parts of speech of %s, another one those of %s",
                  tagger.title(), common.title()),
              "annotate with each of them by itself");
        }
        common = tagger;
      }
    }
    return common;
  }

  InputFormat.Parser parser() throws IOException {
    return options.format().parser(columns, language());
  }

  TextPipeline pipeline() throws UIMAException {
    return pipeline(CAS.NAME_DEFAULT_SOFA);
  }

  /** Makes a pipeline for the view of a name. */
  TextPipeline pipeline(String view) throws UIMAException {
    return new TextPipeline(this, options.segmenter(), options.engines(), reads, view);
  }

  /** Whether pieces of a text have the sentences of the whole, and may be annotated one by one. */
  boolean keepsParagraphs() {
    return !reads
        && rawText != null
        && options.segmenter().keepsParagraphs()
        && options.engines().isEmpty();
  }

  @Override
  public void close() {
    longText.close();
  }
}
