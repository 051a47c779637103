package org.gpchain.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.apache.uima.cas.impl.XmiCasDeserializer;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.TrainerSettings.Run;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.io.AtomicFile;
import org.gpchain.internal.training.trainers.Trainers;
import org.gpchain.training.Progress;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the REST API over HTTP with shipped English models. */
class RestTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String TEXT = "Hanna Wexley lives in London. 😀 She met Jane Eyre.";

  @TempDir private static Path store;
  private static TestServer server;

  @BeforeAll
  static void start() throws IOException {
    server = TestServer.start(store, "ner-en", "chunker-en", "tagger-en");
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  private static JsonNode json(HttpResponse<String> answer) throws IOException {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return MAPPER.readTree(answer.body());
  }

  private static List<String> texts(JsonNode segments) {
    List<String> texts = new ArrayList<>();
    segments.forEach(one -> texts.add(one.get("text").asText() + " " + one.get("type").asText()));
    return texts;
  }

  @Test
  void tagsText() throws Exception {
    JsonNode answer = json(server.post("/v1/tag", "text/plain; charset=utf-8", TEXT));

    assertThat(texts(answer.get("segments"))).contains("London LOC", "London NP", "London NNP");
    for (JsonNode segment : answer.get("segments")) {
      int begin = segment.get("begin").asInt();
      int end = segment.get("end").asInt();
      assertThat(TEXT.substring(begin, end)).isEqualTo(segment.get("text").asText());
      assertThat(segment.get("probability").asDouble()).isBetween(0.0, 1.0);
      assertThat(segment.get("reasons")).isNotEmpty();
      assertThat(segment.get("reasons").toString()).doesNotContain("cluster", "state");
    }
  }

  @Test
  void tagsTextOfALanguageWithoutASegmenter(@TempDir Path other) throws Exception {
    try (TestServer norwegian = TestServer.start(other, "ner-nb", "chunker-nb")) {
      assertThat(norwegian.log())
          .containsOnlyOnce(
              "gpchain: note: no sentence model for nb: sentences are found by rules of the JDK");
      JsonNode answer =
          json(norwegian.post("/v1/tag", "text/plain", "Jens Stoltenberg bor i Oslo. Han sover."));
      assertThat(texts(answer.get("segments"))).contains("Jens Stoltenberg PER");
      assertThat(answer.get("sentences")).hasSize(2);
    }
  }

  @Test
  void writesCorrectedSegments() throws Exception {
    JsonNode answer = json(server.post("/v1/tag", "{\"text\": \"" + TEXT + "\"}"));
    String request =
        """
        {"text": "%s", "language": "en", "sentences": %s, "segments":
          [{"begin": 0, "end": 12, "type": "HERO & <co>", "layer": "%s", "model": "ner-en-default",
            "probability": 0.75, "acceptedBy": "ann"}]}
        """
            .formatted(TEXT, answer.get("sentences"), NamedEntity._TypeName);

    HttpResponse<String> xmi = server.post("/v1/xmi", request);

    assertThat(xmi.statusCode()).isEqualTo(200);
    JCas document = JCasFactory.createJCas();
    XmiCasDeserializer.deserialize(
        new ByteArrayInputStream(xmi.body().getBytes(StandardCharsets.UTF_8)), document.getCas());
    assertThat(document.getDocumentText()).isEqualTo(TEXT);
    NamedEntity name = document.select(NamedEntity.class).single();
    assertThat(name.getCoveredText()).isEqualTo("Hanna Wexley");
    assertThat(name.getValue()).isEqualTo("HERO & <co>");
    assertThat(document.select(ScoredSegment.class).single().getAnnotation()).isSameAs(name);
  }

  @Test
  void describesEachPath() throws Exception {
    JsonNode description = json(server.get("/openapi.json"));
    TreeSet<String> described = new TreeSet<>();
    description.get("paths").fieldNames().forEachRemaining(described::add);

    String all = server.get("/nowhere").body().replaceAll(".*see |\"}$", "");

    assertThat(new TreeSet<>(List.of(all.split(", ", -1)))).isEqualTo(described);
  }

  @Test
  void thePageLoadsNothingFromElsewhere() throws Exception {
    HttpResponse<String> page = server.get("/");

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("default-src 'none'");
    for (String path : List.of("/", "/page.css", "/page.js")) {
      assertThat(server.get(path).body()).doesNotContain("http:", "https:", "//cdn", "innerHTML");
    }
  }

  @ParameterizedTest
  @CsvSource({
    InceptionProject.CHUNK + ", chunkValue, The old ferry NP/the harbour NP",
    InceptionProject.POS + ", PosValue, The DT/old JJ/ferry NN/reached VBD"
  })
  void suggestsChunksAndPartsOfSpeechBeforeATraining(String layer, String feature, String labels)
      throws Exception {
    InceptionProject project = new InceptionProject(layer, feature, "tokens");
    String xmi = project.xmi("The old ferry reached the harbour .");
    String document = server.suggested(project, "new", xmi);

    assertThat(document).doesNotContain("ScoredSegment");
    assertThat(project.suggestions(document))
        .extracting(label -> label.text() + " " + label.value())
        .contains(labels.split("/"));
  }

  /** The features of the model read annotations of the document. */
  @Test
  void readsColumnsFromAnnotations(@TempDir Path other) throws Exception {
    TokenSequence words =
        TokenSequence.ofWords(List.of("To", "Lund")).with("place", List.of("O", "B-CITY"));
    LabeledSequence sentence =
        LabeledSequence.ofLabels(words, List.of("O", "B-LOC"), TagScheme.IOB2);
    TemplateSet templates = TemplateSet.parse("U:%x[0,1]\nB", List.of("word", "place"));
    List<AnnotationColumn> columns =
        List.of(new AnnotationColumn("place", InceptionProject.CUSTOM, "kind"));
    Model model =
        Trainers.of(TrainerSettings.DEFAULT.with(new Run(1, 1)))
            .train(
                TrainingData.of(Collections.nCopies(9, sentence), Task.of("ne", templates)),
                Progress.NONE)
            .reading(columns);
    Path file = other.resolve("places.gpchain");
    AtomicFile.write(file, out -> ModelWriter.write(model, out));
    InceptionProject project = new InceptionProject(InceptionProject.CUSTOM, "kind", "tokens");
    var request = project.predict("ann", project.xmi("She left [Kivik|CITY] for Tarn"));
    String tagset =
        """
        {"tags": [{"tag": "LOC"}], "targets": [{"type": "%s", "feature": "kind"}]}
        """;
    request.putArray("tagsets").add(MAPPER.readTree(tagset.formatted(InceptionProject.CUSTOM)));
    try (TestServer places = TestServer.start(other.resolve("store"), file.toString())) {
      assertThat(
              project.suggestions(
                  InceptionProject.document(places.post("/predict", request).body())))
          .extracting(label -> label.text() + " " + label.value())
          .containsExactly("Kivik LOC");
      HttpResponse<String> text = places.post("/v1/tag", "text/plain", "She left Kivik");
      assertThat(text.statusCode()).isEqualTo(422);
      assertThat(text.body()).contains("place=" + InceptionProject.CUSTOM, "texts do not have");
    }
  }
}
