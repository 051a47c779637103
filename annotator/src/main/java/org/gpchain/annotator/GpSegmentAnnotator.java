package org.gpchain.annotator;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.uima.UimaContext;
import org.apache.uima.analysis_engine.AnalysisEngineProcessException;
import org.apache.uima.fit.descriptor.ExternalResource;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.cas.TOP;
import org.apache.uima.jcas.tcas.Annotation;
import org.apache.uima.resource.ResourceInitializationException;
import org.dkpro.core.api.resources.HasResourceMetadata;
import org.dkpro.core.api.resources.MappingProvider;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.NoveltyCount;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.model.Tagset;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.vectors.EncoderException;
import org.gpchain.core.vectors.Encoders;
import org.gpchain.core.vectors.TokenVectors;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.annotator.cas.CasConstraint;
import org.gpchain.internal.annotator.cas.CasConstraint.Scope;
import org.gpchain.internal.annotator.cas.CasSentences;
import org.gpchain.internal.annotator.cas.CasSentences.TokenizedSentence;
import org.gpchain.internal.annotator.cas.PredictionWriter;
import org.gpchain.internal.annotator.cas.PredictionWriter.Mapping;
import org.gpchain.internal.annotator.cas.PredictionWriter.Parts;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.annotator.cas.TokenCheck;
import org.gpchain.internal.annotator.cas.TokenDivider;
import org.gpchain.internal.annotator.cas.TokenDivider.Divided;
import org.gpchain.internal.annotator.cas.UnusableCasException;
import org.gpchain.internal.core.document.SentenceCutter;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.segments.KnownSegments;
import org.gpchain.internal.core.tokens.TokenProfile;

/**
 * Base class of the annotators of segments. It looks up a model, tags each sentence and writes each
 * predicted segment as an annotation, together with a {@link org.gpchain.type.ScoredSegment} that
 * holds its posterior probability.
 *
 * <p>Engines that use the same model share it, also between threads. Each engine processes one
 * document at a time, as UIMA requires.
 */
public abstract class GpSegmentAnnotator extends AnnotatorParameters {
  /**
   * External resource: a {@link BoundModel}, which replaces the look-up of a model and the
   * parameters for decoding.
   */
  public static final String RES_MODEL = "model";

  /**
   * A model in use, with everything that depends on it.
   *
   * @param name name of the model
   * @param lookup look-up that found the model
   * @param input reader of the columns that the model needs
   * @param divider divider of tokens by the conventions of the model's training corpus
   * @param taggers taggers of the model and of the parts of speech
   * @param types annotation types of the model's tags
   */
  private record LoadedModel(
      String name,
      ModelLookup lookup,
      ModelInput input,
      TokenDivider divider,
      ModelTaggers taggers,
      TagTypes types) {
    Tagger tagger() {
      return taggers.tagger();
    }
  }

  /**
   * The tagger of a model, and the tagger of the parts of speech that the model needs.
   *
   * @param tagger tagger of the model
   * @param posTags how many parts of speech of a token the model needs
   * @param posModel model of the parts of speech, referenced so that it stays in the cache; null if
   *     the parts of speech are read from documents or not needed
   * @param posTagger tagger of that model, or null
   */
  private record ModelTaggers(
      Tagger tagger, PosTags posTags, Model posModel, WordTagger posTagger) {
    /** Returns all sentences of a document with their parts of speech and document columns. */
    List<TokenSequence> prepare(List<TokenSequence> sentences, Workspace workspace) {
      if (posTagger == null) {
        return tagger.inDocument(sentences, workspace);
      }

      List<TokenSequence> withPos = new ArrayList<>(sentences.size());
      for (TokenSequence sentence : sentences) {
        withPos.add(posTagger.tag(sentence, posTags));
      }
      return tagger.inDocument(withPos, workspace);
    }
  }

  /** Model of a program, or null if the model is looked up. */
  @ExternalResource(key = RES_MODEL, mandatory = false)
  BoundModel bound;

