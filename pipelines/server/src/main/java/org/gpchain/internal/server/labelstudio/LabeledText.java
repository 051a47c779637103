package org.gpchain.internal.server.labelstudio;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.gpchain.internal.server.http.ClientRequest;
import org.gpchain.internal.server.http.Refusal;
import org.gpchain.internal.server.suggestion.LayerLabels;

/**
 * A {@code <Labels>} element of a labeling configuration together with the {@code <Text>} whose
 * regions get its labels.
 *
 * @param fromName name of the {@code <Labels>}
 * @param toName name of the {@code <Text>}
 * @param field member of a task's data that holds the text
 * @param isLiteral whether the configuration says that the member holds the text itself ({@code
 *     valueType="text"}). Otherwise an address in the member is not labeled as a text.
 * @param labels labels that regions may have, at least one
 */
record LabeledText(
    String fromName, String toName, String field, boolean isLiteral, Set<String> labels) {
  /** Addresses of files. Label Studio may show the file instead of its address. */
  private static final Pattern ADDRESS =
      Pattern.compile(
          "(?:(?:https?|s3s?|gs|azure-blob|file)://|/data/(?:upload|local-files)/)\\S*");

  /** Copies the labels and keeps their order. */
  LabeledText {
    labels = Collections.unmodifiableSet(new LinkedHashSet<>(labels));
  }

  /** Returns the labels that suggestions may have. */
  LayerLabels layerLabels() {
    return LayerLabels.ofTags(labels);
  }

  /**
   * Returns the text of a task; empty if the task has none because the member is missing, null or
   * not a string.
   *
   * @throws Refusal if the text is too long, or is the address of a file
   */
  Optional<String> in(JsonNode task) throws Refusal {
    JsonNode value = task.path("data").path(field);
    if (!value.isTextual()) {
      return Optional.empty();
    }

    String text = ClientRequest.readable(value.asText());
    if (!isLiteral && ADDRESS.matcher(text.strip()).matches()) {
      throw Refusal.unusable(
          "the member '"
              + field
              + "' of a task is the address of a file, but tasks must hold their text; if the address is the"
              + " text, write valueType=\"text\"");
    }
    return Optional.of(text);
  }
}
