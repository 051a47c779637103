package org.gpchain.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
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
import org.gpchain.internal.server.InceptionProject.Label;
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

/** What programs and the page ask, with the shipped models of English names, chunks and tags. */
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
  void tagsTokens() throws Exception {
    String request =
        "{\"tokens\": [[\"Hanna\", \"Wexley\", \"lives\", \"in\", \"London\", \".\"], [],"
            + " [\"London\"]], \"model\": \"ner-en-default\"}";
    JsonNode answer = json(server.post("/v1/tag", request));
    // The name that the server was started with will do.
    JsonNode given = json(server.post("/v1/tag", request.replace("ner-en-default", "ner-en")));
    assertThat(texts(given.get("segments"))).contains("London LOC");

    assertThat(texts(answer.get("segments"))).contains("London LOC");
    assertThat(answer.get("sentences")).hasSize(2);
    assertThat(answer.at("/sentences/0/1").toString()).isEqualTo("[6,12]");
  }

  @Test
  void tagsTheRestGivenWhatIsAccepted() throws Exception {
    String request =
        """
        {"text": "%s", "accepted": [{"begin": 0, "end": 5, "type": "PER"},
          {"begin": 0, "end": 5, "type": "NN", "layer": "%s"},
          {"begin": 6, "end": 12, "type": "of no model"}]}
        """
            .formatted(TEXT, InceptionProject.POS);

    JsonNode segments = json(server.post("/v1/tag", request)).get("segments");

    assertThat(texts(json(server.post("/v1/tag", "text/plain", TEXT)).get("segments")))
        .contains("Hanna Wexley PER", "Hanna NNP");
    // One layer's segments say nothing of the chunks, which another model finds.
    assertThat(texts(segments))
        .contains("Hanna Wexley NP", "Wexley NNP", "London LOC")
        .doesNotContain("Hanna Wexley PER", "Hanna PER", "Hanna NNP", "Hanna NN");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '\'',
      value = {
        "/v1/tag; {\"text\": 7}; 400",
        "/v1/tag; {\"text\": \"a\", \"accepted\": [{\"begin\": 0, \"end\": 1}]}; 400",
        "/v1/tag; {\"text\": \"a\", \"accepted\": [{\"begin\": 0, \"end\": 2, \"type\": \"x\"}]};"
            + " 400",
        "/v1/tag; {\"tokens\": [[7]]}; 400",
        "/v1/tag; {\"text\": \"a\", \"model\": \"b\"}; 422",
        "/v1/xmi; {}; 400",
        "/v1/xmi; {\"text\": \"a\", \"sentences\": [[[0, 2]]]}; 400",
        "/v1/xmi; {\"text\": \"a\", \"segments\": [{\"begin\": 0, \"end\": 1, \"type\": \"x\","
            + " \"layer\": \"uima.tcas.Annotation\"}]}; 422",
        "/v1/xmi; {\"text\": \"a\", \"segments\": [{\"begin\": 0, \"end\": 1, \"type\": \"x\","
            + " \"layer\": \"de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity\", \"model\":"
            + " \"m\", \"probability\": 2}]}; 400"
      })
  void refusesWhatItCannotTag(String path, String request, int status) throws Exception {
    assertThat(server.post(path, request).statusCode()).isEqualTo(status);
  }

  @Test
  void refusesTextsWithoutAModel(@TempDir Path other) throws Exception {
    try (TestServer empty = TestServer.start(other)) {
      assertThat(empty.post("/v1/tag", "text/plain", TEXT).statusCode()).isEqualTo(422);
      assertThat(empty.get("/page.js").body()).contains("started without a model.");
    }
  }

  @Test
  void tagsNothingInNoText() throws Exception {
    assertThat(json(server.post("/v1/tag", "text/plain", "")).get("segments")).isEmpty();
    assertThat(json(server.post("/v1/tag", "text/plain", " \n")).get("segments")).isEmpty();
    assertThat(json(server.post("/v1/tag", "{\"tokens\": []}")).get("segments")).isEmpty();
  }

  @Test
  void writesCorrectedSegments() throws Exception {
    JsonNode answer = json(server.post("/v1/tag", "{\"text\": \"" + TEXT + "\"}"));
    String request =
        """
        {"text": "%s", "language": "en", "sentences": %s, "segments":
          [{"begin": 0, "end": 12, "type": "HERO & <co>", "layer": "%s", "model": "ner-en-default",
            "probability": 0.75, "acceptedBy": "ann"},
           {"begin": 0, "end": 5, "type": "NNP", "layer": "%s"}]}
        """
            .formatted(TEXT, answer.get("sentences"), NamedEntity._TypeName, InceptionProject.POS);

    HttpResponse<String> xmi = server.post("/v1/xmi", request);

    assertThat(xmi.statusCode()).isEqualTo(200);
    JCas document = JCasFactory.createJCas();
    XmiCasDeserializer.deserialize(
        new ByteArrayInputStream(xmi.body().getBytes(StandardCharsets.UTF_8)), document.getCas());
    assertThat(document.getDocumentText()).isEqualTo(TEXT);
    assertThat(document.getDocumentLanguage()).isEqualTo("en");
    assertThat(document.select(Token.class).asList()).hasSizeGreaterThan(10);
    assertThat(document.select(Sentence.class).asList()).hasSizeGreaterThan(1);
    NamedEntity name = document.select(NamedEntity.class).single();
    assertThat(name.getCoveredText()).isEqualTo("Hanna Wexley");
    assertThat(name.getValue()).isEqualTo("HERO & <co>");
    ScoredSegment score = document.select(ScoredSegment.class).single();
    assertThat(score.getAnnotation()).isSameAs(name);
    assertThat(score.getValue_score()).isEqualTo(0.75);
    assertThat(score.getModel()).isEqualTo("ner-en-default");
    assertThat(score.getFeatureValueAsString(score.getType().getFeatureByBaseName("acceptedBy")))
        .isEqualTo("ann");
    assertThat(document.select(Token.class).map(Token::getPosValue)).startsWith("NNP", null);
  }

  @Test
  void listsModels() throws Exception {
    InceptionProject project = new InceptionProject(InceptionProject.CUSTOM, "kind", "tokens");
    server.train(project, "ann", project.xmi(Sample.sentences(16)));

    JsonNode models = json(server.get("/v1/models"));

    assertThat(models.at("/shipped/0/name").asText()).isEqualTo("ner-en-default");
    assertThat(models.at("/shipped/0/types").toString()).contains("\"LOC\"");
    JsonNode trained = models.at("/trained/0");
    assertThat(trained.get("layer").asText()).isEqualTo(InceptionProject.CUSTOM);
    assertThat(trained.get("ready").asBoolean()).isTrue();
    assertThat(trained.at("/training/phase").asText()).isEqualTo("done");
    String request = "{\"text\": \"Sven lives in Lund .\", \"model\": " + trained.get("name") + "}";
    assertThat(texts(json(server.post("/v1/tag", request)).get("segments")))
        .containsExactly("Sven PER", "Lund LOC");
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

  @Test
  void tellsItsNumbers() throws Exception {
    server.get("/elsewhere");

    // Requests are counted once they are answered, and so a little after the answer is there.
    String elsewhere = "gpchain_requests_total{path=\"other\",status=\"404\"}";
    String numbers = server.get("/metrics").body();
    for (int tries = 0; tries < 500 && !numbers.contains(elsewhere); tries++) {
      Thread.sleep(10);
      numbers = server.get("/metrics").body();
    }

    assertThat(numbers)
        .contains("# TYPE gpchain_requests_total counter", elsewhere)
        .contains("gpchain_request_seconds_bucket{path=\"/metrics\",le=\"+Inf\"}")
        .contains("gpchain_memory_max_bytes ");
  }

  @Test
  void suggestsNamesBeforeATraining() throws Exception {
    InceptionProject project =
        new InceptionProject(InceptionProject.NAMED_ENTITY, "value", "tokens");
    String document =
        server.suggested(project, "new", project.xmi("Hanna Wexley lives in London ."));

    assertThat(project.suggestions(document))
        .allMatch(label -> label.why().startsWith("ner-en-default, not trained on this project"))
        .extracting(label -> label.text() + " " + label.value())
        .contains("London LOC");
    assertThat(document).doesNotContain("PosValue", "ScoredSegment");
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
    assertThat(project.suggestions(server.suggested(project, "new", xmi)))
        .extracting(label -> label.text() + " " + label.value())
        .contains(labels.split("/"));
  }

  @Test
  void suggestsForALayerWithTheSameTags() throws Exception {
    InceptionProject project = new InceptionProject(InceptionProject.CUSTOM, "kind", "tokens");
    String xmi = project.xmi("Hanna Wexley lives in London .");
    String tagset =
        """
        {"tags": [{"tag": "LOC"}, {"tag": "ship"}], "targets": [{"type": "%s", "feature": "kind"}]}
        """;
    var request = project.predict("other", xmi);
    request.putArray("tagsets").add(MAPPER.readTree(tagset.formatted(InceptionProject.CUSTOM)));

    String with = server.post("/predict", request).body();

    assertThat(project.labels(InceptionProject.document(with)))
        .extracting(Label::value)
        .isNotEmpty()
        .containsOnly("LOC");
    assertThat(server.suggested(project, "other", xmi)).isEqualTo(xmi);
  }

  /** A model that sees nothing but the annotations of a document. */
  @Test
  void columnsOfAnnotations(@TempDir Path other) throws Exception {
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
