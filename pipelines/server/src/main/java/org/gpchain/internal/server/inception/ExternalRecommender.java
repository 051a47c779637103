package org.gpchain.internal.server.inception;

import com.fasterxml.jackson.databind.JsonNode;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.annotator.cas.CasSentences;
import org.gpchain.internal.annotator.cas.CasSentences.TokenizedSentence;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.annotator.cas.TokenReader;
import org.gpchain.internal.annotator.cas.UnusableCasException;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.Gold;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.annotations.Sentences;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.server.annotations.TeamSentences;
import org.gpchain.internal.server.http.Answer;
import org.gpchain.internal.server.http.ClientRequest;
import org.gpchain.internal.server.http.Refusal;
import org.gpchain.internal.server.models.ServedModels;
import org.gpchain.internal.server.models.TrainingQueue;
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.gpchain.internal.server.suggestion.Suggester;
import org.gpchain.internal.training.data.Annotated;

/**
 * INCEpTION's external recommender, version 1: {@code /predict} takes a document and gives it back
 * with suggestions, {@code /train} takes all documents of a user and answers before it has learned
 * from them. For any number of threads.
 */
public final class ExternalRecommender {
  /**
   * Different labels of a layer: with more it is no set of tags, and training would take for ever.
   */
  private static final int MAX_TYPES = 100;

  /** Documents of a request; each takes time, however small it is. */
  private static final int MAX_DOCUMENTS = 10_000;

  private final CasPool documents;
  private final ServedModels models;
  private final TeamSentences team;
  private final Annotated annotated;
  private final boolean alternatives;

  /**
   * Creates a recommender.
   *
   * @param models learned models, and shipped ones that make suggestions before any is learned
   * @param team annotations of all users, from which one model is learned; null if each user has a
   *     model
   * @param annotated which tokens of a document count as annotated
   * @param alternatives whether alternatives of suggestions are sent, too, so that suggestions may
   *     overlap
   * @param maxBytes maximum memory of the type systems that are kept (bytes)
   */
  public ExternalRecommender(
      ServedModels models,
      TeamSentences team,
      Annotated annotated,
      boolean alternatives,
      long maxBytes) {
    this.documents = new CasPool(maxBytes);
    this.models = models;
    this.team = team;
    this.annotated = annotated;
    this.alternatives = alternatives;
  }

  /** An estimate of the memory that type systems take which are kept. */
  public long keptBytes() {
    return documents.bytes();
  }

  /**
   * Answers {@code /predict}.
   *
   * @throws Refusal if the request, its document or its layer cannot be used
   */
  public Answer predict(ClientRequest request) throws Refusal, IOException {
    JsonNode tree = request.json();
    Metadata metadata = Metadata.of(tree);
    JsonNode document = tree.path("document");
    String xmi = ClientRequest.text(document, "xmi", "document");
    ModelKey own = key(metadata, document);
    ModelKey key = team == null ? own : own.withUser("");
    try (CasPool.Reader reader =
        documents.reader(ClientRequest.text(tree, "typeSystem", "the request"))) {
      JCas cas = reader.read(xmi);
      LayerView layer = new LayerView(cas, metadata);
      Set<String> tags = metadata.tags(tree);
      if (models.queue().hasVoicesFor(key)
          && (!tags.isEmpty() || metadata.layer().equals(SegmentLayer.NAMED_ENTITY.typeName()))) {
        models.queue().see(key, passages(cas, metadata.unit(), List.of()));
      }
      Optional<Source> source = source(metadata, key, tags, cas);
      if (source.isEmpty()) {
        return answer(xmi);
      }
      layer.checkSuggestible();
      Gold gold = new Gold(layer.given(), metadata.unit(), annotated);
      List<Suggestion> suggestions =
          suggestions(source.get(), cas, metadata, gold, request::checkWanted);
      layer.removeSuggestions(metadata);
      for (Suggestion suggestion : alternatives ? distinct(suggestions) : suggestions) {
        if (source.get().mayUse(suggestion, metadata)) {
          layer.add(suggestion, source.get().why(suggestion));
        }
      }
      byte[] answered = OutputFormat.XMI.write(cas, null).get(0);
      return answer(new String(answered, StandardCharsets.UTF_8));
    }
  }

