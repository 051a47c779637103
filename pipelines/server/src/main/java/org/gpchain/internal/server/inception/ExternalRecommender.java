package org.gpchain.internal.server.inception;

import com.fasterxml.jackson.databind.JsonNode;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.annotator.cas.CasSentences;
import org.gpchain.internal.annotator.cas.CasSentences.TokenizedSentence;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.annotator.cas.TokenReader;
import org.gpchain.internal.annotator.cas.UnusableCasException;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.documents.output.XmiDocumentWriter;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.Gold;
import org.gpchain.internal.server.annotations.Gold.UserAnnotation;
import org.gpchain.internal.server.annotations.HalfTokens;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.annotations.Sentences;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.server.annotations.TeamSentences;
import org.gpchain.internal.server.http.Answer;
import org.gpchain.internal.server.http.ClientRequest;
import org.gpchain.internal.server.http.JsonStringOutput;
import org.gpchain.internal.server.http.Refusal;
import org.gpchain.internal.server.http.StreamedBody;
import org.gpchain.internal.server.models.ServedModels;
import org.gpchain.internal.server.models.TrainingQueue;
import org.gpchain.internal.server.suggestion.LayerLabels;
import org.gpchain.internal.server.suggestion.NameList;
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.gpchain.internal.server.suggestion.Suggester;

/**
 * INCEpTION's external recommender, protocol version 1. {@code /predict} receives a document and
 * returns it with suggestions. {@code /train} receives all documents of a user, starts a training
 * and returns at once. Thread-safe.
 */
public final class ExternalRecommender {
  /**
   * Maximum number of labels of a layer. A feature with more values is free text rather than a set
   * of tags, and training would take very long.
   */
  private static final int MAX_TYPES = 100;

  /** Maximum number of documents in a request. */
  private static final int MAX_DOCUMENTS = 10_000;

  /** Maximum memory of remembered tag sets (bytes). */
  private static final long MAX_TAG_BYTES = 1 << 20;

  /** Maximum memory of suggestions for long documents that could not be finished (bytes). */
  private static final long MAX_UNFINISHED_BYTES = 1 << 26;

  /** Members of requests and answers. */
  private static final String DOCUMENT = "document";

  private static final String XMI = "xmi";

  private final CasPool documents;
  private final LongDocuments longDocuments;
  private final TagSets tagSets;
  private final ServedModels models;
  private final TeamSentences team;
  private final RecommenderOptions options;
  private final Optional<Replay> replay;
  private final Consumer<String> log;

  /**
   * Creates a recommender.
   *
   * @param models learned models, and shipped models that make suggestions until one is learned
   * @param team annotations of all users, from which one model is learned; null if each user has a
   *     model
   * @param maxBytes maximum memory of cached type systems (bytes)
   * @param log receives remarks about annotations, never text of documents
   * @throws InputException if the precomputed annotations cannot be read
   */
  public ExternalRecommender(
      ServedModels models,
      TeamSentences team,
      RecommenderOptions options,
      long maxBytes,
      Consumer<String> log)
      throws IOException {
    this.documents = new CasPool(maxBytes);
    this.longDocuments = new LongDocuments(MAX_UNFINISHED_BYTES, System::nanoTime);
    this.tagSets = new TagSets(MAX_TAG_BYTES);
    this.models = models;
    this.team = team;
    this.options = options;
    this.log = log;
    if (options.replay() == null) {
      this.replay = Optional.empty();
    } else {
      Replay documents = Replay.of(options.replay());
      log.accept("gpchain: note: " + documents.description());
      this.replay = Optional.of(documents);
    }
  }

  /** Returns the estimated memory of cached type systems (bytes). */
  public long keptBytes() {
    return documents.bytes();
  }

  /** Returns the number of answers so far that lacked suggestions for a part of their document. */
  public long partialAnswers() {
    return longDocuments.partialAnswers();
  }

