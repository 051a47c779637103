package org.gpchain.internal.server.labelstudio;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gpchain.core.text.Sha256;
import org.gpchain.internal.core.math.WorkCheck;
import org.gpchain.internal.server.annotations.Gold.UserAnnotation;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.server.http.Refusal;

/**
 * Converts between the regions of a text in Label Studio's results and offsets in a Java string.
 * Label Studio counts code points, as Python does. Older versions and some exports counted UTF-16
 * code units instead, so both are tried when regions are read.
 */
final class Regions {
  /** Member of a region that holds the probability of a suggestion. */
  static final String SCORE = "score";

  /** Length of the hash in the identifier of a suggestion (hexadecimal digits). */
  private static final int ID_LENGTH = 16;

  private final LabeledText config;
  private final String text;

  /** Offset of each code point in the string, and the length of the string. */
  private final int[] begins;

  /** Hash of the text; null until it is needed. */
  private String textHash;

  /** Creates a converter for a text. */
  Regions(LabeledText config, String text) {
    this.config = config;
    this.text = text;
    this.begins = new int[text.codePointCount(0, text.length()) + 1];
    for (int c = 1; c < begins.length; c++) {
      begins[c] = text.offsetByCodePoints(begins[c - 1], 1);
    }
  }

  /** Returns the text of the regions. */
  String text() {
    return text;
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
      WorkCheck.run();
      String label = label(region);
      if (isOwn(region) && !label.isEmpty()) {
        annotations.add(
            annotation(region.path("value"), label)
                .orElseThrow(
                    () ->
                        Refusal.badRequest(
                            "a region's 'start' and 'end' must be offsets in the text of its task")));
      }
    }
    return annotations;
  }

  /**
   * Returns the regions of a result that lie in the text. The label of a region is empty if the
   * configuration has none of its labels.
   */
  List<UserAnnotation> readValid(JsonNode result) {
    List<UserAnnotation> annotations = new ArrayList<>();
    for (JsonNode region : result) {
      WorkCheck.run();
      if (isOwn(region)) {
        annotation(region.path("value"), label(region)).ifPresent(annotations::add);
      }
    }
    return annotations;
  }

  /** Returns the identifiers of the regions of a result, including those outside of the text. */
  List<String> ids(JsonNode result) {
    List<String> ids = new ArrayList<>();
    for (JsonNode region : result) {
      WorkCheck.run();
      if (isOwn(region)) {
        ids.add(region.path("id").asText());
      }
    }
    return ids;
  }

  /** Returns whether a region was made with the {@code <Labels>} of the configuration. */
  private boolean isOwn(JsonNode region) {
    return region.path("from_name").asText().equals(config.fromName());
  }

  /** Returns the first label of a region that the configuration has, or an empty string. */
  private String label(JsonNode region) {
    for (JsonNode label : region.path("value").path("labels")) {
      if (config.labels().contains(label.asText())) {
        return label.asText();
      }
    }
    return "";
  }

  /**
   * Returns a region as an annotation; empty if it lies outside the text. Its covered text tells
   * whether it counts code points or units.
   */
  private Optional<UserAnnotation> annotation(JsonNode value, String label) {
    int start = value.path("start").asInt(-1);
    int end = value.path("end").asInt(-1);
    String covered = value.path("text").asText("");
    boolean isInUnits = 0 <= start && start < end && end <= text.length();
    boolean isInPoints = isInUnits && end < begins.length;

    if (isInPoints && isAt(begins[start], begins[end], covered)) {
      return Optional.of(new UserAnnotation(begins[start], begins[end], label));
    }
    if (isInUnits && isAt(start, end, covered)) {
      return Optional.of(new UserAnnotation(start, end, label));
    }
    if (!isInPoints) {
      return Optional.empty();
    }
    return Optional.of(new UserAnnotation(begins[start], begins[end], label));
  }

  /** Returns whether a range of the text has a content. Compares the lengths first. */
  private boolean isAt(int begin, int end, String covered) {
    return covered.length() == end - begin && text.startsWith(covered, begin);
  }

  /** Returns suggestions as the regions of a result. Only probabilities above 0 are scores. */
  List<Map<String, Object>> write(List<Suggestion> suggestions) {
    List<Map<String, Object>> result = new ArrayList<>();
    for (Suggestion suggestion : suggestions) {
      Map<String, Object> value =
          Map.of(
              "start", codePoint(suggestion.begin()),
              "end", codePoint(suggestion.end()),
              "text", text.substring(suggestion.begin(), suggestion.end()),
              "labels", List.of(suggestion.type()));
      Map<String, Object> region = new LinkedHashMap<>();
      region.put("id", id(suggestion));
      region.put("from_name", config.fromName());
      region.put("to_name", config.toName());
      region.put("type", "labels");
      region.put("value", value);
      if (suggestion.probability() > 0) {
        region.put(SCORE, suggestion.probability());
      }
      result.add(region);
    }
    return result;
  }

  /**
   * Returns the identifier of a suggestion as a region. It depends only on the text, the control,
   * the place and the label, so that different regions of a task never have the same identifier,
   * and the same region always has the same.
   */
  String id(Suggestion suggestion) {
    String content =
        String.join(
            "\n",
            textHash(),
            config.fromName(),
            Integer.toString(suggestion.begin()),
            Integer.toString(suggestion.end()),
            suggestion.type());
    String hash = Sha256.hex(content.getBytes(StandardCharsets.UTF_8));
    return "gpchain-" + hash.substring(0, ID_LENGTH);
  }

  private String textHash() {
    if (textHash == null) {
      textHash = Sha256.hex(text.getBytes(StandardCharsets.UTF_8));
    }
    return textHash;
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
