package org.gpchain.annotator;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.uima.UimaContext;
import org.apache.uima.analysis_engine.AnalysisEngineProcessException;
import org.apache.uima.fit.descriptor.ExternalResource;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.apache.uima.resource.ResourceInitializationException;
import org.dkpro.core.api.resources.HasResourceMetadata;
import org.dkpro.core.api.resources.MappingProvider;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.model.Tagset;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
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
 * The common base of the annotators of segments: looks up a model, tags each sentence and writes
 * each predicted segment as an annotation, with a {@link org.gpchain.type.ScoredSegment} beside it
 * that holds its posterior probability.
 *
 * <p>Engines that use the same model share it, in one thread or in many; each engine serves one
 * thread at a time, as UIMA requires.
 */
public abstract class GpSegmentAnnotator extends AnnotatorParameters {
  /**
   * External resource: a {@link BoundModel}, which takes the place of the look-up and of the
   * parameters that say how to predict.
   */
  public static final String RES_MODEL = "model";

  /**
   * A model, how it was found, what reads what it needs, and the annotation types of its tags.
   *
   * @param preparation of all sentences of a document
   * @param pos the model of its parts of speech, kept for the cache; null if documents give them
   * @param divider divides tokens as its training corpus does
   */
  private record Loaded(
      ModelLookup lookup,
      Model pos,
      TokenDivider divider,
      UnaryOperator<List<TokenSequence>> preparation,
      Tagger tagger,
      ModelInput input,
      TagTypes types) {}

  @ExternalResource(key = RES_MODEL, mandatory = false)
  BoundModel bound;

  final String tool;
  private final Set<String> foreignTasks;
  private final AtomicBoolean busy = new AtomicBoolean();
  private final Set<String> given = new HashSet<>();
  private final Workspace workspace = new Workspace();
  private final Map<String, Loaded> models = new HashMap<>();
  private DecodingOptions options;
  private boolean byLanguage;
  private SentenceCutter cutter;
  private Parts parts;
  private List<CasConstraint> constraints;
  private TokenDivision division;

  /**
   * @param tool the name by which models are looked up, such as {@code chunker}
   * @param foreignTasks tasks whose models are refused, since another annotator is made for them
   */
  GpSegmentAnnotator(String tool, Set<String> foreignTasks) {
    this.tool = tool;
    this.foreignTasks = foreignTasks;
  }

  /** The layer that is written. Called once the parameters are set. */
  abstract SegmentLayer layer();

  /** Makes the mapping from tags to annotation types. */
  abstract MappingProvider mappingFor(HasResourceMetadata model, String language);

  /** The tag to write for a segment of this type; empty if it is not to be written. */
  Optional<String> tagOf(String type) {
    return Optional.of(type);
  }

  boolean takes(Model model) {
    return model.scheme() != TagScheme.TOKEN && !foreignTasks.contains(model.task().name());
  }

