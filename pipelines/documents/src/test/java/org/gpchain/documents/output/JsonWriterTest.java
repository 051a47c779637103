package org.gpchain.documents.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
  private static JsonNode written(AnnotatedDocument document) throws IOException {
    return new ObjectMapper().readTree(TestDocument.written(OutputFile.JSON, document));
  }

  @Test
  void writesSegmentsWithOffsetsAndProbabilities() throws IOException {
    JsonNode json = written(TestDocument.of());
    assertThat(json.get("document").asText()).isEqualTo(TestDocument.HOSTILE);
    assertThat(json.get("text").asText()).isEqualTo(TestDocument.TEXT);
    assertThat(json.get("layers").get(0).get("card").get("task").asText()).isEqualTo("chunk");
    JsonNode sentence = json.get("sentences").get(0);
    assertThat(sentence.get("begin").asInt()).isZero();
    assertThat(sentence.get("end").asInt()).isEqualTo(27);
    JsonNode segment = sentence.get("segments").get(2);
    assertThat(segment.get("value").asText()).isEqualTo("VP");
    assertThat(segment.get("probability").asDouble()).isEqualTo(0.123457);
  }

  @Test
  void countsOffsetsInUtf16() throws IOException {
    JsonNode json = written(TestDocument.of());
    assertThat(json.get("offsetUnit").asText()).isEqualTo("utf16");
    for (JsonNode sentence : json.get("sentences")) {
      for (JsonNode segment : sentence.get("segments")) {
        assertThat(
                TestDocument.TEXT.substring(
                    segment.get("begin").asInt(), segment.get("end").asInt()))
            .isEqualTo(segment.get("text").asText());
      }
    }
  }

  @Test
  void writesEmptyDocuments() throws IOException {
    assertThat(written(TestDocument.empty()).get("sentences")).isEmpty();
  }

  @Test
  void isReadable() throws IOException {
    assertThat(TestDocument.written(OutputFile.JSON, TestDocument.of()))
        .startsWith("{\n  \"document\" : ")
        .endsWith("}\n");
  }
}