  /** The name by which models are looked up, such as {@code chunker}. */
  final String tool;

  private final Set<String> foreignTasks;

  /** Whether a document is being processed. */
  private final AtomicBoolean busy = new AtomicBoolean();

  /** Warnings that were logged and are not repeated. */
  private final Set<String> loggedWarnings = new HashSet<>();

  private final Workspace workspace = new Workspace();

  /** Models by language; a model for all languages has an empty key. */
  private final Map<String, LoadedModel> models = new HashMap<>();

  private DecodingOptions options;

  /** Whether documents in different languages need different entries in {@link #models}. */
  private boolean byLanguage;

  private SentenceCutter cutter;
  private Parts parts;
  private List<CasConstraint> constraints;
  private TokenDivision division;

  /**
   * Creates an annotator.
   *
   * @param tool name by which models are looked up, such as {@code chunker}
   * @param foreignTasks tasks whose models are rejected because there is another annotator for them
   */
  GpSegmentAnnotator(String tool, Set<String> foreignTasks) {
    this.tool = tool;
    this.foreignTasks = foreignTasks;
  }

  /** Returns the layer that is written. Called after the parameters have been set. */
  abstract SegmentLayer layer();

  /** Creates the mapping from tags to annotation types. */
  abstract MappingProvider mappingFor(HasResourceMetadata model, String language);

  /** Returns the tag to write for a type of segments; empty if such segments are not written. */
  Optional<String> tagOf(String type) {
    return Optional.of(type);
  }

  /** Returns whether this annotator supports a model. */
  boolean takes(Model model) {
    return model.scheme() != TagScheme.TOKEN && !foreignTasks.contains(model.task().name());
  }

  /** Completes an annotation that has just been written, given the tokens that it covers. */
  void written(Annotation annotation, List<Token> tokens) {}

  @Override
  public void initialize(UimaContext context) throws ResourceInitializationException {
    super.initialize(context);
    try {
      options = bound == null ? options() : bound.options();
      division = tokenDivision();
      constraints = constraints(layer());
      cutter = new SentenceCutter(Checks.atLeast(PARAM_MAX_SENTENCE_LENGTH, maxSentenceLength, 0));
    } catch (IllegalArgumentException e) {
      throw new ResourceInitializationException(e);
    }

    parts = parts(layer());
    models.clear();
    byLanguage = lookup(Languages.UNSPECIFIED).isByLanguage();
  }

  private ModelLookup lookup(String code) {
    Contents contents = options.samples() == 0 ? Contents.DECODING : Contents.EVERYTHING;
    return new ModelLookup(this, contents, code);
  }

  @Override
  public void process(JCas document) throws AnalysisEngineProcessException {
    if (!busy.compareAndSet(false, true)) {
      throw new UnusableCasException(
          "this engine is already processing a document in another thread; create a"
              + " separate engine for each thread (engines share their models)");
    }
    try {
      annotate(document);
    } catch (EncoderException e) {
      throw new UnusableCasException(
          CasSentences.nameOf(document) + " cannot be annotated: " + e.getMessage(), e);
    } finally {
      busy.set(false);
    }
  }

  private void annotate(JCas document) throws AnalysisEngineProcessException {
    List<TokenizedSentence> undivided = CasSentences.tokenized(document);
    warnOfTokens(document, undivided);
    if (undivided.isEmpty()) {
      return;
    }

    checkTypes(document);
    LoadedModel model = model(document.getDocumentLanguage());
    Divided divided = model.divider().divide(document, undivided);
    warnOfDivision(document, model, divided);
    warnOfLanguage(document, model);

    List<TokenizedSentence> sentences = divided.sentences();
    List<TokenSequence> read = model.input().read(document, sentences);
    model.types().configure(document);

    PredictionWriter writer = writer(document, model, divided);
    Set<TOP> replaced = replaced(document, sentences, writer);
    List<TokenSequence> constrained =
        constrained(document, sentences, read, replaced, model.tagger());
    replaced.forEach(writer::remove);

    model.lookup().record(document.getCas());
    tag(document, sentences, constrained, model, writer);
  }

