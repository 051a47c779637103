package org.gpchain.server.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.CharConversionException;
import java.io.IOException;

/** Bodies of requests as JSON. */
public final class JsonBody {
  private static final int NESTING = 50;

  /** A document is one string, and the length of a body is limited already. */
  private static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder()
                      .maxStringLength(Integer.MAX_VALUE)
                      .maxNestingDepth(NESTING)
                      .build())
              .build());

  private JsonBody() {}

  /**
   * The object that a request brings.
   *
   * @throws Refusal if it brings none; it does not quote what it brings
   */
  public static JsonNode of(Request request) throws Refusal, IOException {
    try {
      JsonNode tree = MAPPER.readTree(request.body());
      if (tree.isObject()) {
        return tree;
      }
    } catch (JsonProcessingException e) {
      JsonLocation where = e.getLocation() == null ? JsonLocation.NA : e.getLocation();
      throw new Refusal(
          Refusal.BAD_REQUEST,
          "this is not JSON: line " + where.getLineNr() + ", column " + where.getColumnNr(),
          e);
    } catch (CharConversionException e) {
      throw new Refusal(Refusal.BAD_REQUEST, "this is not JSON in UTF-8", e);
    }
    throw new Refusal(Refusal.BAD_REQUEST, "the request is not a JSON object");
  }

  /**
   * A member that is a text.
   *
   * @param place what the message calls the object
   * @throws Refusal if it is missing, or something else
   */
  public static String text(JsonNode object, String name, String place) throws Refusal {
    JsonNode value = object.path(name);
    if (!value.isTextual()) {
      throw new Refusal(Refusal.BAD_REQUEST, place + " has no text '" + name + "'");
    }
    return value.asText();
  }
}
