package org.gpchain.internal.server.inception;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.http.ClientRequest;
import org.gpchain.internal.server.http.Refusal;

/**
 * The metadata of a request: the layer and the part of the document that it is about. Unknown
 * members are ignored.
 *
 * @param layer name of the annotation type
 * @param feature feature of the type that holds the label
 * @param project identifier of the project
 * @param unit unit of text that gets labels
 * @param wholeTokens whether annotations must begin and end with tokens of the document
 * @param begin offset of the first character that the request is about
 * @param end offset after the last character that the request is about
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
   * Reads the metadata of a request.
   *
   * @param request request with the member {@code metadata}
   * @throws Refusal if a member is missing or invalid
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

  /** Returns whether the request is about a part of a range of characters. */
  boolean overlaps(int from, int to) {
    return from < end && to > begin;
  }

  /** Returns the layer of the request. */
  SegmentLayer target() {
    return new SegmentLayer(layer, feature);
  }
}
