package org.gpchain.documents.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.gpchain.core.text.Span;
import org.gpchain.documents.output.AnnotatedDocument.AnnotatedSentence;
import org.gpchain.documents.output.AnnotatedDocument.AnnotatedToken;
import org.gpchain.documents.output.AnnotatedDocument.Layer;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
  private static JsonNode written(AnnotatedDocument document) throws IOException {
    return new ObjectMapper().readTree(TestDocument.written(OutputFormat.JSON, document));
  }

  private static String line(AnnotatedDocument document) throws IOException {
    String line = TestDocument.written(OutputFormat.JSONL, document);
    assertThat(line).endsWith("}\n");
    assertThat(line.chars().filter(c -> "\n\r\u2028\u2029".indexOf(c) >= 0)).hasSize(1);
    return line;
  }

  private static JsonNode writtenLine(AnnotatedDocument document) throws IOException {
    return new ObjectMapper().readTree(line(document));
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
    json.get("sentences").forEach(sentence -> checkTexts(sentence.get("segments")));
    JsonNode line = writtenLine(TestDocument.of());
    assertThat(line.get("offsetUnit").asText()).isEqualTo("utf16");
    assertThat(line.get("segments")).hasSize(4);
    checkTexts(line.get("segments"));
  }

  private static void checkTexts(JsonNode segments) {
    for (JsonNode segment : segments) {
      assertThat(
              TestDocument.TEXT.substring(segment.get("begin").asInt(), segment.get("end").asInt()))
          .isEqualTo(segment.get("text").asText());
    }
  }

  @Test
  void writesEmptyDocuments() throws IOException {
    assertThat(written(TestDocument.empty()).get("sentences")).isEmpty();
    assertThat(line(TestDocument.empty()))
        .isEqualTo("{\"name\":\"empty\",\"text\":\"\",\"offsetUnit\":\"utf16\",\"segments\":[]}\n");
  }

  @Test
  void isReadable() throws IOException {
    assertThat(TestDocument.written(OutputFormat.JSON, TestDocument.of()))
        .startsWith("{\n  \"document\" : ")
        .endsWith("}\n");
  }

  @Test
  void lineHasSegmentsWithTheirModels() throws IOException {
    JsonNode json = writtenLine(TestDocument.ofTwoLayers());
    assertThat(json.get("name").asText()).isEqualTo("two");
    assertThat(json.get("segments").get(2).toString())
        .isEqualTo(
            "{\"begin\":3,\"end\":8,\"type\":\"LOC\",\"probability\":0.6,\"model\":\"names\","
                + "\"text\":\"ab cd\",\"alternatives\":"
                + "[{\"begin\":3,\"end\":5,\"type\":\"PER\",\"probability\":0.3}]}");
    assertThat(json.get("segments").get(0).has("alternatives")).isFalse();
  }

  @Test
  void hostileNamesStayInTheLine() throws IOException {
    String hostile = "\"},\n{\"x\r\u2028\u2029\u0085\0\ud800";
    AnnotatedSentence sentence =
        new AnnotatedSentence(
            List.of(new AnnotatedToken(0, 1, "a", null)),
            List.of(TestDocument.segment(0, 1, new Span(0, 1, hostile), 0.5)));
    List<Layer> layers = List.of(new Layer(hostile, "Chunk", null));
    JsonNode json =
        writtenLine(new AnnotatedDocument(hostile, "en", hostile, List.of(sentence), layers));
    assertThat(json.get("name").asText()).isEqualTo(hostile);
    assertThat(json.get("text").asText()).isEqualTo(hostile);
    assertThat(json.get("segments").get(0).get("type").asText()).isEqualTo(hostile);
    assertThat(json.get("segments").get(0).get("model").asText()).isEqualTo(hostile);
  }
}
