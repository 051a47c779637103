package org.gpchain.internal.server.labelstudio;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.gpchain.internal.server.annotations.Gold.Given;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.server.http.Refusal;

/**
 * The regions of a text as Label Studio's results have them. Its places count code points, as do
 * Python's; older versions and some exports counted UTF-16 units.
 */
final class Regions {
  private final LabelingConfig config;
  private final String text;

  /** Where each code point begins, and the end of the text. */
  private final int[] begins;

  Regions(LabelingConfig config, String text) {
    this.config = config;
    this.text = text;
    this.begins = new int[text.codePointCount(0, text.length()) + 1];
    for (int c = 1; c < begins.length; c++) {
      begins[c] = text.offsetByCodePoints(begins[c - 1], 1);
    }
  }

  /**
   * The annotations of a result that have labels of the configuration; of several labels, the
   * first.
   *
   * @throws Refusal if one lies outside of the text
   */
  List<Given> read(JsonNode result) throws Refusal {
    List<Given> given = new ArrayList<>();
    for (JsonNode region : result) {
      JsonNode value = region.path("value");
      for (JsonNode label : value.path("labels")) {
        if (region.path("from_name").asText().equals(config.fromName())
            && config.labels().contains(label.asText())) {
          given.add(given(value, label.asText()));
          break;
        }
      }
    }
    return given;
  }

  private Given given(JsonNode value, String label) throws Refusal {
    int start = value.path("start").asInt(-1);
    int end = value.path("end").asInt(-1);
    String covered = value.path("text").asText("");
    boolean isInUnits = 0 <= start && start < end && end <= text.length();
    boolean isInPoints = isInUnits && end < begins.length;
    if (isInPoints && text.substring(begins[start], begins[end]).equals(covered)) {
      return new Given(begins[start], begins[end], label);
    }
    if (isInUnits && text.substring(start, end).equals(covered)) {
      return new Given(start, end, label);
    }
    if (!isInPoints) {
      throw Refusal.badRequest(
          "a region's 'start' and 'end' must be places in the text of its task");
    }
    return new Given(begins[start], begins[end], label);
  }

  /** Suggestions as a result. */
  List<Map<String, Object>> write(List<Suggestion> suggestions) {
    List<Map<String, Object>> result = new ArrayList<>();
    for (Suggestion one : suggestions) {
      Map<String, Object> value =
          Map.of(
              "start", place(one.begin()),
              "end", place(one.end()),
              "text", text.substring(one.begin(), one.end()),
              "labels", List.of(one.type()));
      result.add(
          Map.of(
              "id",
              "gpchain-" + result.size(),
              "from_name",
              config.fromName(),
              "to_name",
              config.toName(),
              "type",
              "labels",
              "value",
              value,
              "score",
              one.probability()));
    }
    return result;
  }

  private int place(int unit) {
    int found = Arrays.binarySearch(begins, unit);
    return found < 0 ? -found - 1 : found;
  }
}