  /**
   * Answers {@code /predict} with the document and its suggestions.
   *
   * @throws Refusal if the request, its document or its layer cannot be used
   */
  public Answer predict(ClientRequest request) throws Refusal, IOException {
    LongDocuments.Turn turn = longDocuments.begin();
    StreamedBody body = request.streamed(XMI);
    JsonNode tree = body.tree();
    Metadata metadata = Metadata.of(tree);
    JsonNode document = tree.path(DOCUMENT);
    InputStream xmi = body.string(document, XMI, DOCUMENT);
    ModelKey key = modelKey(key(metadata, document));
    String typeSystem = ClientRequest.text(tree, "typeSystem", "the request");
    try (CasPool.Reader reader = documents.reader(typeSystem)) {
      JCas cas = reader.read(xmi);
      LayerView layer = new LayerView(cas, metadata);
      LayerLabels labels = labels(metadata, tree, layer);
      boolean mayHaveVoices =
          !labels.tags().isEmpty() || metadata.layer().equals(SegmentLayer.NAMED_ENTITY.typeName());
      if (models.queue().hasVoicesFor(key) && mayHaveVoices) {
        models.queue().addUnlabeled(key, passages(cas, metadata.unit(), List.of()));
      }

      Optional<SuggestionSource> source = source(metadata, key, labels, cas, turn);
      if (source.isEmpty()) {
        return body.answer(DOCUMENT, document, XMI, DOCUMENT);
      }
      layer.checkSuggestible();
      Gold gold = new Gold(layer.userAnnotations(), metadata.unit(), options.annotated());
      Collection<Suggestion> suggestions =
          source.get().suggestions(cas, metadata, gold, request::checkWanted);
      if (options.alternatives()) {
        suggestions = withAlternatives(suggestions);
      }

      layer.removeSuggestions(metadata);
      for (Suggestion suggestion : suggestions) {
        if (metadata.overlaps(suggestion.begin(), suggestion.end())) {
          layer.add(suggestion, source.get().explanation(suggestion));
        }
      }
      return JsonStringOutput.answer(DOCUMENT, out -> XmiDocumentWriter.write(cas, out));
    }
  }

  /** Returns the labels that suggestions for the layer of a request may have. */
  private LayerLabels labels(Metadata metadata, JsonNode request, LayerView layer) {
    Map<String, String> tags = tagSets.of(metadata, request, layer);
    return new LayerLabels(tags, options.renamedLabels(), Set.of(), layer::isPossible);
  }

  /** Returns the key of the model that learns from a user's annotations. */
  private ModelKey modelKey(ModelKey userKey) {
    if (team == null) {
      return userKey;
    }
    return userKey.withUser("");
  }

  /**
   * Returns the precomputed annotations of a document or, if there are none, the learned model of a
   * key or, if there is none, a shipped model for the layer. A list of names adds suggestions with
   * labels that the model does not know.
   */
  private Optional<SuggestionSource> source(
      Metadata metadata, ModelKey key, LayerLabels labels, JCas document, LongDocuments.Turn turn)
      throws IOException {
    if (replay.isPresent()) {
      List<Suggestion> precomputed =
          replay.get().suggestions(document.getDocumentText(), metadata.target());
      if (!precomputed.isEmpty()) {
        return Optional.of(new SuggestionSource.Replayed(precomputed, labels));
      }
    }

    String language = document.getDocumentLanguage();
    Optional<Suggester> learned = models.store().find(key);
    if (learned.isPresent()) {
      LayerLabels sourceLabels = labels;
      // Voices may predict types that are not labels of the layer.
      if (!models.queue().hasVoicesFor(key)) {
        sourceLabels = labels.withLearned(learned.get().learnedTypes());
      }
      NameList.OfLayer names = names(metadata, language, sourceLabels, learned.get().types());
      return Optional.of(
          new SuggestionSource.OfModel(learned.get(), null, sourceLabels, names, turn));
    }
    for (ShippedModel model : models.shipped()) {
      if (canAnnotate(model, metadata.unit()) && model.fits(language, metadata.target(), labels)) {
        NameList.OfLayer names = names(metadata, language, labels, model.suggester().types());
        return Optional.of(
            new SuggestionSource.OfModel(model.suggester(), model, labels, names, turn));
      }
    }
    NameList.OfLayer names = names(metadata, language, labels, List.of());
    if (names.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new SuggestionSource.OfNames(names));
  }

  /**
   * Returns the names with labels of a layer that its model does not know.
   *
   * @param modelTypes types that the model predicts; empty if there is no model
   */
  private NameList.OfLayer names(
      Metadata metadata, String language, LayerLabels labels, List<String> modelTypes) {
    if (metadata.unit() != Anchoring.SEGMENTS) {
      return NameList.OfLayer.NONE;
    }
    return NameList.choose(models.names(), language, labels, modelTypes);
  }

