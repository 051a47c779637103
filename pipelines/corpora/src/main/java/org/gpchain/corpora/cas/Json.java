package org.gpchain.corpora.cas;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;

/** Trees of JSON, and checks of their nodes; {@code what} is the name of a node in messages. */
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

  static JsonNode read(InputStream in) throws IOException {
    return MAPPER.readTree(in);
  }

  static JsonNode object(JsonNode node, String what) throws DamagedDocumentException {
    check(node.isObject(), what, "an object");
    return node;
  }

  static JsonNode array(JsonNode node, String what) throws DamagedDocumentException {
    check(node.isArray(), what, "an array");
    return node;
  }

  static String text(JsonNode node, String what) throws DamagedDocumentException {
    check(node.isTextual(), what, "a string");
    return node.textValue();
  }

  static long whole(JsonNode node, long least, long greatest, String what)
      throws DamagedDocumentException {
    check(
        node.isIntegralNumber()
            && node.canConvertToLong()
            && node.longValue() >= least
            && node.longValue() <= greatest,
        what,
        "a whole number from " + least + " to " + greatest);
    return node.longValue();
  }

  static int integer(JsonNode node, String what) throws DamagedDocumentException {
    return (int) whole(node, Integer.MIN_VALUE, Integer.MAX_VALUE, what);
  }

  static void check(boolean isWanted, String what, String wanted) throws DamagedDocumentException {
    if (!isWanted) {
      throw new DamagedDocumentException(what + " is not " + wanted);
    }
  }
}
