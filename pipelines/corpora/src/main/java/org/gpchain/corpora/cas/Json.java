package org.gpchain.corpora.cas;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;

/** Trees of JSON, and checks of what is in them. */
final class Json {
  private static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder()
                      .maxNestingDepth(Limits.NESTING)
                      // A text is one string.
                      .maxStringLength(Integer.MAX_VALUE)
                      .build())
              .build());

  private Json() {}

  /**
   * Reads one value.
   *
   * @throws DamagedDocumentException if it is not JSON
   */
  static JsonNode read(InputStream in) throws IOException {
    return MAPPER.readTree(in);
  }

  /**
   * A node that must be an object.
   *
   * @param what it is called in messages
   */
  static JsonNode object(JsonNode node, String what) throws DamagedDocumentException {
    if (!node.isObject()) {
      throw new DamagedDocumentException(what + " is not an object");
    }
    return node;
  }

  /**
   * A node that must be an array.
   *
   * @param what it is called in messages
   */
  static JsonNode array(JsonNode node, String what) throws DamagedDocumentException {
    if (!node.isArray()) {
      throw new DamagedDocumentException(what + " is not an array");
    }
    return node;
  }

  /**
   * A node that must be a string.
   *
   * @param what it is called in messages
   */
  static String text(JsonNode node, String what) throws DamagedDocumentException {
    if (!node.isTextual()) {
      throw new DamagedDocumentException(what + " is not a string");
    }
    return node.textValue();
  }

  /**
   * A node that must be a whole number of a range.
   *
   * @param what it is called in messages
   */
  static long whole(JsonNode node, long least, long greatest, String what)
      throws DamagedDocumentException {
    if (!node.isIntegralNumber()
        || !node.canConvertToLong()
        || node.longValue() < least
        || node.longValue() > greatest) {
      throw new DamagedDocumentException(
          what + " is not a whole number from " + least + " to " + greatest);
    }
    return node.longValue();
  }
}
