package org.gpchain.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the backend for Label Studio over HTTP. */
class LabelStudioTest {
  static final String CONFIG =
      """
      <View>
        <Labels name="label" toName="text">
          <Label value="PER" background="red"/>
          <Label value="LOC"/>
        </Labels>
        <Text name="text" value="$text"/>
      </View>
      """;

  private static final Pattern MARKED = Pattern.compile("\\[([^|]+)\\|([A-Z]+)]");
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir private Path store;

  /** Returns a region as the editor sends it; offsets count code points. */
  private static ObjectNode region(int start, int end, String text, String label) {
    ObjectNode region = MAPPER.createObjectNode().put("id", "a1").put("from_name", "label");
    region.put("to_name", "text").put("type", "labels").put("origin", "manual");
    ObjectNode value = region.putObject("value").put("start", start).put("end", end);
    value.put("text", text).putArray("labels").add(label);
    return region;
  }

  /** Returns the regions of a marked text, and appends the text without marks. */
  private static ArrayNode regions(String marked, StringBuilder text) {
    ArrayNode regions = MAPPER.createArrayNode();
    Matcher mark = MARKED.matcher(marked);
    while (mark.find()) {
      mark.appendReplacement(text, "");
      int start = text.codePointCount(0, text.length());
      text.append(mark.group(1));
      int end = text.codePointCount(0, text.length());
      regions.add(region(start, end, mark.group(1), mark.group(2)));
    }
    mark.appendTail(text);
    return regions;
  }

  private static String text(String marked) {
    return MARKED.matcher(marked).replaceAll("$1");
  }

  private static ObjectNode event(String action) {
    ObjectNode event = MAPPER.createObjectNode().put("action", action);
    event.putObject("project").put("id", 3).put("title", "names").put("label_config", CONFIG);
    return event;
  }

  /** Returns the event that is sent when an annotator submits or updates. */
  static ObjectNode annotated(String action, int id, String marked) {
    ObjectNode event = event(action);
    StringBuilder text = new StringBuilder();
    ObjectNode annotation = event.putObject("annotation").put("id", id);
    annotation.put("was_cancelled", false).set("result", regions(marked, text));
    ObjectNode task = event.putObject("task").put("id", 1000 + id).put("project", 3);
    task.putObject("data").put("text", text.toString());
    return event;
  }

  private static ObjectNode tasks(List<String> texts) {
    ObjectNode request = MAPPER.createObjectNode().put("project", "3.1700000000");
    request.put("label_config", CONFIG);
    request.putObject("params").putNull("login").putNull("password").putNull("context");
    ArrayNode tasks = request.putArray("tasks");
    for (String text : texts) {
      tasks.addObject().put("id", tasks.size()).putObject("data").put("text", text);
    }
    return request;
  }

  private static JsonNode predicted(TestServer server, List<String> texts) throws Exception {
    HttpResponse<String> answer = server.post("/label-studio/predict", tasks(texts));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return MAPPER.readTree(answer.body());
  }

  private static void send(TestServer server, ObjectNode event) throws Exception {
    HttpResponse<String> answer = server.post("/label-studio/webhook", event);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
  }

  private static void awaitModel(TestServer server, int trained) throws Exception {
    server.awaitTrainings(trained);
    // Waiting trainings are counted first: a training can start between the two calls.
    while (server.metric("gpchain_trainings_waiting") + server.metric("gpchain_trainings_running")
        > 0) {
      Thread.sleep(20);
    }
  }

  private static double f1(JsonNode results, List<String> marked) {
    Set<String> found = new HashSet<>();
    Set<String> gold = new HashSet<>();
    for (int s = 0; s < marked.size(); s++) {
      for (JsonNode region : results.get(s).get("result")) {
        JsonNode value = region.get("value");
        found.add(s + " " + value.get("start") + value.get("end") + value.get("labels").get(0));
      }
      for (JsonNode region : regions(marked.get(s), new StringBuilder())) {
        JsonNode value = region.get("value");
        gold.add(s + " " + value.get("start") + value.get("end") + value.get("labels").get(0));
      }
    }

    double all = found.size() + (double) gold.size();
    found.retainAll(gold);
    return 2 * found.size() / all;
  }

  private Path folder() throws Exception {
    try (Stream<Path> folders =
        Files.find(store.resolve("label-studio"), 2, (path, file) -> true)) {
      return folders.max(Comparator.comparingInt(Path::getNameCount)).orElseThrow();
    }
  }

  @Test
  void learnsFromAnnotationsOfWebhooks() throws Exception {
    List<String> all = new ArrayList<>(List.of(Sample.sentences(70)));
    all.replaceAll(sentence -> "🐱 " + sentence);
    List<String> heldOut = all.subList(50, 70);
    List<String> texts = heldOut.stream().map(LabelStudioTest::text).toList();
    JsonNode last;
    try (TestServer server = TestServer.start(store, "ner-en")) {
      ObjectNode setup = MAPPER.createObjectNode().put("project", "3.1700000000");
      setup.put("schema", CONFIG).put("hostname", "http://localhost:8080").put("access_token", "t");
      String version = server.post("/label-studio/setup", setup).body();
      assertThat(version).isEqualTo("{\"model_version\":\"ner-en-default\"}");
      JsonNode first = predicted(server, texts);
      for (int n = 0; n < 50; n++) {
        send(server, annotated("ANNOTATION_CREATED", n, all.get(n)));
      }
      awaitModel(server, 1);
      last = predicted(server, texts);
      assertThat(last.get("model_version").asText())
          .startsWith("gpchain-")
          .isEqualTo(last.at("/results/0/model_version").asText());
      assertThat(last.get("results")).isNotEqualTo(first.get("results")).hasSize(20);
      assertThat(f1(last.get("results"), heldOut))
          .isGreaterThan(f1(first.get("results"), heldOut))
          .isGreaterThan(0.9);
      assertThat(last.at("/results/0/score").asDouble())
          .isEqualTo(
              last.at("/results/0/result").findValues("score").stream()
                  .mapToDouble(JsonNode::asDouble)
                  .min()
                  .orElseThrow());
    }
    try (TestServer again = TestServer.start(store, "ner-en")) {
      assertThat(predicted(again, texts)).isEqualTo(last);
      send(again, event("START_TRAINING"));
      awaitModel(again, 1);
      assertThat(predicted(again, texts)).as("all that was sent is kept").isEqualTo(last);

      ObjectNode deleted = event("ANNOTATIONS_DELETED");
      deleted.putArray("annotations").addObject().put("id", 4);
      deleted.withArray("annotations").addObject().put("id", 5);
      send(again, deleted);
      ObjectNode one = event("ANNOTATION_DELETED");
      one.putObject("annotation").put("id", 6);
      send(again, one);
      ObjectNode skipped = annotated("ANNOTATION_UPDATED", 7, "[Bly|PER]");
      ((ObjectNode) skipped.get("annotation")).put("was_cancelled", true);
      send(again, skipped);
      send(again, annotated("ANNOTATION_UPDATED", 8, "Now [Bly|LOC] ."));
      awaitModel(again, 2);
      assertThat(predicted(again, texts).get("model_version"))
          .isNotEqualTo(last.get("model_version"));
      try (Stream<Path> kept = Files.list(folder())) {
        assertThat(kept).hasSize(46);
      }
      assertThat(folder().resolve("1008-8.json"))
          .content()
          .contains("Now Bly .", "\"begin\":4,\"end\":7");
    }
  }
}
