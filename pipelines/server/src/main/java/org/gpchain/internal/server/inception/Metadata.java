package org.gpchain.internal.server.inception;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.http.ClientRequest;
import org.gpchain.internal.server.http.Refusal;

/**
 * What a request says of the annotations that it is about. Members that are not known are ignored.
 *
 * @param layer name of the annotation type
 * @param feature of the type that holds the label
 * @param project identifier
 * @param unit what gets labels
 * @param wholeTokens whether annotations must begin and end with tokens of the document
 * @param begin of the part of the text that is asked about
 * @param end of it
 */
record Metadata(
    String layer,
    String feature,
    String project,
    Anchoring unit,
    boolean wholeTokens,
    int begin,
    int end) {
  private static final String CHARACTERS = "characters";
  private static final String DEFAULT_ANCHORING = "tokens";

  private static final Map<String, Anchoring> UNITS =
      Map.of(
          CHARACTERS,
          Anchoring.SEGMENTS,
          "singleToken",
          Anchoring.TOKENS,
          "tokens",
          Anchoring.SEGMENTS,
          "sentences",
          Anchoring.SENTENCES);

  /**
   * @param request with the member {@code metadata}
   * @throws Refusal if something is missing
   */
  static Metadata of(JsonNode request) throws Refusal {
    JsonNode metadata = request.path("metadata");
    if (!metadata.isObject()) {
      throw Refusal.badRequest("the request has no object 'metadata'");
    }
    JsonNode range = metadata.path("range");
    String anchoring = metadata.path("anchoringMode").asText(DEFAULT_ANCHORING);
    return new Metadata(
        ClientRequest.text(metadata, "layer", "metadata"),
        ClientRequest.text(metadata, "feature", "metadata"),
        metadata.path("projectId").asText(""),
        unit(anchoring),
        !anchoring.equals(CHARACTERS),
        range.path("begin").asInt(0),
        range.path("end").asInt(Integer.MAX_VALUE));
  }

  private static Anchoring unit(String anchoring) throws Refusal {
    Anchoring unit = UNITS.get(anchoring);
    if (unit == null) {
      throw Refusal.badRequest(
          "metadata.anchoringMode must be characters, singleToken, tokens or sentences");
    }
    return unit;
  }

  /** Whether some of a piece of the text is asked about. */
  boolean isAskedAbout(int from, int to) {
    return from < end && to > begin;
  }

  /**
   * The tags that the layer's feature may have, as newer requests say; empty if this one does not.
   */
  Set<String> tags(JsonNode request) {
    Set<String> tags = new HashSet<>();
    for (JsonNode tagset : request.path("tagsets")) {
      for (JsonNode target : tagset.path("targets")) {
        if (List.of(layer, feature)
            .equals(List.of(target.path("type").asText(), target.path("feature").asText()))) {
          tagset.path("tags").forEach(tag -> tags.add(tag.path("tag").asText()));
        }
      }
    }
    return tags;
  }
}
