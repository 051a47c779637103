package org.gpchain.internal.server.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.core.promise.Promise;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.math.WorkCheck;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.Gold;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.annotations.SentenceReader;
import org.gpchain.internal.server.annotations.Sentences;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.server.http.Answer;
import org.gpchain.internal.server.http.ClientRequest;
import org.gpchain.internal.server.http.Refusal;
import org.gpchain.internal.server.models.ModelStore;
import org.gpchain.internal.server.models.ServedModels;
import org.gpchain.internal.server.models.TrainingQueue;
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.gpchain.internal.server.suggestion.Suggester;
import org.gpchain.internal.training.data.Annotated;

/**
 * Answers {@code POST /v1/tag} with the segments of a text, {@code GET /v1/models} with a list of
 * models and training states, and {@code GET /v1/models/{id}} with a learned model as a file.
 *
 * @param models shipped and learned models
 * @param reader finds sentences and tokens in texts for learned models
 */
public record TagEndpoint(ServedModels models, SentenceReader reader) {
  private static final String MAX_ERROR = "maxError";

  private static final String NO_SENTENCES =
      "'tokens' must be an array of sentences, each an array of words";
  private static final String CONFIDENCE = "confidence";

  /** Maximum number of models that a request may name. */
  private static final int MAX_NAMED = 50;

  /** Maximum number of accepted segments in a request. */
  private static final int MAX_ACCEPTED = 200_000;

  /** The response to {@code GET /v1/models}. */
  private record ModelList(List<ShippedEntry> shipped, List<TrainedEntry> trained) {}

  /** A shipped model in the list of models. */
  private record ShippedEntry(
      String name, String language, String task, String layer, List<String> types) {
    static ShippedEntry of(ShippedModel model) {
      Suggester suggester = model.suggester();
      return new ShippedEntry(
          model.name(),
          model.language(),
          suggester.model().task().name(),
          model.layer(),
          suggester.types());
    }
  }

  /**
   * A learned model in the list of models.
   *
   * @param source annotations that the model learns
   * @param types types of annotations that the model suggests; empty if it is not ready
   * @param ready whether the model can be used
   * @param training state of the last training since the server was started; null for none
   */
  private record TrainedEntry(
      String name,
      @JsonUnwrapped LearnedAnnotations source,
      List<String> types,
      boolean ready,
      TrainingQueue.State training) {
    static TrainedEntry of(ModelKey key, ModelStore store, TrainingQueue.State training) {
      return new TrainedEntry(
          key.id(), LearnedAnnotations.of(key), store.types(key), store.isReady(key), training);
    }
  }

  /** The annotations that a model learns. In JSON, they are members of the model's entry. */
  private record LearnedAnnotations(
      String project, String layer, String feature, String user, String unit) {
    static LearnedAnnotations of(ModelKey key) {
      return new LearnedAnnotations(
          key.project(), key.layer(), key.feature(), key.user(), key.unit().toString());
    }
  }

  /** Answers {@code GET /v1/models} with all models and the states of their trainings. */
  public Answer list() {
    Map<ModelKey, TrainingQueue.State> states = models.queue().states();
    Map<String, ModelKey> keys = new TreeMap<>(models.store().keys());
    for (ModelKey key : states.keySet()) {
      keys.putIfAbsent(key.id(), key);
    }

    List<TrainedEntry> trained = new ArrayList<>();
    for (ModelKey key : keys.values()) {
      trained.add(TrainedEntry.of(key, models.store(), states.get(key)));
    }
    List<ShippedEntry> shipped = models.shipped().stream().map(ShippedEntry::of).toList();
    return Answer.json(new ModelList(shipped, trained));
  }

  /**
   * Answers {@code GET /v1/models/{id}} with a learned model as a file. The file contains the
   * shipped model that the learned model builds on.
   *
   * @throws Refusal if there is no model with this id
   */
  public Answer model(ClientRequest request) throws Refusal, IOException {
    ModelKey key = models.store().key(request.name()).orElseThrow(TagEndpoint::unknown);
    Suggester suggester = models.store().find(key).orElseThrow(TagEndpoint::unknown);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    ModelWriter.write(suggester.model(), file);

    String name = "attachment; filename=\"" + request.name() + ".gpchain\"";
    return new Answer(
        200, "application/zip", file.toByteArray(), Map.of("Content-Disposition", name));
  }

