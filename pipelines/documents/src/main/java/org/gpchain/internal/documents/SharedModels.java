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
import org.gpchain.core.decode.NoveltyCount;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.output.AnnotatedDocument.Layer;
import org.slf4j.LoggerFactory;

/**
 * The models that annotate the same documents in one pass, with other objects that the annotators
 * of several threads share.
 */
public final class SharedModels implements AutoCloseable {
  private final AnnotateOptions options;
  final List<TextModel> models;

  /** Columns that the models require, in alphabetical order. */
  private final List<String> columns;

  private final List<Layer> layers;

  /** Whether annotators only read sentences for the first model. */
  private final boolean reads;

  /** Format of raw text; null for other documents. */
  final RawText rawText;

  final LongText longText;

  private SharedModels(
      AnnotateOptions options, List<TextModel> models, int threads, boolean reads) {
    this.options = options;
    this.models = models;
    this.reads = reads;
    this.rawText = options.format() instanceof RawText text ? text : null;
    Set<String> required = new TreeSet<>(Set.of(TokenSequence.WORD));
    for (TextModel model : models) {
      required.addAll(model.columns());
    }
    this.columns = List.copyOf(required);
    this.layers = models.stream().map(TextModel::writtenLayer).toList();
    this.longText = new LongText(this, threads);
  }

  /**
   * Loads the models for annotators.
   *
   * @param threads number of pieces of a long text that are annotated at a time
   * @throws InputException if a model cannot be used at all or cannot annotate such documents
   */
  public static SharedModels load(AnnotateOptions options, int threads) throws IOException {
    return load(options, threads, false).checkLabels();
  }

  /**
   * Loads the models for annotators that only read sentences: {@link AnnotatedResult#additions}
   * contains the sentences with the columns of the first model. Taggers among the other models add
   * parts of speech.
   *
   * @throws InputException if a model cannot be used at all or cannot read such documents
   */
  public static SharedModels forReading(AnnotateOptions options) throws IOException {
    return load(options, 1, true);
  }

  private static SharedModels load(AnnotateOptions options, int threads, boolean reads)
      throws IOException {
    List<TextModel> models = new ArrayList<>();
    if (!reads && options.format() instanceof RawText) {
      // SLF4J logs a warning if two threads initialize it at the same time, so this thread does.
      LoggerFactory.getILoggerFactory();
      // Exceptions are ignored: the same failure is reported when the first document is segmented.
      var unused = CompletableFuture.runAsync(options.segmenter()::prepare);
    }

    Set<String> names = new HashSet<>();
    for (Path fileOrName : options.models()) {
      TextModel model = TextModel.load(fileOrName, options);
      if (!names.add(model.name())) {
        String problem =
            "there is another model with the name '"
                + model.name()
                + "', so their annotations could not be distinguished";
        throw new InputException(
            fileOrName, problem, "specify each model only once, and use different file names");
      }
      models.add(model);
    }

    if (!reads) {
      // Taggers come first, because the other models may read their tags.
      models.sort(Comparator.comparing(model -> !model.isTagger()));
    }

    SharedModels shared = new SharedModels(options, models, threads, reads);
    if (shared.rawText != null) {
      shared.checkRawText();
    }
    return shared;
  }

  /**
   * Checks the labels of the models.
   *
   * @return this object
   * @throws InputException if a model labels tokens although its task is to find segments
   */
  public SharedModels checkLabels() throws InputException {
    for (TextModel model : models) {
      model.checkLabels();
    }
    return this;
  }

  /** Checks that the models can annotate raw text, which does not state its language. */
  private void checkRawText() throws IOException {
    for (TextModel model : models) {
      if (Languages.differ(model.language(), language())) {
        throw new InputException(
            model.location().file(),
            format(
                "this model is for the language '%s', but another one is for '%s',"
                    + " and the language of the input is unknown",
                model.language(), language()),
            "annotate the texts of each language separately");
      }
    }
    if (lackPartsOfSpeech()) {
      tagger();
    }
  }

  /** Returns the layers of the models in the order of the models. */
  public List<Layer> layers() {
    return layers;
  }

  /** Returns whether the documents are raw text. */
  public boolean readsRawText() {
    return rawText != null;
  }

