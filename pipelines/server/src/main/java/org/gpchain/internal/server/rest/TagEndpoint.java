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
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.core.promise.Promise;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.core.text.TokenSequence;
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
import org.gpchain.internal.server.models.ServedModels;
import org.gpchain.internal.server.models.TrainingQueue;
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.gpchain.internal.server.suggestion.Suggester;
import org.gpchain.internal.training.data.Annotated;

/**
 * Answers {@code POST /v1/tag}: the segments of a text, with their probabilities; and {@code GET
 * /v1/models}: what models there are, what became of trainings, and each model that was learned.
 *
 * @param models shipped and learned models
 * @param reader finds sentences and tokens in texts for models that were learned
 */
public record TagEndpoint(ServedModels models, SentenceReader reader) {
  private static final String MAX_ERROR = "maxError";

  private static final String NO_SENTENCES =
      "'tokens' must be an array of sentences, arrays of words";
  private static final String CONFIDENCE = "confidence";

  /** Maximum number of models that a request may name. */
  private static final int MAX_NAMED = 50;

  private record All(List<Shipped> shipped, List<Trained> trained) {}

  private record Shipped(
      String name, String language, String task, String layer, List<String> types) {
    static Shipped of(ShippedModel model) {
      Suggester suggester = model.suggester();
      return new Shipped(
          model.name(),
          model.language(),
          suggester.model().task().name(),
          model.layer(),
          suggester.types());
    }
  }

  /**
   * A learned model, and the state of its last training since the server started; null for none.
   */
  private record Trained(
      String name,
      String project,
      String layer,
      String feature,
      String user,
      String unit,
      boolean ready,
      TrainingQueue.State training) {}

  /** Answers {@code GET /v1/models}: all models, and the states of trainings. */
  public Answer list() {
    Map<ModelKey, TrainingQueue.State> states = models.queue().states();
    Map<String, ModelKey> keys = new TreeMap<>(models.store().keys());
    states.keySet().forEach(key -> keys.putIfAbsent(key.id(), key));
    List<Trained> trained = new ArrayList<>();
    keys.forEach(
        (id, key) ->
            trained.add(
                new Trained(
                    id,
                    key.project(),
                    key.layer(),
                    key.feature(),
                    key.user(),
                    key.unit().toString(),
                    models.store().isReady(key),
                    states.get(key))));
    return Answer.json(new All(models.shipped().stream().map(Shipped::of).toList(), trained));
  }

  /**
   * Answers {@code GET /v1/models/{id}}: a learned model as a file, with the shipped model that it
   * was learned over.
   *
   * @throws Refusal if there is no model of this name
   */
  public Answer model(ClientRequest request) throws Refusal, IOException {
    ModelKey key = models.store().key(request.name()).orElseThrow(TagEndpoint::unknown);
    Suggester found = models.store().find(key).orElseThrow(TagEndpoint::unknown);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    ModelWriter.write(found.model(), file);
    String name = "attachment; filename=\"" + request.name() + ".gpchain\"";
    return new Answer(
        200, "application/zip", file.toByteArray(), Map.of("Content-Disposition", name));
  }

  /** The answer; {@code promises} is null if the request has no promise. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record Tagged(
      String text, List<List<int[]>> sentences, List<Segment> segments, List<Kept> promises) {}

  /** The status of the promise of a model in the text. */
  private record Kept(String model, PromiseCheck.Level level, String reason) {}

  /** The options of a request, and the segments and promises so far. */
  private record Wanted(
      JsonNode accepted,
      Optional<Promise> promise,
      Runnable check,
      List<Segment> segments,
      List<Kept> promises) {}

  /**
   * A span of the text with a type and its probability: the common part of segments and their
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

  /** A segment that a model suggests; the fields of its span are fields of its own in JSON. */
  private record Segment(
      @JsonUnwrapped Candidate span,
      String layer,
      String model,
      List<String> reasons,
      List<Candidate> alternatives) {
    static Segment of(String text, Suggestion suggestion, String layer, String model) {
      return new Segment(
          Candidate.of(text, suggestion),
          layer,
          model,
          suggestion.reasons(),
          suggestion.alternatives().stream().map(other -> Candidate.of(text, other)).toList());
    }
  }