  /** Returns whether a shipped model annotates the units of a layer. */
  private static boolean canAnnotate(ShippedModel model, Anchoring unit) {
    boolean labelsTokens = model.suggester().model().scheme() == TagScheme.TOKEN;
    return unit == Anchoring.SEGMENTS || (unit == Anchoring.TOKENS && labelsTokens);
  }

  /** Returns the key of a user's model. */
  private static ModelKey key(Metadata metadata, JsonNode document) throws Refusal {
    String user = document.path("userId").asText("");
    try {
      return new ModelKey(
          metadata.project(), metadata.layer(), metadata.feature(), user, metadata.unit());
    } catch (IllegalArgumentException e) {
      throw Refusal.badRequest(e.getMessage());
    }
  }

  /**
   * Returns the tokens of a document sentence by sentence. If the unit is a sentence, returns one
   * passage with the sentences as units.
   *
   * @param columns columns made of annotations
   * @throws Refusal if the document has a text but no sentences or tokens
   */
  static List<Passage> passages(JCas document, Anchoring unit, List<AnnotationColumn> columns)
      throws Refusal {
    try {
      List<TokenizedSentence> sentences = CasSentences.tokenized(document);
      List<List<Token>> tokens = sentences.stream().map(TokenizedSentence::tokens).toList();
      List<TokenSequence> words =
          TokenReader.of(AnnotationColumn.names(columns), columns, "").read(document, tokens);

      if (unit == Anchoring.SENTENCES && !sentences.isEmpty()) {
        List<Sentence> units = sentences.stream().map(TokenizedSentence::sentence).toList();
        return List.of(Passage.of(Sentences.units(words), units));
      }
      List<Passage> passages = new ArrayList<>();
      for (int s = 0; s < words.size(); s++) {
        passages.add(Passage.of(words.get(s), tokens.get(s)));
      }
      return passages;
    } catch (UnusableCasException e) {
      throw Refusal.unusable(e.getMessage());
    }
  }

  /**
   * Returns suggestions and their alternatives. Of those with the same tokens and label, the most
   * probable is returned.
   */
  private static Collection<Suggestion> withAlternatives(Collection<Suggestion> suggestions) {
    Map<List<Object>, Suggestion> best = new LinkedHashMap<>();
    for (Suggestion suggestion : suggestions) {
      addIfBetter(suggestion, best);
      for (Suggestion alternative : suggestion.alternatives()) {
        addIfBetter(alternative, best);
      }
    }
    return best.values();
  }

  private static void addIfBetter(Suggestion suggestion, Map<List<Object>, Suggestion> best) {
    List<Object> key = List.of(suggestion.begin(), suggestion.end(), suggestion.type());
    Suggestion other = best.get(key);
    if (other == null || suggestion.probability() > other.probability()) {
      best.put(key, suggestion);
    }
  }

  /**
   * Answers {@code /train}: starts trainings with the annotations in the documents.
   *
   * @throws Refusal if the request, a document or the layer cannot be used; also if a model of the
   *     same key is being trained, although the documents will be used after that
   */
  public Answer train(ClientRequest request) throws Refusal, IOException {
    StreamedBody body = request.streamed(XMI);
    JsonNode tree = body.tree();
    Metadata metadata = Metadata.of(tree);
    if (!tree.path("documents").isArray()) {
      throw Refusal.badRequest("the request has no array 'documents'");
    }
    if (tree.path("documents").size() > MAX_DOCUMENTS) {
      throw Refusal.tooLarge("a request may have at most " + MAX_DOCUMENTS + " documents");
    }

    Map<ModelKey, List<LabeledSequence>> byUser = new LinkedHashMap<>();
    List<String> unlearnable = new ArrayList<>();
    ShippedModel base = null;
    int number = 0;
    String typeSystem = ClientRequest.text(tree, "typeSystem", "the request");
    try (CasPool.Reader reader = documents.reader(typeSystem)) {
      for (JsonNode document : tree.path("documents")) {
        request.checkWanted();
        JCas cas = reader.read(body.string(document, XMI, "a document"));
        LayerView layer = new LayerView(cas, metadata);
        if (number == 0) {
          base = base(metadata, labels(metadata, tree, layer), cas);
        }
        number++;

        Gold gold = new Gold(layer.userAnnotations(), metadata.unit(), options.annotated());
        unlearnable.addAll(gold.unlearnable());
        List<Passage> passages = read(base, cas, metadata.unit());
        if (metadata.unit() != Anchoring.SENTENCES) {
          HalfTokens half = HalfTokens.divide(passages, gold);
          logHalfTokens(half, metadata, document);
          if (!metadata.wholeTokens()) {
            passages = half.passages();
          }
        }
        List<LabeledSequence> sentences =
            byUser.computeIfAbsent(key(metadata, document), key -> new ArrayList<>());
        // If users share a model, the number of a document must be the same for all of them.
        int documentNumber = number;
        if (team != null) {
          documentNumber = document.path("documentId").asInt(number);
        }
        for (LabeledSequence sentence : gold.trainingSentences(passages, false)) {
          sentences.add(sentence.inDocument(documentNumber));
        }
      }
    }

    models.queue().noteLeftOut(unlearnable);
    if (offer(byUser, base)) {
      throw Refusal.tooMany(
          "a model of this layer is being trained; these documents will be used after that");
    }
    return new Answer(204, "", new byte[0], Map.of());
  }