  /** Returns a note for the user on how sentences and tokens of raw text are found, if any. */
  public Optional<String> segmenterNote() {
    if (rawText == null) {
      return Optional.empty();
    }
    return options.segmenter().note(language());
  }

  /** Returns the name of the part-of-speech tagger. */
  public String taggerName() throws IOException {
    return tagger().title();
  }

  /**
   * Returns notes on the number of sentences that are unlike the training texts.
   *
   * @param novelty counts of each model
   */
  public List<String> noveltyNotes(List<NoveltyCount> novelty) {
    List<String> notes = new ArrayList<>();
    for (int i = 0; i < Math.min(models.size(), novelty.size()); i++) {
      models.get(i).noveltyNote(novelty.get(i)).ifPresent(notes::add);
    }
    return notes;
  }

  /**
   * Returns the status of the models' promises of a maximum error.
   *
   * @param evidence evidence of each model in the documents
   * @return status by the file of the model
   */
  public SortedMap<Path, PromiseCheck.Status> promises(List<long[]> evidence) {
    SortedMap<Path, PromiseCheck.Status> promises = new TreeMap<>();
    for (int i = 0; i < models.size(); i++) {
      TextModel model = models.get(i);
      long[] modelEvidence = i < evidence.size() ? evidence.get(i) : null;
      Optional<PromiseCheck.Status> status = model.promise(modelEvidence);
      if (status.isPresent()) {
        promises.put(model.location().file(), status.get());
      }
    }
    return promises;
  }

  /** Returns whether a model requires parts of speech but none of the models is a tagger. */
  boolean lackPartsOfSpeech() {
    return columns.contains(TokenSequence.POS) && models.stream().noneMatch(TextModel::isTagger);
  }

  /** Returns the taggers after the first model, which add parts of speech for it. */
  List<TextModel> taggersOfRead() {
    return models.stream().skip(1).filter(TextModel::isTagger).toList();
  }

  /** Returns how many parts of speech of a token the models require. */
  PosTags posTags() {
    for (TextModel model : models) {
      if (model.model().posTags() == PosTags.POSSIBLE) {
        return PosTags.POSSIBLE;
      }
    }
    return PosTags.BEST;
  }

  /**
   * Returns the language of documents that do not state theirs: the language of the first model.
   */
  String language() {
    return models.get(0).language();
  }

  /**
   * Returns the tokenization for all models. If one of the models was trained on whole words of a
   * kind, the words stay whole: models can divide tokens but cannot join them. Taggers are ignored
   * unless all models are taggers, because they only tag the tokens of other models.
   */
  TokenProfile tokenProfile() {
    List<TextModel> readers = new ArrayList<>(models);
    readers.removeIf(TextModel::isTagger);
    if (readers.isEmpty()) {
      readers = models;
    }

    TokenProfile profile = TokenProfile.UNKNOWN;
    for (TextModel model : readers) {
      profile = profile.coarsest(model.model().tokenProfile());
    }
    return profile;
  }

  /**
   * Returns the tagger for all models that require parts of speech; null if none does.
   *
   * @throws InputException if there is no such tagger or models require different ones
   */
  TextTagger tagger() throws IOException {
    TextTagger common = null;
    for (TextModel model : models) {
      if (!model.columns().contains(TokenSequence.POS)) {
        continue;
      }
      TextTagger tagger = model.tagger();
      if (common != null && !common.equals(tagger)) {
        throw new InputException(
            model.location().file(),
            format(
                "this model needs parts of speech from %s, but another one needs those from %s",
                tagger.title(), common.title()),
            "use the models in separate runs");
      }
      common = tagger;
    }
    return common;
  }

  /** Creates a parser of documents. */
  InputFormat.Parser parser() throws IOException {
    return options.format().parser(columns, language());
  }

  /** Creates a pipeline for the default view. */
  TextPipeline pipeline() throws UIMAException {
    return pipeline(CAS.NAME_DEFAULT_SOFA);
  }

  /** Creates a pipeline for the view with a name. */
  TextPipeline pipeline(String view) throws UIMAException {
    return new TextPipeline(this, options.segmenter(), options.engines(), reads, view);
  }

  /**
   * Returns whether pieces of a text, cut at paragraph breaks, have the same sentences as the whole
   * text, so that they can be annotated separately.
   */
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
