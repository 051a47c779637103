package org.gpchain.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Arrays;
import org.gpchain.core.model.ModelReader;
import org.gpchain.core.vectors.Encoders;
import org.gpchain.internal.server.models.CountedEncoders;
import org.gpchain.internal.training.data.EncoderUse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests, over HTTP, a server whose models learn from the vectors of an encoder. */
class EncoderServerTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir private Path store;
  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    EncoderUse use = EncoderUse.of(Encoders.open("counted"));
    server = TestServer.startWithEncoder(store, use, TestServer.LIMITS);
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  /** Returns the id of the only trained model. */
  private String trainedModel() throws Exception {
    JsonNode trained = MAPPER.readTree(server.get("/v1/models").body()).get("trained");
    assertThat(trained).hasSize(1);
    return trained.get(0).get("name").asText();
  }

  private HttpResponse<String> tag(String text, String model) throws Exception {
    return server.post("/v1/tag", MAPPER.createObjectNode().put("text", text).put("model", model));
  }

  /** The document is not encoded again, neither by the same model nor by a newer one. */
  @Test
  void encodesEachSentenceOfAnInceptionProjectOnce() throws Exception {
    InceptionProject project = new InceptionProject(InceptionProject.CUSTOM, "kind", "tokens");
    String[] sentences = Sample.sentences(31);
    String document = project.xmi("Sven lives in Ostrey .", "Mr. Aske has never seen Bly .");
    server.train(project, "ann", project.xmi(Arrays.copyOf(sentences, 30)));
    String suggested = server.suggested(project, "ann", document);
    int calls = CountedEncoders.calls();
    assertThat(project.suggestions(suggested)).isNotEmpty();
    assertThat(server.metric("gpchain_vectors_bytes")).isPositive();

    assertThat(server.suggested(project, "ann", document)).isEqualTo(suggested);
    assertThat(CountedEncoders.calls()).isEqualTo(calls);

    server.train(project, "ann", project.xmi(sentences));
    assertThat(CountedEncoders.calls()).as("one new sentence").isEqualTo(calls + 1);
    assertThat(server.suggested(project, "ann", document)).isNotEqualTo(suggested);
    assertThat(CountedEncoders.calls()).isEqualTo(calls + 1);
  }

  @Test
  void encodesEachTaskOfLabelStudioOnce() throws Exception {
    for (int n = 0; n < 8; n++) {
      ObjectNode event =
          LabelStudioTest.annotated("ANNOTATION_CREATED", n, "Task " + n + " is of [Nadia|PER] .");
      assertThat(server.statusOf("/label-studio/webhook", event)).isEqualTo(201);
    }
    server.awaitTrainings(1);
    while (server.metric("gpchain_trainings_waiting") + server.metric("gpchain_trainings_running")
        > 0) {
      Thread.sleep(20);
    }

    ObjectNode tasks = MAPPER.createObjectNode().put("project", "3.17");
    tasks.put("label_config", LabelStudioTest.CONFIG);
    tasks.putArray("tasks").addObject().putObject("data").put("text", "Nadia has left Tarn today.");
    HttpResponse<String> first = server.post("/label-studio/predict", tasks);
    assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
    int calls = CountedEncoders.calls();
    assertThat(server.post("/label-studio/predict", tasks).body()).isEqualTo(first.body());
    assertThat(CountedEncoders.calls()).isEqualTo(calls);

    tasks.withArray("tasks").addObject().putObject("data").put("text", "Nadia is kaputt.");
    JsonNode results =
        MAPPER.readTree(server.post("/label-studio/predict", tasks).body()).get("results");
    assertThat(results.get(0)).isEqualTo(MAPPER.readTree(first.body()).at("/results/0"));
    assertThat(results.get(1).get("result")).isEmpty();
  }

  @Test
  void textsThatCannotBeEncodedFailAlone() throws Exception {
    InceptionProject project = new InceptionProject(InceptionProject.CUSTOM, "kind", "tokens");
    server.train(project, "ann", project.xmi(Sample.sentences(20)));
    String model = trainedModel();

    HttpResponse<String> failure = tag("Everything is kaputt.", model);
    assertThat(failure.statusCode()).isEqualTo(422);
    assertThat(failure.body()).contains("the encoder for tests fails on kaputt");
    assertThat(server.log().toString()).doesNotContain("kaputt");
    assertThat(tag("Everything is well in Tarn.", model).statusCode()).isEqualTo(200);
  }

  @Test
  void sentencesThatCannotBeEncodedFailTheTraining() throws Exception {
    InceptionProject project = new InceptionProject(InceptionProject.CUSTOM, "kind", "tokens");
    String broken = project.xmi("[Sven|PER] is kaputt .", "[Mira|PER] lives in [Lund|LOC] .");
    assertThat(server.statusOf("/train", project.train("ann", broken))).isEqualTo(204);
    server.awaitTrainings(1);

    assertThat(server.get("/v1/models").body())
        .contains("the encoder failed on one of the sentences");
    assertThat(server.log().toString()).doesNotContain("kaputt");
  }

  @Test
  void taggedSentencesHaveANovelty() throws Exception {
    InceptionProject project = new InceptionProject(InceptionProject.CUSTOM, "kind", "tokens");
    server.train(project, "ann", project.xmi(Sample.sentences(20)));
    JsonNode tagged =
        MAPPER.readTree(tag("Sven lives in Tarn. He has left.", trainedModel()).body());
    JsonNode novelty = tagged.at("/novelty/0");
    assertThat(novelty.path("model").asText()).isEqualTo(trainedModel());
    assertThat(novelty.path("limit").asDouble()).isBetween(1.0, 5.0);
    assertThat(novelty.path("sentences")).hasSize(2).hasSameSizeAs(tagged.path("sentences"));
    assertThat(novelty.at("/sentences/1").asDouble()).isPositive();
  }

  @Test
  void downloadedModelsReferToTheEncoder() throws Exception {
    InceptionProject project = new InceptionProject(InceptionProject.CUSTOM, "kind", "tokens");
    server.train(project, "ann", project.xmi(Sample.sentences(20)));
    HttpRequest request =
        HttpRequest.newBuilder(server.uri("/v1/models/" + trainedModel())).build();
    byte[] model = server.client().send(request, BodyHandlers.ofByteArray()).body();
    assertThat(ModelReader.description(new ByteArrayInputStream(model)).encoderId())
        .contains(CountedEncoders.ID);
  }
}
