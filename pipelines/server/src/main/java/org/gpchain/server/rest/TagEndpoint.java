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
import org.gpchain.server.models.Anchoring;
import org.gpchain.server.models.ModelKey;
import org.gpchain.server.models.ModelStore;
import org.gpchain.server.models.Passage;
import org.gpchain.server.models.SentenceReader;
import org.gpchain.server.models.Sentences;
import org.gpchain.server.models.ShippedModel;
import org.gpchain.server.models.ShippedModels;
import org.gpchain.server.models.Suggester;
import org.gpchain.server.models.Suggestion;

/** Answers {@code POST /v1/tag}: the segments of a text, with their probabilities. */
public final class TagEndpoint {
  private static final String PLAIN = "text/plain";
  private static final String UNSPECIFIED = "x-unspecified";

  private final ShippedModels shipped;
  private final ModelStore store;
  private final SentenceReader reader;

  /**
   * An endpoint.
   *
   * @param shipped models that were there before
   * @param store models that were learned
   * @param segmenter finds sentences and tokens in texts for the latter
   */
  public TagEndpoint(ShippedModels shipped, ModelStore store, Segmenter segmenter) {
    this.shipped = shipped;
    this.store = store;
    this.reader = SentenceReader.of(segmenter);
  }

  /** A text and its sentences, which are null until they are found. */
  private static final class Document {
    private final String text;
    private List<Passage> sentences;

    Document(String text, List<Passage> sentences) {
      this.text = text;
      this.sentences = sentences;
    }
  }

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
    List<Map<String, Object>> segments = new ArrayList<>();
    try {
      for (String name : names) {
        annotate(name, document, segments);
      }
    } catch (DocumentException e) {
      throw new Refusal(Refusal.UNUSABLE, e.getMessage(), e);
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("text", document.text);
    answer.put("sentences", document.sentences.stream().map(TagEndpoint::tokens).toList());
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

  private void annotate(String name, Document document, List<Map<String, Object>> segments)
      throws Refusal, IOException, DocumentException {
    Optional<ShippedModel> named = shipped.named(name);
    String layer;
    List<Suggestion> suggestions;
    if (named.isPresent()) {
      layer = named.get().layer();
      document.sentences = named.get().read(document.text, document.sentences);
      suggestions = named.get().suggester().suggest(document.sentences);
    } else {
      ModelKey key = store.key(name).orElseThrow(TagEndpoint::unknown);
      Suggester model = store.find(key).orElseThrow(TagEndpoint::unknown);
      layer = key.layer();
      if (document.sentences == null) {
        document.sentences = reader.read(document.text, UNSPECIFIED, null);
      }
      boolean whole = key.unit() == Anchoring.SENTENCES && !document.sentences.isEmpty();
      suggestions =
          model.suggest(whole ? List.of(Sentences.of(document.sentences)) : document.sentences);
    }
    for (Suggestion suggestion : suggestions) {
      Map<String, Object> segment = described(document.text, suggestion);
      segment.put("layer", layer);
      segment.put("model", name);
      segment.put("reasons", suggestion.reasons());
      segment.put(
          "alternatives",
          suggestion.alternatives().stream()
              .map(other -> described(document.text, other))
              .toList());
      segments.add(segment);
    }
  }

  private static Refusal unknown() {
    return new Refusal(
        Refusal.UNUSABLE, "there is no model of this name; GET /v1/models lists them");
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
