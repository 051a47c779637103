package org.gpchain.server.rest;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.documents.DocumentException;
import org.gpchain.documents.Segmenter;
import org.gpchain.server.http.Answer;
import org.gpchain.server.http.JsonBody;
import org.gpchain.server.http.Refusal;
import org.gpchain.server.http.Request;
import org.gpchain.server.models.Annotated;
import org.gpchain.server.models.ModelKey;
import org.gpchain.server.models.ModelStore;
import org.gpchain.server.models.Passage;
import org.gpchain.server.models.Sentences;
import org.gpchain.server.models.ShippedModel;
import org.gpchain.server.models.ShippedModels;
import org.gpchain.server.models.Suggestion;
import org.gpchain.server.models.TextSegmenter;
import org.gpchain.server.models.TrainedModel;
import org.gpchain.server.models.Unit;

/** Answers {@code POST /v1/tag}: the segments of a text, with their probabilities. */
public final class TagDoor {
  private static final String PLAIN = "text/plain";

  private final ShippedModels shipped;
  private final ModelStore store;
  private final TextSegmenter segmenter;

  /**
   * A door.
   *
   * @param shipped models that were there before
   * @param store models that were learned
   * @param segmenter finds sentences and tokens in texts for the latter
   */
  public TagDoor(ShippedModels shipped, ModelStore store, Segmenter segmenter) {
    this.shipped = shipped;
    this.store = store;
    this.segmenter = new TextSegmenter(segmenter);
  }

  /**
   * A text, and its tokens if they are known.
   *
   * @param sentences null if they are to be found
   */
  private record Document(String text, List<Passage> sentences) {}

  /**
   * Answers a request.
   *
   * @throws Refusal if it has no text, or names no model
   */
  public Answer tag(Request request) throws Refusal, IOException {
    boolean plain = request.type().equals(PLAIN);
    JsonNode tree = plain ? null : JsonBody.of(request);
    Document document = plain ? new Document(utf8(request.body()), null) : document(tree);
    List<String> names = plain ? allNames() : names(tree.path("model"));
    Map<String, Object> answer = new LinkedHashMap<>();
    List<Map<String, Object>> segments = new ArrayList<>();
    List<Passage> sentences = document.sentences();
    try {
      for (String name : names) {
        Annotated annotated = annotate(name, new Document(document.text(), sentences));
        sentences = annotated.sentences();
        String layer = layer(name);
        for (Suggestion suggestion : annotated.suggestions()) {
          Map<String, Object> segment = described(document.text(), suggestion);
          segment.put("layer", layer);
          segment.put("model", name);
          segment.put("reasons", suggestion.reasons());
          segment.put(
              "alternatives",
              suggestion.alternatives().stream()
                  .map(other -> described(document.text(), other))
                  .toList());
          segments.add(segment);
        }
      }
    } catch (DocumentException e) {
      throw new Refusal(Refusal.UNUSABLE, e.getMessage(), e);
    }
    answer.put("text", document.text());
    answer.put("sentences", sentences.stream().map(TagDoor::tokens).toList());
    answer.put("segments", segments);
    return Answer.json(answer);
  }

  private static String utf8(byte[] body) throws Refusal {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw new Refusal(Refusal.BAD_REQUEST, "the text is not UTF-8", e);
    }
  }

  private static Document document(JsonNode tree) throws Refusal {
    if (!tree.has("tokens")) {
      return new Document(JsonBody.text(tree, "text", "the request (without 'tokens')"), null);
    }
    StringBuilder text = new StringBuilder();
    List<Passage> sentences = new ArrayList<>();
    for (JsonNode sentence : tree.path("tokens")) {
      List<String> words = new ArrayList<>();
      int[] begins = new int[sentence.size()];
      int[] ends = new int[sentence.size()];
      for (JsonNode word : sentence) {
        if (!word.isTextual() || word.asText().isEmpty()) {
          throw new Refusal(
              Refusal.BAD_REQUEST, "'tokens' must be an array of sentences, arrays of words");
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
    return new Document(text.toString(), sentences);
  }

  private List<String> allNames() throws Refusal {
    if (shipped.models().isEmpty()) {
      throw new Refusal(
          Refusal.UNUSABLE,
          "no model was named ('model'; GET /v1/models lists them), and the server was started"
              + " without any (--model)");
    }
    return shipped.models().stream().map(ShippedModel::name).toList();
  }

  private List<String> names(JsonNode model) throws Refusal {
    List<String> names = new ArrayList<>();
    if (model.isTextual()) {
      names.add(model.asText());
    }
    model.forEach(one -> names.add(one.asText()));
    return names.isEmpty() ? allNames() : names;
  }

  private Annotated annotate(String name, Document document)
      throws Refusal, IOException, DocumentException {
    Optional<ShippedModel> named = shipped.named(name);
    if (named.isPresent()) {
      return named.get().annotate(document.text(), document.sentences());
    }
    ModelKey key = key(name);
    TrainedModel model = store.find(key).orElseThrow(TagDoor::unknown);
    List<Passage> sentences =
        document.sentences() == null ? segmenter.sentences(document.text()) : document.sentences();
    boolean whole = key.unit() == Unit.SENTENCES && !sentences.isEmpty();
    return new Annotated(
        sentences,
        model.suggest(document.text(), whole ? List.of(Sentences.of(sentences)) : sentences));
  }

  private ModelKey key(String name) throws Refusal {
    return store.key(name).orElseThrow(TagDoor::unknown);
  }

  private static Refusal unknown() {
    return new Refusal(
        Refusal.UNUSABLE, "there is no model of this name; GET /v1/models lists them");
  }

  private String layer(String name) throws Refusal {
    Optional<ShippedModel> named = shipped.named(name);
    return named.isPresent() ? named.get().layer() : key(name).layer();
  }

  private static Map<String, Object> described(String text, Suggestion suggestion) {
    Map<String, Object> segment = new LinkedHashMap<>();
    segment.put("begin", suggestion.begin());
    segment.put("end", suggestion.end());
    segment.put("text", text.substring(suggestion.begin(), suggestion.end()));
    segment.put("type", suggestion.type());
    segment.put("probability", suggestion.probability());
    return segment;
  }

  private static List<int[]> tokens(Passage sentence) {
    List<int[]> tokens = new ArrayList<>();
    for (int t = 0; t < sentence.units().length(); t++) {
      tokens.add(new int[] {sentence.begins()[t], sentence.ends()[t]});
    }
    return tokens;
  }
}