  /** A text and its sentences, which are null until they are found. */
  private record Document(String text, List<Passage> sentences) {}

  /**
   * Answers {@code POST /v1/tag}.
   *
   * @throws Refusal if the request has no text, or names no model
   */
  public Answer tag(ClientRequest request) throws Refusal, IOException {
    JsonNode tree =
        request.type().equals("text/plain")
            ? JsonNodeFactory.instance.objectNode().put("text", utf8(request.body()))
            : request.json();
    Document document = document(tree);
    List<String> names = names(tree.path("model"));
    Wanted wanted =
        new Wanted(
            tree.path("accepted"),
            promise(tree),
            request::checkWanted,
            new ArrayList<>(),
            new ArrayList<>());
    try {
      for (String name : names) {
        document = annotated(name, document, wanted);
      }
    } catch (DocumentException e) {
      throw Refusal.unusable(e.getMessage());
    }
    List<List<int[]>> tokens = document.sentences().stream().map(TagEndpoint::tokens).toList();
    List<Kept> promises = wanted.promise().map(any -> wanted.promises()).orElse(null);
    return Answer.json(new Tagged(document.text(), tokens, wanted.segments(), promises));
  }

  private static Optional<Promise> promise(JsonNode tree) throws Refusal {
    if (!tree.has(MAX_ERROR) && !tree.has(CONFIDENCE)) {
      return Optional.empty();
    }
    try {
      double confidence = tree.has(CONFIDENCE) ? tree.get(CONFIDENCE).asDouble(-1) : 0;
      return Optional.of(
          Promise.maxError(tree.path(MAX_ERROR).asDouble(-1)).withConfidence(confidence));
    } catch (IllegalArgumentException e) {
      throw Refusal.badRequest("'maxError', 'confidence': " + e.getMessage());
    }
  }

