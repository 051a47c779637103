package org.gpchain.corpora.cas;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.Type;
import org.apache.uima.json.jsoncas2.JsonCas2Names;

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
              .build());

  private Json() {}

  /** Reads a tree, which is not too deep; its texts may be as long as documents. */
  public static JsonNode read(InputStream in) throws IOException {
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

  /** Returns a value of a primitive type as UIMA reads it from a string. */
  static String primitive(Type type, JsonNode value, String place) throws DamagedDocumentException {
    switch (type.getName()) {
      case CAS.TYPE_NAME_BOOLEAN -> check(value.isBoolean(), place, "true or false");
      case CAS.TYPE_NAME_BYTE -> whole(value, Byte.MIN_VALUE, Byte.MAX_VALUE, place);
      case CAS.TYPE_NAME_SHORT -> whole(value, Short.MIN_VALUE, Short.MAX_VALUE, place);
      case CAS.TYPE_NAME_INTEGER -> integer(value, place);
      case CAS.TYPE_NAME_LONG -> whole(value, Long.MIN_VALUE, Long.MAX_VALUE, place);
      case CAS.TYPE_NAME_FLOAT -> {
        return Float.toString((float) fraction(value, place));
      }
      case CAS.TYPE_NAME_DOUBLE -> {
        return Double.toString(fraction(value, place));
      }
      default -> text(value, place);
    }
    return value.asText();
  }

  private static double fraction(JsonNode value, String place) throws DamagedDocumentException {
    if (value.isNumber()) {
      return value.doubleValue();
    }
    return switch (value.asText()) {
      case JsonCas2Names.NUMBER_FLOAT_NAN -> Double.NaN;
      case JsonCas2Names.NUMBER_FLOAT_POSITIVE_INFINITY,
          JsonCas2Names.NUMBER_FLOAT_POSITIVE_INFINITY_ABBR ->
          Double.POSITIVE_INFINITY;
      case JsonCas2Names.NUMBER_FLOAT_NEGATIVE_INFINITY,
          JsonCas2Names.NUMBER_FLOAT_NEGATIVE_INFINITY_ABBR ->
          Double.NEGATIVE_INFINITY;
      default -> throw new DamagedDocumentException(place + " is not a number");
    };
  }
}