  private PredictionWriter writer(JCas document, LoadedModel model, Divided divided) {
    Mapping mapping =
        new Mapping(
            this::tagOf,
            model.types()::of,
            (annotation, tokens) -> written(annotation, divided.withOwnTokens(tokens)));
    return new PredictionWriter(
        document, parts, model.name(), mapping, model.tagger().noveltyLimit());
  }

  /** Returns the feature structures of an earlier run that this run replaces. */
  private Set<TOP> replaced(
      JCas document, List<TokenizedSentence> sentences, PredictionWriter writer)
      throws UnusableCasException {
    // Without scores, earlier predictions cannot be told from annotations used as constraints.
    boolean canDistinguish = constraints.isEmpty() || PredictionWriter.hasTypes(document);
    if (replaceExisting && canDistinguish) {
      return writer.earlier(sentences);
    }
    return Set.of();
  }

  /**
   * Tags the sentences of a document and writes the predictions.
   *
   * @param constrained columns of the sentences with the labels that are known
   */
  private void tag(
      JCas document,
      List<TokenizedSentence> sentences,
      List<TokenSequence> constrained,
      LoadedModel model,
      PredictionWriter writer) {
    List<Integer> pieceCounts = new ArrayList<>(constrained.size());
    List<TokenSequence> pieces = new ArrayList<>(constrained.size());
    for (TokenSequence sentence : constrained) {
      List<TokenSequence> piecesOfSentence = cutter.cut(sentence);
      pieceCounts.add(piecesOfSentence.size());
      pieces.addAll(piecesOfSentence);
    }

    Iterator<TokenSequence> prepared = model.taggers().prepare(pieces, workspace).iterator();
    int cutSentences = 0;
    long[] evidence = null;
    NoveltyCount novelty = NoveltyCount.NONE;
    for (int s = 0; s < constrained.size(); s++) {
      if (pieceCounts.get(s) > 1) {
        cutSentences++;
      }
      Prediction prediction = tagPieces(prepared, pieceCounts.get(s), model.tagger());
      if (bound == null || bound.evidence().counts(sentences.get(s).sentence().getBegin())) {
        evidence = PromiseCheck.sum(evidence, prediction.evidence());
        novelty = novelty.plus(NoveltyCount.of(prediction, model.tagger().noveltyLimit()));
      }
      writer.write(prediction, sentences.get(s), KnownSegments.spans(constrained.get(s)));
    }

    writePromise(evidence, model.tagger(), writer);
    if (bound != null) {
      bound.evidence().add(novelty);
    }
    if (cutSentences > 0) {
      getLogger()
          .warn(
              "sentences with more than %s tokens, which were annotated in pieces: %s in %s"
                  .formatted(maxSentenceLength, cutSentences, CasSentences.nameOf(document)));
    }
  }

