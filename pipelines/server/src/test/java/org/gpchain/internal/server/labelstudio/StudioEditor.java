package org.gpchain.internal.server.labelstudio;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.internal.server.http.ClientRequest;

/**
 * Label Studio's editor of a text with interactive suggestions, by the rules of its source code:
 * after each drawn region, it requests suggestions with this region as the context, and adds them
 * at once, in place of regions with the same identifiers. Drafts are saved some time after changes.
 */
final class StudioEditor {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private LabelStudioBackend backend;
  private final String config;
  private final ObjectNode task = MAPPER.createObjectNode();
  private final Map<String, ObjectNode> regions = new LinkedHashMap<>();
  private int drawn;

  /** Opens a task without regions. */
  StudioEditor(LabelStudioBackend backend, String config, int id, String text) {
    this.backend = backend;
    this.config = config;
    task.put("id", id).put("project", 3).putObject("data").put("text", text);
    task.putArray("drafts");
    task.putArray("annotations");
    task.putArray("predictions");
  }

  /** Sends later requests to another server. */
  void connect(LabelStudioBackend other) {
    backend = other;
  }

  /** Returns the task, with the members that Label Studio sends. */
  ObjectNode task() {
    return task;
  }

  private String text() {
    return task.at("/data/text").asText();
  }

  /** Draws a region at the first occurrence of a string, and adds the suggestions. */
  void draw(String covered, String label) throws Exception {
    String id = "drawn" + drawn++;
    ObjectNode region = MAPPER.createObjectNode().put("id", id);
    region.put("from_name", "l").put("to_name", "t").put("type", "labels").put("origin", "manual");
    regions.put(id, region);
    set(region, covered, label);

    ObjectNode request = MAPPER.createObjectNode().put("project", "3.17");
    request.put("label_config", config);
    request.putArray("tasks").add(task);
    ObjectNode params = request.putObject("params").putNull("login").putNull("password");
    params.putObject("context").putArray("result").add(region);
    byte[] body = request.toString().getBytes(StandardCharsets.UTF_8);
    JsonNode answer =
        MAPPER.readTree(backend.predict(new ClientRequest("", "", body, () -> false)).body());
    for (JsonNode suggestion : answer.at("/results/0/result")) {
      regions.put(suggestion.path("id").asText(), (ObjectNode) suggestion);
    }
  }

  private void set(ObjectNode region, String covered, String label) {
    int begin = text().indexOf(covered);
    ObjectNode value = region.putObject("value");
    value.put("start", text().codePointCount(0, begin));
    value.put("end", text().codePointCount(0, begin + covered.length()));
    value.put("text", covered).putArray("labels").add(label);
  }

  /** Moves and labels the region that covers a string. */
  void correct(String covered, String newlyCovered, String label) {
    set(find(covered), newlyCovered, label);
  }

  /** Deletes the region that covers a string. */
  void delete(String covered) {
    regions.values().remove(find(covered));
  }

  private ObjectNode find(String covered) {
    for (ObjectNode region : regions.values()) {
      if (region.at("/value/text").asText().equals(covered)) {
        return region;
      }
    }
    throw new AssertionError("no region covers " + covered + " in " + regions());
  }

  /** Saves the regions as the draft of the task. */
  void saveDraft() {
    ArrayNode drafts = task.putArray("drafts");
    ArrayNode result = drafts.addObject().put("id", 9).put("user", "a@b.c").putArray("result");
    regions.values().forEach(region -> result.add(region.deepCopy()));
  }

  /** Returns the covered text and the label of each region in order of their creation. */
  List<String> regions() {
    List<String> all = new ArrayList<>();
    for (ObjectNode region : regions.values()) {
      JsonNode value = region.path("value");
      all.add(value.path("text").asText() + "/" + value.at("/labels/0").asText());
    }
    return all;
  }
}