  private static Answer answer(String xmi) {
    return Answer.json(Map.of("document", xmi));
  }

  /**
   * A model that makes the suggestions.
   *
   * @param shipped the model, if it was not trained on this project; null otherwise
   * @param tags that suggestions may have; empty for any
   */
  private record Source(Suggester suggester, ShippedModel shipped, Set<String> tags) {
    List<Suggestion> suggestions(String text, List<Passage> passages, Gold gold, Runnable check)
        throws IOException, DocumentException {
      List<Passage> read =
          shipped == null ? suggester.read(text, passages) : shipped.read(text, passages);
      List<String> types = suggester.types();
      return gold.beside(suggester.suggest(gold.kept(read, types), check), types);
    }

    boolean mayUse(Suggestion suggestion, Metadata metadata) {
      return metadata.isAskedAbout(suggestion.begin(), suggestion.end())
          && (tags.isEmpty() || tags.contains(suggestion.type()));
    }

    String why(Suggestion suggestion) {
      String reasons = String.join("; ", suggestion.reasons());
      return shipped == null
          ? reasons
          : shipped.name() + ", not trained on this project: " + reasons;
    }
  }

  private Optional<Source> source(Metadata metadata, ModelKey key, Set<String> tags, JCas document)
      throws IOException {
    Optional<Suggester> trained = models.store().find(key);
    if (trained.isPresent() || metadata.unit() != Anchoring.SEGMENTS) {
      return trained.map(
          model -> new Source(model, null, models.queue().hasVoicesFor(key) ? tags : Set.of()));
    }
    String language = document.getDocumentLanguage();
    return models.shipped().stream()
        .filter(model -> model.fits(language, metadata.layer(), metadata.feature(), tags))
        .findFirst()
        .map(model -> new Source(model.suggester(), model, tags));
  }

  private static ModelKey key(Metadata metadata, JsonNode document) throws Refusal {
    String user = document.path("userId").asText("");
    try {
      return new ModelKey(
          metadata.project(), metadata.layer(), metadata.feature(), user, metadata.unit());
    } catch (IllegalArgumentException e) {
      throw Refusal.badRequest(e.getMessage());
    }
  }

  private static List<Suggestion> suggestions(
      Source source, JCas document, Metadata metadata, Gold gold, Runnable check)
      throws Refusal, IOException {
    List<AnnotationColumn> columns = source.suggester().model().features().annotationColumns();
    List<Passage> wanted =
        passages(document, metadata.unit(), columns).stream()
            .filter(passage -> metadata.isAskedAbout(passage.begin(), passage.end()))
            .toList();
    try {
      List<Suggestion> suggestions =
          source.suggestions(document.getDocumentText(), wanted, gold, check);
      return metadata.wholeTokens() ? WholeTokens.of(wanted).widen(suggestions) : suggestions;
    } catch (DocumentException e) {
      throw Refusal.unusable("the document: " + e.getMessage());
    }
  }

  /**
   * The tokens of a document, sentence by sentence, or its sentences.
   *
   * @param columns what is read besides words
   * @throws Refusal if it has a text, but no sentences or tokens
   */
  private static List<Passage> passages(
      JCas document, Anchoring unit, List<AnnotationColumn> columns) throws Refusal {
    try {
      List<TokenizedSentence> sentences = CasSentences.tokenized(document);
      List<List<Token>> tokens = sentences.stream().map(TokenizedSentence::tokens).toList();
      List<TokenSequence> words =
          TokenReader.of(AnnotationColumn.names(columns), columns, "").read(document, tokens);
      if (unit == Anchoring.SENTENCES && !sentences.isEmpty()) {
        List<Sentence> units = sentences.stream().map(TokenizedSentence::sentence).toList();
        return List.of(Passage.of(Sentences.units(words), units));
      }
      return IntStream.range(0, words.size())
          .mapToObj(s -> Passage.of(words.get(s), tokens.get(s)))
          .toList();
    } catch (UnusableCasException e) {
      throw Refusal.unusable(e.getMessage());
    }
  }

