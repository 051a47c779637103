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

/** Functions that parse JSON and check its nodes. */
public final class Json {
  private static final ObjectMapper MAPPER =
      new ObjectMapper(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(Limits.NESTING)
                          // The text of a document is a single string.
                          .maxStringLength(Integer.MAX_VALUE)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private Json() {}

  /** Reads a tree with limited depth, but with strings of any length. */
  public static JsonNode read(InputStream in) throws IOException {
    return MAPPER.readTree(in);
  }

  /** Reads a tree from a string with a single JSON value. */
  public static JsonNode read(String json) throws JsonProcessingException {
    return MAPPER.readTree(json);
  }

  /** Returns a parser of a string with any number of JSON values. */
  public static JsonParser parser(String json) throws IOException {
    return MAPPER.createParser(json);
  }

  /** Reads the value whose first token is the current token of a parser. */
  public static JsonNode read(JsonParser parser) throws IOException {
    return MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).readTree(parser);
  }

  /**
   * Returns a node that must be an object.
   *
   * @param name name of the node in messages
   */
  static JsonNode object(JsonNode node, String name) throws DamagedDocumentException {
    check(node.isObject(), name, "an object");
    return node;
  }

  /**
   * Returns the value of a node that must be an integer of 32 bits.
   *
   * @param name name of the node in messages
   */
  static int integer(JsonNode node, String name) throws DamagedDocumentException {
    check(node.isInt(), name, "a whole number of 32 bits");
    return node.intValue();
  }

  /**
   * Throws an exception that a node is not as expected.
   *
   * @param isExpected whether the node is as expected
   * @param name name of the node in messages
   * @param expected expected kind of node, such as {@code an object}
   */
  static void check(boolean isExpected, String name, String expected)
      throws DamagedDocumentException {
    if (!isExpected) {
      throw new DamagedDocumentException(name + " is not " + expected);
    }
  }
}
