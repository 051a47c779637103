package org.gpchain.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.gpchain.core.fuzz.Fuzz;
import org.gpchain.internal.documents.fuzz.JsonMutator;
import org.gpchain.internal.documents.fuzz.XmlMutator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mutated requests: each is answered or refused with a reason, and the server does not fail. */
class RequestFuzzTest {
  private static final Set<Integer> SOUND = Set.of(200, 201, 204, 400, 413, 422, 429, 503);
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir private Path store;
  private TestServer server;
  private InceptionProject project;
  private String xmi;

  @BeforeEach
  void start() throws Exception {
    server = TestServer.start(store);
    project = new InceptionProject(InceptionProject.CUSTOM, "kind", "tokens");
    xmi = project.xmi("[Sven|PER] lives in [Port Vale|LOC] .", "He has seen it .");
    server.train(project, "ann", project.xmi(Sample.sentences(16)));
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  private void check(String path, String request) throws Exception {
    HttpResponse<String> answer = server.post(path, request);
    assertThat(SOUND).as(answer.body()).contains(answer.statusCode());
  }

  private void attack(String path, ObjectNode request) {
    byte[] sound = request.toString().getBytes(StandardCharsets.UTF_8);
    Fuzz.attack(
        "request",
        Fuzz.MUTANTS / 2,
        new JsonMutator(sound),
        mutant -> check(path, new String(mutant, StandardCharsets.UTF_8)));
  }

  @Test
  void answersMutatedPredictRequests() {
    ObjectNode request = project.predict("ann", xmi, 0, 20);
    attack("/predict", request);
    project.addTag(request, "PER", "a person");
    project.addTag(request, "LOC", "a place");
    attack("/predict", request);
  }

  @Test
  void answersMutatedTrainRequests() {
    attack("/train", project.train("bob", xmi));
  }

  @Test
  void answersMutatedTagRequests() throws Exception {
    ObjectNode request = MAPPER.createObjectNode();
    request.set("model", MAPPER.readTree(server.get("/v1/models").body()).at("/trained/0/name"));
    request.putArray("tokens").addArray().add("Sven").add("lives").add("in").add("Lund");
    attack("/v1/tag", request);
  }

  @Test
  void answersMutatedXmiRequests() throws Exception {
    String request =
        """
        {"text": "Sven lives in Lund", "language": "sv", "typeSystem": true, "scores": true,
         "sentences": [[[0, 4], [5, 10], [11, 13], [14, 18]]],
         "segments": [
           {"begin": 0, "end": 4, "type": "PER", "layer": "LAYER", "model": "ner",
            "probability": 0.9, "acceptedBy": "ann"},
           {"begin": 14, "end": 18, "type": "LOC", "layer": "LAYER"}]}
        """
            .replace("LAYER", NamedEntity.class.getName());
    attack("/v1/xmi", (ObjectNode) MAPPER.readTree(request));
  }

  @Test
  void answersMutatedWebhooks() {
    ObjectNode event = LabelStudioTest.annotated("ANNOTATION_CREATED", 1, "🐱 [Sven|PER] left .");
    attack("/label-studio/webhook", event);
    ObjectNode request = MAPPER.createObjectNode().put("label_config", LabelStudioTest.CONFIG);
    request.putArray("tasks").add(event.get("task"));
    attack("/label-studio/predict", request.put("project", "3.17"));
  }

  @Test
  void answersRequestsWithMutatedDocuments() {
    byte[] sound = xmi.getBytes(StandardCharsets.UTF_8);
    Fuzz.attack(
        "request-xmi",
        Fuzz.MUTANTS,
        new XmlMutator(sound, List.of("<cas:NULL xmi:id=\"0\"/>")),
        mutant -> {
          String document = new String(mutant, StandardCharsets.UTF_8);
          check("/predict", project.predict("ann", document).toString());
          check("/train", project.train("bob", document).toString());
        });
  }

  @Test
  void answersRequestsWithMutatedTypeSystems() throws Exception {
    ObjectNode request = project.predict("ann", xmi);
    byte[] sound = request.get("typeSystem").asText().getBytes(StandardCharsets.UTF_8);
    Fuzz.attack(
        "request-types",
        Fuzz.MUTANTS / 4,
        new XmlMutator(sound, List.of("<imports/>")),
        mutant ->
            check(
                "/predict",
                request.put("typeSystem", new String(mutant, StandardCharsets.UTF_8)).toString()));
  }
}