  /** Suggestions and their alternatives, each label of a place once, by its largest probability. */
  private static Collection<Suggestion> distinct(List<Suggestion> suggestions) {
    Map<List<Object>, Suggestion> found = new LinkedHashMap<>();
    suggestions.stream()
        .flatMap(one -> Stream.concat(Stream.of(one), one.alternatives().stream()))
        .forEach(
            one ->
                found.merge(
                    List.of(one.begin(), one.end(), one.type()),
                    one,
                    (old, other) -> other.probability() > old.probability() ? other : old));
    return found.values();
  }

  /**
   * Answers {@code /train}.
   *
   * @throws Refusal if the request, a document or the layer cannot be used, or if a model of the
   *     same key is being trained; its documents are learned from after that
   */
  public Answer train(ClientRequest request) throws Refusal, IOException {
    JsonNode tree = request.json();
    Metadata metadata = Metadata.of(tree);
    if (!tree.path("documents").isArray()) {
      throw Refusal.badRequest("the request has no array 'documents'");
    }
    if (tree.path("documents").size() > MAX_DOCUMENTS) {
      throw Refusal.tooLarge("a request may have " + MAX_DOCUMENTS + " documents");
    }
    Map<ModelKey, List<LabeledSequence>> byUser = new LinkedHashMap<>();
    ShippedModel base = null;
    int number = 0;
    try (CasPool.Reader reader =
        documents.reader(ClientRequest.text(tree, "typeSystem", "the request"))) {
      for (JsonNode document : tree.path("documents")) {
        request.checkWanted();
        JCas cas = reader.read(ClientRequest.text(document, "xmi", "a document"));
        if (number == 0 && metadata.unit() == Anchoring.SEGMENTS) {
          base =
              ShippedModel.base(
                  models.shipped(),
                  cas.getDocumentLanguage(),
                  new SegmentLayer(metadata.layer(), metadata.feature()),
                  metadata.tags(tree));
        }
        number++;
        int place = team == null ? number : document.path("documentId").asInt(number);
        Gold gold = new Gold(new LayerView(cas, metadata).given(), metadata.unit(), annotated);
        gold.of(read(base, cas, metadata.unit()), false).stream()
            .map(sentence -> sentence.inDocument(place))
            .forEach(
                byUser.computeIfAbsent(key(metadata, document), key -> new ArrayList<>())::add);
      }
    }
    boolean running = false;
    for (Map.Entry<ModelKey, List<LabeledSequence>> one : byUser.entrySet()) {
      ModelKey key = team == null ? one.getKey() : one.getKey().withUser("");
      if (!models.queue().hasRoomFor(key) && isLearnable(one.getValue())) {
        throw Refusal.busy(TrainingQueue.FULL);
      }
      // What others send at the same time is not to be forgotten.
      synchronized (this) {
        List<LabeledSequence> sentences = one.getValue();
        try {
          sentences = team == null ? sentences : team.put(key, one.getKey().user(), sentences);
          running |= isLearnable(sentences) && models.queue().offer(key, sentences, base);
        } catch (RejectedExecutionException e) {
          throw Refusal.busy(e.getMessage());
        }
      }
    }
    if (running) {
      throw Refusal.tooMany(
          "a model of this layer is being trained; these documents are learned from after that");
    }
    return new Answer(204, "", new byte[0], Map.of());
  }

  /** The sentences of a document as the base reads them. */
  private static List<Passage> read(ShippedModel base, JCas document, Anchoring unit)
      throws Refusal, IOException {
    try {
      return base == null
          ? passages(document, unit, List.of())
          : base.read(
              document.getDocumentText(),
              passages(document, unit, base.suggester().model().features().annotationColumns()));
    } catch (DocumentException e) {
      throw Refusal.unusable("the document: " + e.getMessage());
    }
  }

  /**
   * Whether there are annotations.
   *
   * @throws Refusal if there are too many different labels
   */
  private static boolean isLearnable(List<LabeledSequence> sentences) throws Refusal {
    long types =
        sentences.stream().flatMap(one -> one.spans().stream()).map(Span::type).distinct().count();
    if (types > MAX_TYPES) {
      throw Refusal.unusable(
          "the feature has more than "
              + MAX_TYPES
              + " different values, and is no label that can be learned; choose another feature");
    }
    return types > 0;
  }
}