  /**
   * Logs the number of annotations that begin or end inside a token and are not learned exactly, or
   * that models cannot suggest exactly.
   */
  private void logHalfTokens(HalfTokens half, Metadata metadata, JsonNode document) {
    int count = half.irregular();
    String effect = "which are learned, although new texts are not split there";
    if (metadata.wholeTokens()) {
      count = half.count();
      effect = "which are learned as whole tokens";
    }
    if (count == 0) {
      return;
    }
    UserAnnotation example = half.example().orElseThrow();
    log.accept(
        "training: annotations that begin or end inside a token, %s: %d (at %d to %d of document %d)"
            .formatted(
                effect,
                count,
                example.begin(),
                example.end(),
                document.path("documentId").asLong()));
  }

  /** Chooses the shipped model that a model of segments builds on; null for none. */
  private ShippedModel base(Metadata metadata, LayerLabels labels, JCas document) {
    if (metadata.unit() != Anchoring.SEGMENTS) {
      return null;
    }
    return ShippedModel.chooseBase(
        models.shipped(), document.getDocumentLanguage(), metadata.target(), labels);
  }

  /**
   * Starts trainings.
   *
   * @param byUser training sentences by the key of their user's model
   * @return whether a model of one of the keys is being trained
   */
  private boolean offer(Map<ModelKey, List<LabeledSequence>> byUser, ShippedModel base)
      throws Refusal, IOException {
    boolean isRunning = false;
    for (Map.Entry<ModelKey, List<LabeledSequence>> entry : byUser.entrySet()) {
      ModelKey userKey = entry.getKey();
      ModelKey key = modelKey(userKey);
      List<LabeledSequence> sentences = entry.getValue();
      if (!models.queue().hasRoomFor(key) && isLearnable(sentences)) {
        throw Refusal.busy(TrainingQueue.FULL);
      }

      // Requests of other users at the same time must not replace each other's sentences.
      synchronized (this) {
        try {
          if (team != null) {
            sentences = team.put(key, userKey.user(), sentences);
          }
          if (isLearnable(sentences)) {
            isRunning |= models.queue().offer(key, sentences, base);
          }
        } catch (RejectedExecutionException e) {
          throw Refusal.busy(e.getMessage());
        }
      }
    }
    return isRunning;
  }

  /** Returns the passages of a document with the columns that the base requires. */
  private static List<Passage> read(ShippedModel base, JCas document, Anchoring unit)
      throws Refusal, IOException {
    if (base == null) {
      return passages(document, unit, List.of());
    }
    List<AnnotationColumn> columns = base.suggester().model().features().annotationColumns();
    try {
      return base.read(document.getDocumentText(), passages(document, unit, columns));
    } catch (DocumentException e) {
      throw Refusal.unusable("the document: " + e.getMessage());
    }
  }

  /**
   * Returns whether there are annotations to learn from.
   *
   * @throws Refusal if there are too many different labels
   */
  private static boolean isLearnable(List<LabeledSequence> sentences) throws Refusal {
    Set<String> types = new HashSet<>();
    for (LabeledSequence sentence : sentences) {
      for (Span span : sentence.spans()) {
        types.add(span.type());
      }
    }
    if (types.size() > MAX_TYPES) {
      throw Refusal.unusable(
          "the feature has more than "
              + MAX_TYPES
              + " different values, so it cannot be learned as a label; choose another feature");
    }
    return !types.isEmpty();
  }
}