  private static String utf8(byte[] body) throws Refusal {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw Refusal.badRequest("the text is not UTF-8");
    }
  }

  private static Document document(JsonNode tree) throws Refusal {
    if (!tree.has("tokens")) {
      String text = ClientRequest.text(tree, "text", "the request (without 'tokens')");
      return new Document(ClientRequest.readable(text), null);
    }
    StringBuilder text = new StringBuilder();
    List<Passage> sentences = new ArrayList<>();
    if (!tree.path("tokens").isArray()) {
      throw Refusal.badRequest(NO_SENTENCES);
    }
    for (JsonNode sentence : tree.path("tokens")) {
      if (!sentence.isArray()) {
        throw Refusal.badRequest(NO_SENTENCES);
      }
      List<String> words = new ArrayList<>();
      int[] begins = new int[sentence.size()];
      int[] ends = new int[sentence.size()];
      for (JsonNode word : sentence) {
        if (!word.isTextual() || word.asText().isEmpty()) {
          throw Refusal.badRequest(NO_SENTENCES);
        }
        begins[words.size()] = text.length();
        text.append(word.asText());
        ends[words.size()] = text.length();
        text.append(' ');
        words.add(word.asText());
      }
      if (!words.isEmpty()) {
        sentences.add(new Passage(TokenSequence.ofWords(words), begins, ends));
      }
    }
    return new Document(ClientRequest.readable(text.toString()), sentences);
  }

  private List<String> allNames() throws Refusal {
    if (models.shipped().isEmpty()) {
      throw Refusal.unusable(
          "no model was named ('model'; GET /v1/models lists them), and the server was started"
              + " without any");
    }
    return models.shipped().stream().map(ShippedModel::name).toList();
  }

  private List<String> names(JsonNode model) throws Refusal {
    if (model.size() > MAX_NAMED) {
      throw Refusal.tooLarge("a request may name " + MAX_NAMED + " models");
    }
    List<String> names = new ArrayList<>();
    if (model.isValueNode() && !model.isNull()) {
      names.add(model.asText());
    }
    model.forEach(one -> names.add(one.asText()));
    return names.isEmpty() ? allNames() : names;
  }

  /** Adds the segments that a model finds, and returns the document with the sentences. */
  private Document annotated(String name, Document document, Wanted wanted)
      throws Refusal, IOException, DocumentException {
    Optional<ShippedModel> named =
        models.shipped().stream().filter(model -> model.isCalled(name)).findFirst();
    String text = document.text();
    List<Passage> given = document.sentences();
    List<Passage> sentences;
    String layer;
    Anchoring unit = Anchoring.SEGMENTS;
    Suggester model;
    if (named.isPresent()) {
      layer = named.get().layer();
      model = named.get().suggester();
      sentences = named.get().read(text, given);
    } else {
      ModelKey key = models.store().key(name).orElseThrow(TagEndpoint::unknown);
      model = models.store().find(key).orElseThrow(TagEndpoint::unknown);
      layer = key.layer();
      unit = key.unit();
      List<Passage> found = given == null ? reader.read(text, model.model().tokenProfile()) : given;
      sentences = model.read(text, found);
    }
    boolean whole = unit == Anchoring.SENTENCES && !sentences.isEmpty();
    Gold gold = new Gold(accepted(wanted.accepted(), layer, text), unit, Annotated.ALL);
    List<String> types = model.types();
    List<Passage> read = gold.kept(whole ? List.of(Sentences.of(sentences)) : sentences, types);
    gold.beside(suggestions(name, model, read, wanted), types)
        .forEach(one -> wanted.segments().add(Segment.of(text, one, layer, name)));
    // The tokens of the client, or of the first model, stay; other models may have divided them.
    return new Document(text, given == null ? sentences : given);
  }

  /** Returns the suggestions of a model, under the promise of the request if it has one. */
  private static List<Suggestion> suggestions(
      String name, Suggester model, List<Passage> sentences, Wanted wanted) throws Refusal {
    if (wanted.promise().isEmpty()) {
      return model.suggest(sentences, wanted.check());
    }
    try {
      Suggester.Promised promised =
          model.suggest(sentences, wanted.check(), wanted.promise().get());
      PromiseCheck.Status status = promised.status();
      wanted.promises().add(new Kept(name, status.level(), status.reason()));
      return promised.suggestions();
    } catch (Promise.RefusedException e) {
      throw Refusal.unusable(name + ": " + e.getMessage());
    }
  }

  /** Returns accepted segments of a layer, and accepted segments that name no layer. */
  private static List<Gold.Given> accepted(JsonNode accepted, String layer, String text)
      throws Refusal {
    if (accepted.isObject() || (accepted.isValueNode() && !accepted.isNull())) {
      throw Refusal.badRequest("'accepted' must be an array of segments");
    }
    List<Gold.Given> given = new ArrayList<>();
    for (JsonNode one : accepted) {
      int begin = one.path("begin").asInt(-1);
      int end = one.path("end").asInt(-1);
      String type = ClientRequest.text(one, "type", "one of 'accepted'");
      if (!(0 <= begin && begin < end && end <= text.length())) {
        throw Refusal.badRequest(
            "one of 'accepted', %s at %s to %s, is not in the text of %s characters"
                .formatted(type, one.path("begin"), one.path("end"), text.length()));
      }
      if (one.path("layer").asText(layer).equals(layer)) {
        given.add(new Gold.Given(begin, end, type));
      }
    }
    return given;
  }

  private static Refusal unknown() {
    return Refusal.unusable("there is no model of this name; GET /v1/models lists them");
  }

  private static List<int[]> tokens(Passage sentence) {
    return IntStream.range(0, sentence.units().length())
        .mapToObj(t -> new int[] {sentence.begins()[t], sentence.ends()[t]})
        .toList();
  }
}