  /** Completes an annotation that has just been written. */
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
    Contents wanted = options.samples() == 0 ? Contents.DECODING : Contents.EVERYTHING;
    return new ModelLookup(this, wanted, code);
  }

  @Override
  public void process(JCas document) throws AnalysisEngineProcessException {
    if (!busy.compareAndSet(false, true)) {
      throw new UnusableCasException(
          "this engine is already processing a document in another thread; make an engine for each"
              + " thread: engines share their models");
    }
    try {
      annotate(document);
    } finally {
      busy.set(false);
    }
  }

  private void annotate(JCas document) throws AnalysisEngineProcessException {
    List<TokenizedSentence> ownSentences = CasSentences.tokenized(document);
    warnOfTokens(document, ownSentences);
    if (ownSentences.isEmpty()) {
      return;
    }

    checkTypes(document);
    Loaded model = model(document.getDocumentLanguage());
    Divided divided = model.divider().divide(document, ownSentences);
    if (division == TokenDivision.WARN) {
      divided.summary().ifPresent(summary -> warnOfDivision(document, model, summary));
    }
    List<TokenizedSentence> sentences = divided.sentences();
    if (language == null) {
      Languages.warning(
              document.getDocumentLanguage(), "a model", model.lookup().getResource().language())
          .ifPresent(this::warnOnce);
    }
    List<TokenSequence> read = model.input().read(document, sentences);
    model.types().configure(document);
    PredictionWriter writer =
        new PredictionWriter(
            document,
            parts,
            model.lookup().modelName(),
            new Mapping(
                this::tagOf,
                model.types()::of,
                (annotation, tokens) -> written(annotation, divided.withOwnTokens(tokens))));
    // Without scores nobody knows which annotations are those to keep.
    Set<Annotation> earlier =
        replaceExisting && (constraints.isEmpty() || PredictionWriter.hasTypes(document))
            ? writer.earlier(sentences)
            : Set.of();
    List<TokenSequence> known = constrained(document, sentences, read, earlier, model.tagger());
    earlier.forEach(writer::remove);
    model.lookup().record(document.getCas());
    List<List<TokenSequence>> sequences = known.stream().map(cutter::cut).toList();
    Iterator<TokenSequence> prepared =
        model.preparation().apply(sequences.stream().flatMap(List::stream).toList()).iterator();
    int cut = 0;
    long[] evidence = null;
    for (int s = 0; s < sequences.size(); s++) {
      List<Prediction> pieces =
          sequences.get(s).stream()
              .map(piece -> model.tagger().tag(prepared.next(), workspace))
              .toList();
      cut += pieces.size() > 1 ? 1 : 0;
      Prediction prediction = pieces.size() == 1 ? pieces.get(0) : Prediction.join(pieces);
      evidence = PromiseCheck.sum(evidence, prediction.evidence());
      writer.write(prediction, sentences.get(s), KnownSegments.spans(known.get(s)));
    }
    if (model.tagger().promiseCheck().isPresent()) {
      writer.write(model.tagger().promiseCheck().get().status(evidence));
      if (bound != null) {
        bound.evidence().add(evidence);
      }
    }
    if (cut > 0) {
      getLogger()
          .warn(
              "sentences of more than %s tokens, annotated in pieces: %s in %s"
                  .formatted(maxSentenceLength, cut, CasSentences.nameOf(document)));
    }
  }

  private void warnOfTokens(JCas document, List<TokenizedSentence> sentences) {
    TokenCheck check = new TokenCheck();
    check.add(document, sentences, CasSentences.nameOf(document));
    check.warnings().forEach(getLogger()::warn);
  }

  private void warnOfDivision(JCas document, Loaded model, String summary) {
    String warning =
        "%s: for the model %s, whose training corpus has %s, these tokens were divided: %s; the"
            + " parameter %s=OFF switches this off";
    getLogger()
        .warn(
            warning.formatted(
                CasSentences.nameOf(document),
                model.lookup().modelName(),
                model.lookup().getResource().tokenProfile().inWords(),
                summary,
                PARAM_DIVIDE_TOKENS));
  }

  /** The sentences with what the document says for certain. */
  private List<TokenSequence> constrained(
      JCas document,
      List<TokenizedSentence> sentences,
      List<TokenSequence> read,
      Set<Annotation> earlier,
      Tagger tagger)
      throws UnusableCasException {
    List<List<String>> cells =
        read.stream().map(one -> KnownSegments.nothing(one.length())).toList();
    Set<String> conflicts = new LinkedHashSet<>();
    List<List<Token>> tokens = sentences.stream().map(TokenizedSentence::tokens).toList();
    Scope scope = new Scope(document, tokens, earlier, tagger::canExpress);
    for (CasConstraint constraint : constraints) {
      constraint.read(scope, cells, conflicts);
    }
    for (String conflict : conflicts) {
      String message = CasSentences.nameOf(document) + ": " + conflict;
      if (strict) {
        throw new UnusableCasException(message);
      }
      getLogger().warn(message);
    }
    return IntStream.range(0, read.size())
        .mapToObj(s -> KnownSegments.mark(read.get(s), cells.get(s)))
        .toList();
  }

  /** Checks that a document can hold the annotations, and warns if it can hold nothing else. */
  private void checkTypes(JCas document) throws UnusableCasException {
    parts.layer().typeIn(document);
    if (scoreFeature != null) {
      parts.layer().checkNumericFeature(document, scoreFeature);
    }
    if (!PredictionWriter.hasTypes(document)) {
      warnOnce(
          String.format(
              "the type system of the document has no types of GPChain, or those of an earlier"
                  + " version: annotations of %s are written, but not their scores and"
                  + " alternatives, and no marginals or uncertainty; make the CAS with the types of"
                  + " gpchain-typesystem, or name a feature of the layer for the probability in the"
                  + " parameter %s",
              parts.layer().typeName(), PARAM_SCORE_FEATURE));
    }
  }

  private void warnOnce(String warning) {
    if (given.add(warning)) {
      getLogger().warn(warning);
    }
  }

  /**
   * The model for a document: one for each language, or one for all if the user gave a model of a
   * language. A failure leaves nothing behind: the next document in that language is a new attempt.
   */
  private Loaded model(String documentLanguage) throws AnalysisEngineProcessException {
    String wanted = language == null ? documentLanguage : language;
    String code = wanted == null ? Languages.UNSPECIFIED : wanted;
    Loaded known = models.get(byLanguage ? code : "");
    if (known == null) {
      // The most special code of the language that finds something.
      List<ModelLookup> candidates = Languages.candidates(code).stream().map(this::lookup).toList();
      ModelLookup lookup =
          candidates.stream()
              .filter(candidate -> !byLanguage || candidate.isThere())
              .findFirst()
              .orElse(candidates.get(0));
      lookup.read(code);
      known = load(lookup);
      // What says no language is taken to be of that of each document.
      byLanguage |= lookup.getResource().language().equals(Languages.UNSPECIFIED);
      models.put(byLanguage ? code : "", known);
    }
    return known;
  }

  private Loaded load(ModelLookup lookup) throws AnalysisEngineProcessException {
    Model model = lookup.getResource();
    if (!takes(model)) {
      throw new UnusableCasException(
          String.format(
              "a model for the task '%s' with labels such as %s is not for %s; it takes models of"
                  + " segments that were trained for its own task, and GpSequenceTagger takes any"
                  + " model",
              model.task().name(), model.labels().label(0), getClass().getSimpleName()));
    }
    if (printTagSet) {
      getLogger().info(lookup.getTagset().toString());
    }
    TagTypes types =
        new TagTypes(() -> mappingFor(lookup, lookup.language()), layer(), this::warnOnce);
    try {
      Tagger tagger = model.tagger(options);
      if (tagger.codec().scheme() == TagScheme.IOB1 && !constraints.isEmpty()) {
        throw new IllegalArgumentException(
            "a label of the scheme IOB1 depends on the segment before, so that nothing can be kept;"
                + " train one in the scheme IOB2 or IOBES");
      }
      List<AnnotationColumn> columns = columns(model);
      Model pos =
          posModelLocation == null || model.posTagset().isEmpty()
              ? null
              : posModel(model.posTagset().get(), lookup.language());
      WordTagger words = pos == null ? null : new WordTagger(pos);
      UnaryOperator<TokenSequence> complete =
          one -> words == null ? one : words.tag(one, model.posTags());
      return new Loaded(
          lookup,
          pos,
          divider(model),
          all -> tagger.inDocument(all.stream().map(complete).toList(), workspace),
          tagger,
          new ModelInput(pos == null ? model : pos, columns),
          types);
    } catch (IOException | IllegalArgumentException e) {
      throw new UnusableCasException(
          "the model cannot be used with these parameters: " + e.getMessage(), e);
    }
  }

  private TokenDivider divider(Model model) {
    boolean isOff = division == TokenDivision.OFF;
    return new TokenDivider(isOff ? TokenProfile.UNKNOWN : model.tokenProfile());
  }

  private Model posModel(Tagset expected, String language) throws IOException {
    String location = posModelLocation.replace("${language}", language);
    Model model = ModelCache.SHARED.get(location, Contents.DECODING);
    Tagset given = Tagset.of(model.labels().labels());
    if (!given.serves(expected)) {
      throw new IllegalArgumentException(
          "%s gives parts of speech of the tagset %s, not of %s"
              .formatted(location, ModelInput.described(given), ModelInput.described(expected)));
    }
    return model;
  }
}