  /**
   * The response to {@code POST /v1/tag}. Promises are null if the request has no promise, novelty
   * is null if no model measures it.
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record TagResponse(
      String text,
      List<List<int[]>> sentences,
      List<Segment> segments,
      List<PromiseResult> promises,
      List<NoveltyResult> novelty) {}

  /**
   * How unlike the training text of a model the sentences are.
   *
   * @param limit novelty that 1 % of the sentences of the training text exceed
   * @param sentences novelty of each sentence
   */
  private record NoveltyResult(String model, double limit, List<Double> sentences) {}

  /** Whether a model keeps the promise of the request in the text. */
  private record PromiseResult(String model, PromiseCheck.Level level, String reason) {}

  /**
   * The options of a tag request, and its results so far.
   *
   * @param accepted segments that the client has accepted
   * @param promise promise that suggestions must satisfy
   * @param check ends the work if the client no longer waits
   * @param segments receives the suggested segments
   * @param promises receives a result for each model if there is a promise
   * @param novelty receives a result for each model that measures the novelty
   */
  private record Tagging(
      JsonNode accepted,
      Optional<Promise> promise,
      Runnable check,
      List<Segment> segments,
      List<PromiseResult> promises,
      List<NoveltyResult> novelty) {}

  /**
   * A span of the text with a type and its probability. It is the common part of segments and their
   * alternatives.
   */
  private record Candidate(int begin, int end, String text, String type, double probability) {
    static Candidate of(String text, Suggestion suggestion) {
      return new Candidate(
          suggestion.begin(),
          suggestion.end(),
          text.substring(suggestion.begin(), suggestion.end()),
          suggestion.type(),
          suggestion.probability());
    }
  }

  /** A suggested segment. In JSON, the members of its span are members of the segment. */
  private record Segment(
      @JsonUnwrapped Candidate span,
      String layer,
      String model,
      List<String> reasons,
      List<Candidate> alternatives) {
    static Segment of(String text, Suggestion suggestion, String layer, String model) {
      List<Candidate> alternatives = new ArrayList<>();
      for (Suggestion alternative : suggestion.alternatives()) {
        alternatives.add(Candidate.of(text, alternative));
      }
      return new Segment(
          Candidate.of(text, suggestion), layer, model, suggestion.reasons(), alternatives);
    }
  }

  /** A text and its sentences, which are null until they have been found. */
  private record Document(String text, List<Passage> sentences) {}

  /**
   * Answers {@code POST /v1/tag} with the segments that models find in a text.
   *
   * @throws Refusal if the request has no text, or if a model is unknown or cannot tag the text
   */
  public Answer tag(ClientRequest request) throws Refusal, IOException {
    JsonNode tree;
    if (request.type().equals("text/plain")) {
      tree = JsonNodeFactory.instance.objectNode().put("text", utf8(request.body()));
    } else {
      tree = request.json();
    }

    Document document = document(tree);
    List<String> names = names(tree.path("model"));
    Tagging tagging =
        new Tagging(
            tree.path("accepted"),
            promise(tree),
            request::checkWanted,
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>());
    try {
      for (String name : names) {
        document = tag(name, document, tagging);
      }
    } catch (DocumentException e) {
      throw Refusal.unusable(e.getMessage());
    }

    List<List<int[]>> tokens = document.sentences().stream().map(TagEndpoint::tokens).toList();
    List<PromiseResult> promises = tagging.promise().isPresent() ? tagging.promises() : null;
    List<NoveltyResult> novelty = tagging.novelty().isEmpty() ? null : tagging.novelty();
    return Answer.json(
        new TagResponse(document.text(), tokens, tagging.segments(), promises, novelty));
  }

  /** Returns the promise of a request, if it has one. */
  private static Optional<Promise> promise(JsonNode tree) throws Refusal {
    if (!tree.has(MAX_ERROR) && !tree.has(CONFIDENCE)) {
      return Optional.empty();
    }
    try {
      double confidence = tree.has(CONFIDENCE) ? tree.get(CONFIDENCE).asDouble(-1) : 0;
      double maxError = tree.path(MAX_ERROR).asDouble(-1);
      return Optional.of(Promise.maxError(maxError).withConfidence(confidence));
    } catch (IllegalArgumentException e) {
      throw Refusal.badRequest("'maxError', 'confidence': " + e.getMessage());
    }
  }

