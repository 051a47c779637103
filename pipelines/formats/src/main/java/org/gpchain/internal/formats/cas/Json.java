package org.gpchain.internal.formats.cas;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;

/** Trees of JSON, and checks of their nodes; {@code what} is the name of a node in messages. */
public final class Json {
  private static final ObjectMapper MAPPER =
      new ObjectMapper(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(Limits.NESTING)
                          // A text is one string.
                          .maxStringLength(Integer.MAX_VALUE)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private Json() {}

  /** Reads a tree, which is not too deep; its texts may be as long as documents. */
  public static JsonNode read(InputStream in) throws IOException {
    return MAPPER.readTree(in);
  }

  /** Reads a tree from a text that has one value. */
  public static JsonNode read(String json) throws JsonProcessingException {
    return MAPPER.readTree(json);
  }

  /** Returns a parser of a text that has any number of values. */
  public static JsonParser parser(String json) throws IOException {
    return MAPPER.createParser(json);
  }

  /** Reads the value at whose first token a parser is. */
  public static JsonNode read(JsonParser parser) throws IOException {
    return MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).readTree(parser);
  }

  static JsonNode object(JsonNode node, String what) throws DamagedDocumentException {
    check(node.isObject(), what, "an object");
    return node;
  }

  static int integer(JsonNode node, String what) throws DamagedDocumentException {
    check(node.isInt(), what, "a whole number of 32 bits");
    return node.intValue();
  }

  static void check(boolean isWanted, String what, String wanted) throws DamagedDocumentException {
    if (!isWanted) {
      throw new DamagedDocumentException(what + " is not " + wanted);
    }
  }
}
