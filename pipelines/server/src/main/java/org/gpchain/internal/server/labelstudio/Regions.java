package org.gpchain.internal.server.labelstudio;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.gpchain.internal.server.annotations.Gold.UserAnnotation;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.server.http.Refusal;

/**
 * Converts between the regions of a text in Label Studio's results and offsets in a Java string.
 * Label Studio counts code points, as Python does. Older versions and some exports counted UTF-16
 * code units instead, so both are tried when regions are read.
 */
final class Regions {
  private final LabelingConfig config;
  private final String text;

  /** Offset of each code point in the string, and the length of the string. */
  private final int[] begins;

  /** Creates a converter for a text. */
  Regions(LabelingConfig config, String text) {
    this.config = config;
    this.text = text;
    this.begins = new int[text.codePointCount(0, text.length()) + 1];
    for (int c = 1; c < begins.length; c++) {
      begins[c] = text.offsetByCodePoints(begins[c - 1], 1);
    }
  }

  /**
   * Returns the regions of a result with labels of the configuration. If a region has several such
   * labels, the first is used.
   *
   * @throws Refusal if a region lies outside the text
   */
  List<UserAnnotation> read(JsonNode result) throws Refusal {
    List<UserAnnotation> annotations = new ArrayList<>();
    for (JsonNode region : result) {
      if (!region.path("from_name").asText().equals(config.fromName())) {
        continue;
      }
      JsonNode value = region.path("value");
      for (JsonNode label : value.path("labels")) {
        if (config.labels().contains(label.asText())) {
          annotations.add(annotation(value, label.asText()));
          break;
        }
      }
    }
    return annotations;
  }

  /** Returns a region as an annotation. Its text tells whether it counts code points or units. */
  private UserAnnotation annotation(JsonNode value, String label) throws Refusal {
    int start = value.path("start").asInt(-1);
    int end = value.path("end").asInt(-1);
    String covered = value.path("text").asText("");
    boolean isInUnits = 0 <= start && start < end && end <= text.length();
    boolean isInPoints = isInUnits && end < begins.length;

    if (isInPoints && text.substring(begins[start], begins[end]).equals(covered)) {
      return new UserAnnotation(begins[start], begins[end], label);
    }
    if (isInUnits && text.substring(start, end).equals(covered)) {
      return new UserAnnotation(start, end, label);
    }
    if (!isInPoints) {
      throw Refusal.badRequest(
          "a region's 'start' and 'end' must be offsets in the text of its task");
    }
    return new UserAnnotation(begins[start], begins[end], label);
  }

  /** Returns suggestions as the regions of a result. */
  List<Map<String, Object>> write(List<Suggestion> suggestions) {
    List<Map<String, Object>> result = new ArrayList<>();
    for (Suggestion suggestion : suggestions) {
      Map<String, Object> value =
          Map.of(
              "start", codePoint(suggestion.begin()),
              "end", codePoint(suggestion.end()),
              "text", text.substring(suggestion.begin(), suggestion.end()),
              "labels", List.of(suggestion.type()));
      Map<String, Object> region =
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
              suggestion.probability());
      result.add(region);
    }
    return result;
  }

  /**
   * Returns the index of the code point at an offset, or of the next one if it is inside a pair.
   */
  private int codePoint(int offset) {
    int index = Arrays.binarySearch(begins, offset);
    if (index < 0) {
      // -(insertion point) - 1
      return -index - 1;
    }
    return index;
  }
}
