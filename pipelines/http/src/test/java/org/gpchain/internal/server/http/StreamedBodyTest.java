package org.gpchain.internal.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares streamed strings with what a JSON parser reads from the same body. */
class StreamedBodyTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static ClientRequest request(String json) {
    return new ClientRequest("", "", json.getBytes(StandardCharsets.UTF_8), () -> false);
  }

  private static String read(StreamedBody body, String place) throws Exception {
    byte[] content = body.string(body.tree().at(place), "xmi", "it").readAllBytes();
    return new String(content, StandardCharsets.UTF_8);
  }

  @Test
  void readsAndWritesAllCharacters() throws Exception {
    List<String> texts =
        new ArrayList<>(List.of("", "\\", "\"", "\"xmi\":\"no\"", "a\uD83D\uDE00z"));
    StringBuilder all = new StringBuilder();
    for (int unit = 0; unit < 0xD800; unit++) {
      all.append((char) unit);
    }
    texts.add(all.toString());

    for (String text : texts) {
      ObjectNode json = MAPPER.createObjectNode();
      json.put("before", "xmi").putObject("document").put("xmi", text).put("userId", "u");
      ArrayNode documents = json.putArray("documents");
      documents.addObject().put("xmi", text);
      documents.addObject().put("xmi", 3);

      StreamedBody body = request(json.toString()).streamed("xmi");
      assertThat(read(body, "/document")).isEqualTo(text);
      assertThat(read(body, "/documents/0")).isEqualTo(text);
      assertThat(body.tree().at("/document/userId").asText()).isEqualTo("u");
      assertThat(body.tree().at("/before").asText()).isEqualTo("xmi");
      assertThatThrownBy(() -> read(body, "/documents/1"))
          .isInstanceOf(Refusal.class)
          .hasMessage("it has no string 'xmi'");

      JsonNode expected = MAPPER.valueToTree(Map.of("document", text));
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
      Answer written = JsonStringOutput.answer("document", out -> out.write(utf8));
      assertThat(MAPPER.readTree(written.body())).isEqualTo(expected);
      Answer copied = body.answer("document", body.tree().path("document"), "xmi", "it");
      assertThat(MAPPER.readTree(copied.body())).isEqualTo(expected);
    }
  }

  @Test
  void readsEscapesThatNobodyNeeds() throws Exception {
    String json = "{\"xmi\" : \"\\u0041\\/\\uD83d\\uDE00\\uD83Dx\\uDE00\\n\"}";
    assertThat(read(request(json).streamed("xmi"), "")).isEqualTo("A/\uD83D\uDE00?x?\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\x", "\\u12", "\\u12g4"})
  void refusesInvalidEscapes(String escape) throws Exception {
    StreamedBody body = request("{\"xmi\": \"" + escape + "\"}").streamed("xmi");
    assertThatThrownBy(() -> read(body, "")).isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "a text"})
  void refusesNamesWithEscapes(String text) throws Exception {
    StreamedBody body = request("{\"\\u0078mi\": \"" + text + "\"}").streamed("xmi");
    assertThatThrownBy(() -> read(body, ""))
        .isInstanceOf(Refusal.class)
        .hasMessage("the name 'xmi' in it must not have escapes");
  }

  /** The place of an error is that in the body, not that in the rest of it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"xmi\": \"long enough\", nonsense}",
        "{\"xmi\": \"never ends",
        "[\"xmi\"]",
        "",
        "\"",
        "{\"xmi\": \"a\"} {}",
        "\"xmi\": \"a\"",
      })
  void refusesInvalidJsonAsWithoutStreams(String json) {
    assertThatThrownBy(() -> request(json).json()).isInstanceOf(Refusal.class);
    try {
      request(json).json();
    } catch (Refusal | IOException expected) {
      assertThatThrownBy(() -> request(json).streamed("xmi")).hasMessage(expected.getMessage());
    }
  }
}