  /** Returns the prediction for a sentence, which consists of the next pieces. */
  private Prediction tagPieces(Iterator<TokenSequence> pieces, int count, Tagger tagger) {
    List<Prediction> predictions = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      predictions.add(tagger.tag(pieces.next(), workspace));
    }
    return count == 1 ? predictions.get(0) : Prediction.join(predictions);
  }

  private void writePromise(long[] evidence, Tagger tagger, PredictionWriter writer) {
    Optional<PromiseCheck> check = tagger.promiseCheck();
    if (check.isEmpty()) {
      return;
    }
    writer.write(check.get().status(evidence));
    if (bound != null) {
      bound.evidence().add(evidence);
    }
  }

  private void warnOfTokens(JCas document, List<TokenizedSentence> sentences) {
    TokenCheck check = new TokenCheck();
    check.add(document, sentences, CasSentences.nameOf(document));
    check.warnings().forEach(getLogger()::warn);
  }

  private void warnOfDivision(JCas document, LoadedModel model, Divided divided) {
    Optional<String> summary = divided.summary();
    if (division != TokenDivision.WARN || summary.isEmpty()) {
      return;
    }
    String warning =
        "%s: the training corpus of the model %s has %s, so these tokens were split:"
            + " %s; to prevent this, set the parameter %s=OFF";
    getLogger()
        .warn(
            warning.formatted(
                CasSentences.nameOf(document),
                model.name(),
                model.lookup().getResource().tokenProfile().inWords(),
                summary.get(),
                PARAM_DIVIDE_TOKENS));
  }

  private void warnOfLanguage(JCas document, LoadedModel loaded) {
    Model model = loaded.lookup().getResource();
    if (language == null) {
      Languages.warning(document.getDocumentLanguage(), "a model", model.language())
          .ifPresent(this::warnOnce);
    }

    if (!model.features().vectors().isNone()) {
      TokenVectors encoder = model.features().vectors().encoder();
      String used = language == null ? document.getDocumentLanguage() : language;
      String encoderLanguage = encoder.language().orElse(Languages.UNSPECIFIED);
      Languages.warning(used, "the encoder " + encoder.id(), encoderLanguage)
          .ifPresent(this::warnOnce);
    }
  }

  /**
   * Returns the sentences with the labels that the {@link #constraints} determine.
   *
   * @param ignored annotations that are not used as constraints
   */
  private List<TokenSequence> constrained(
      JCas document,
      List<TokenizedSentence> sentences,
      List<TokenSequence> read,
      Set<TOP> ignored,
      Tagger tagger)
      throws UnusableCasException {
    if (constraints.isEmpty()) {
      return read;
    }

    List<List<String>> knownLabels = new ArrayList<>(read.size());
    for (TokenSequence sequence : read) {
      knownLabels.add(KnownSegments.emptyCells(sequence.length()));
    }

    Set<String> conflicts = new LinkedHashSet<>();
    List<List<Token>> tokens = sentences.stream().map(TokenizedSentence::tokens).toList();
    Scope scope = new Scope(document, tokens, ignored, tagger::canExpress);
    for (CasConstraint constraint : constraints) {
      constraint.read(scope, knownLabels, conflicts);
    }
    for (String conflict : conflicts) {
      String message = CasSentences.nameOf(document) + ": " + conflict;
      if (strict) {
        throw new UnusableCasException(message);
      }
      getLogger().warn(message);
    }

    List<TokenSequence> constrained = new ArrayList<>(read.size());
    for (int s = 0; s < read.size(); s++) {
      constrained.add(KnownSegments.withCells(read.get(s), knownLabels.get(s)));
    }
    return constrained;
  }

  /**
   * Checks that a document has the annotation type of the layer, and warns if it lacks GPChain's
   * types.
   */
  private void checkTypes(JCas document) throws UnusableCasException {
    parts.layer().typeIn(document);
    if (scoreFeature != null) {
      parts.layer().checkNumericFeature(document, scoreFeature);
    }
    if (!PredictionWriter.hasTypes(document)) {
      warnOnce(
          String.format(
              "the type system of the document has no types of GPChain, or those of"
                  + " an earlier version, so annotations of %s are written without scores,"
                  + " alternatives, marginals and uncertainty; create the CAS with the"
                  + " types of gpchain-typesystem, or name a feature of the layer for the"
                  + " probability in the parameter %s",
              parts.layer().typeName(), PARAM_SCORE_FEATURE));
    }
  }

  private void warnOnce(String warning) {
    if (loggedWarnings.add(warning)) {
      getLogger().warn(warning);
    }
  }

  /**
   * Returns the model for a document. There is one model for each language, or one for all
   * documents if the user specified a model that has a language. If a model cannot be loaded, the
   * next document in the same language causes another attempt.
   *
   * @param documentLanguage language of the document; may be null
   */
  private LoadedModel model(String documentLanguage) throws AnalysisEngineProcessException {
    String requested = language == null ? documentLanguage : language;
    String code = requested == null ? Languages.UNSPECIFIED : requested;
    LoadedModel known = models.get(modelKey(code));
    if (known != null) {
      return known;
    }

    ModelLookup lookup = mostSpecificLookup(code);
    lookup.read(code);
    LoadedModel loaded = load(lookup);
    if (lookup.getResource().language().equals(Languages.UNSPECIFIED)) {
      // A model without a language is used as if it were a model for the document's language.
      byLanguage = true;
    }
    models.put(modelKey(code), loaded);
    return loaded;
  }

  private String modelKey(String code) {
    return byLanguage ? code : "";
  }

  /**
   * Returns the look-up with the most specific code for which there is a model. If there is none,
   * returns the look-up with the language code itself.
   */
  private ModelLookup mostSpecificLookup(String code) {
    List<String> candidates = Languages.candidates(code);
    for (String candidate : candidates) {
      ModelLookup lookup = lookup(candidate);
      if (!byLanguage || lookup.isThere()) {
        return lookup;
      }
    }
    return lookup(candidates.get(0));
  }

  private LoadedModel load(ModelLookup lookup) throws AnalysisEngineProcessException {
    Model model = lookup.getResource();
    if (!takes(model)) {
      throw new UnusableCasException(
          String.format(
              "a model for the task '%s' with labels such as %s cannot be used with"
                  + " %s, which needs a segment model that was trained for its task;"
                  + " GpSequenceTagger accepts any model",
              model.task().name(), model.labels().label(0), getClass().getSimpleName()));
    }
    if (printTagSet) {
      getLogger().info(lookup.getTagset().toString());
    }

    TagTypes types =
        new TagTypes(() -> mappingFor(lookup, lookup.language()), layer(), this::warnOnce);
    try {
      if (encoderLocation != null) {
        Encoders.open(encoderLocation);
      }
      Tagger tagger = model.tagger(options);
      checkConstraints(tagger);
      List<AnnotationColumn> columns = columns(model);
      Optional<Model> posModel = posModel(model, lookup.language());
      WordTagger posTagger = posModel.map(WordTagger::new).orElse(null);
      ModelTaggers taggers =
          new ModelTaggers(tagger, model.posTags(), posModel.orElse(null), posTagger);
      ModelInput input = new ModelInput(posModel.orElse(model), columns);
      return new LoadedModel(lookup.modelName(), lookup, input, divider(model), taggers, types);
    } catch (IOException | IllegalArgumentException | EncoderException e) {
      throw new UnusableCasException(
          "the model cannot be used with these parameters: " + e.getMessage(), e);
    }
  }

  private void checkConstraints(Tagger tagger) {
    if (tagger.codec().scheme() == TagScheme.IOB1 && !constraints.isEmpty()) {
      throw new IllegalArgumentException(
          "this model does not support constraints, because IOB1 labels depend on"
              + " the previous segment; train a model with the scheme IOB2 or IOBES");
    }
  }

  private TokenDivider divider(Model model) {
    boolean isOff = division == TokenDivision.OFF;
    return new TokenDivider(isOff ? TokenProfile.UNKNOWN : model.tokenProfile());
  }

  /**
   * Returns the model of {@link #PARAM_POS_MODEL_LOCATION}.
   *
   * @return empty if the parameter is not set, or the model does not need parts of speech
   * @throws IllegalArgumentException if it predicts tags of another tagset than the model needs
   */
  private Optional<Model> posModel(Model model, String language) throws IOException {
    if (posModelLocation == null || model.posTagset().isEmpty()) {
      return Optional.empty();
    }

    String location = posModelLocation.replace("${language}", language);
    Model posModel = ModelCache.SHARED.get(location, Contents.DECODING);
    Tagset expected = model.posTagset().get();
    Tagset predicted = Tagset.of(posModel.labels().labels());
    if (!predicted.serves(expected)) {
      throw new IllegalArgumentException(
          "%s assigns part-of-speech tags of the tagset %s, not of %s"
              .formatted(
                  location, ModelInput.described(predicted), ModelInput.described(expected)));
    }
    return Optional.of(posModel);
  }
}