  /** Decodes a text and removes a byte order mark. */
  private static String utf8(byte[] body) throws Refusal {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw Refusal.badRequest("the text is not UTF-8");
    }
  }

  /** Returns the text of a request, or joins the words of its sentences with spaces. */
  private static Document document(JsonNode tree) throws Refusal {
    if (!tree.has("tokens")) {
      String text = ClientRequest.text(tree, "text", "the request (without 'tokens')");
      return new Document(ClientRequest.readable(text), null);
    }
    if (!tree.path("tokens").isArray()) {
      throw Refusal.badRequest(NO_SENTENCES);
    }

    StringBuilder text = new StringBuilder();
    List<Passage> sentences = new ArrayList<>();
    for (JsonNode words : tree.path("tokens")) {
      WorkCheck.run();
      Passage sentence = sentence(words, text);
      if (sentence.units().length() > 0) {
        sentences.add(sentence);
      }
    }
    return new Document(ClientRequest.readable(text.toString()), sentences);
  }

  /** Appends the words of a sentence to a text, and returns them with their offsets. */
  private static Passage sentence(JsonNode words, StringBuilder text) throws Refusal {
    if (!words.isArray()) {
      throw Refusal.badRequest(NO_SENTENCES);
    }
    List<String> tokens = new ArrayList<>();
    int[] begins = new int[words.size()];
    int[] ends = new int[words.size()];
    for (JsonNode word : words) {
      WorkCheck.run();
      if (!word.isTextual() || word.asText().isEmpty()) {
        throw Refusal.badRequest(NO_SENTENCES);
      }
      begins[tokens.size()] = text.length();
      text.append(word.asText());
      ends[tokens.size()] = text.length();
      text.append(' ');
      tokens.add(word.asText());
    }
    return new Passage(TokenSequence.ofWords(tokens), begins, ends);
  }

  private List<String> shippedNames() throws Refusal {
    if (models.shipped().isEmpty()) {
      throw Refusal.unusable(
          "the request names no model ('model'; GET /v1/models lists them), and the"
              + " server was started without models");
    }
    return models.shipped().stream().map(ShippedModel::name).toList();
  }

  /** Returns the names of the models in a request: a string or an array of strings. */
  private List<String> names(JsonNode model) throws Refusal {
    if (model.size() > MAX_NAMED) {
      throw Refusal.tooLarge("a request may name at most " + MAX_NAMED + " models");
    }
    List<String> names = new ArrayList<>();
    if (model.isValueNode() && !model.isNull()) {
      names.add(model.asText());
    }
    for (JsonNode name : model) {
      names.add(name.asText());
    }
    if (names.isEmpty()) {
      return shippedNames();
    }
    return names;
  }

  /**
   * A model that a request has named.
   *
   * @param layer name of the annotation type
   * @param unit unit of text that gets labels
   * @param shipped the model if the server does not train it; otherwise null
   */
  private record NamedModel(
      Suggester suggester, String layer, Anchoring unit, ShippedModel shipped) {}

  private NamedModel find(String name) throws Refusal {
    for (ShippedModel shipped : models.shipped()) {
      if (shipped.isCalled(name)) {
        return new NamedModel(shipped.suggester(), shipped.layer(), Anchoring.SEGMENTS, shipped);
      }
    }
    ModelKey key = models.store().key(name).orElseThrow(TagEndpoint::unknown);
    Suggester learned = models.store().find(key).orElseThrow(TagEndpoint::unknown);
    return new NamedModel(learned, key.layer(), key.unit(), null);
  }

  /** Returns the sentences of a document with the columns that a model requires. */
  private List<Passage> sentences(NamedModel model, Document document)
      throws IOException, DocumentException {
    String text = document.text();
    if (model.shipped() != null) {
      return model.shipped().read(text, document.sentences());
    }
    Suggester suggester = model.suggester();
    List<Passage> words = document.sentences();
    if (words == null) {
      words = reader.read(text, suggester.model().tokenProfile());
    }
    return suggester.read(text, words);
  }

  /** Adds the segments that a model finds, and returns the document with its sentences. */
  private Document tag(String name, Document document, Tagging tagging)
      throws Refusal, IOException, DocumentException {
    NamedModel model = find(name);
    String text = document.text();
    String layer = model.layer();
    List<Passage> sentences = sentences(model, document);
    List<Passage> passages = sentences;
    if (model.unit() == Anchoring.SENTENCES && !sentences.isEmpty()) {
      passages = List.of(Sentences.of(sentences));
    }

    List<Gold.UserAnnotation> accepted = accepted(tagging.accepted(), layer, text);
    Gold gold = new Gold(accepted, model.unit(), Annotated.ALL);
    List<String> types = model.suggester().types();
    List<Passage> constrained = gold.withKnownSegments(passages, types);
    PassageNovelty novelty = new PassageNovelty(constrained);
    List<Suggestion> suggestions =
        suggest(name, model.suggester(), constrained, tagging, novelty::add);
    OptionalDouble limit = model.suggester().noveltyLimit();
    if (limit.isPresent() && model.unit() != Anchoring.SENTENCES) {
      NoveltyResult result = new NoveltyResult(name, limit.getAsDouble(), novelty.ofPassages());
      tagging.novelty().add(result);
    }
    for (Suggestion suggestion : gold.withoutOverlaps(suggestions, types)) {
      tagging.segments().add(Segment.of(text, suggestion, layer, name));
    }

    // Later models may divide tokens, so the tokens of the client, or of the first model, are kept.
    if (document.sentences() != null) {
      return document;
    }
    return new Document(text, sentences);
  }

  /** Returns the suggestions of a model, under the promise of the request if it has one. */
  private static List<Suggestion> suggest(
      String name,
      Suggester suggester,
      List<Passage> sentences,
      Tagging tagging,
      Consumer<Prediction> listener)
      throws Refusal {
    if (tagging.promise().isEmpty()) {
      return suggester.suggest(sentences, tagging.check(), listener);
    }
    try {
      Suggester.Promised promised =
          suggester.suggest(sentences, tagging.check(), tagging.promise().get(), listener);
      PromiseCheck.Status status = promised.status();
      tagging.promises().add(new PromiseResult(name, status.level(), status.reason()));
      return promised.suggestions();
    } catch (Promise.RefusedException e) {
      throw Refusal.unusable(name + ": " + e.getMessage());
    }
  }

  /** Returns the accepted segments of a layer, and accepted segments without a layer. */
  private static List<Gold.UserAnnotation> accepted(JsonNode accepted, String layer, String text)
      throws Refusal {
    if (accepted.isObject() || (accepted.isValueNode() && !accepted.isNull())) {
      throw Refusal.badRequest("'accepted' must be an array of segments");
    }
    if (accepted.size() > MAX_ACCEPTED) {
      throw Refusal.tooLarge(
          "a request may have at most " + MAX_ACCEPTED + " segments in 'accepted'");
    }
    List<Gold.UserAnnotation> annotations = new ArrayList<>();
    for (JsonNode segment : accepted) {
      WorkCheck.run();
      int begin = segment.path("begin").asInt(-1);
      int end = segment.path("end").asInt(-1);
      String type = ClientRequest.text(segment, "type", "one of 'accepted'");
      if (!(0 <= begin && begin < end && end <= text.length())) {
        throw Refusal.badRequest(
            "one of 'accepted', %s at %s to %s, is not in the text of %s characters"
                .formatted(type, segment.path("begin"), segment.path("end"), text.length()));
      }
      if (segment.path("layer").asText(layer).equals(layer)) {
        annotations.add(new Gold.UserAnnotation(begin, end, type));
      }
    }
    return annotations;
  }

  private static Refusal unknown() {
    return Refusal.unusable("there is no model of this name; GET /v1/models lists them");
  }

  /** Returns the offsets of the tokens of a sentence. */
  private static List<int[]> tokens(Passage sentence) {
    WorkCheck.run();
    List<int[]> offsets = new ArrayList<>();
    for (int t = 0; t < sentence.units().length(); t++) {
      offsets.add(new int[] {sentence.begins()[t], sentence.ends()[t]});
    }
    return offsets;
  }
}
