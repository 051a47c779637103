package org.gpchain.corpora.cas;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.CommonArrayFS;
import org.apache.uima.cas.Feature;
import org.apache.uima.cas.FeatureStructure;
import org.apache.uima.cas.Type;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.jcas.cas.ByteArray;
import org.apache.uima.jcas.cas.CommonPrimitiveArray;
import org.apache.uima.jcas.cas.FSArray;
import org.apache.uima.jcas.cas.TOP;
import org.apache.uima.json.jsoncas2.JsonCas2Names;

/**
 * A feature structure in JSON.
 *
 * @param id its number
 */
record JsonStructure(int id, Type type, JsonNode node) {
  private static final String PREFIXES = "@#^";

  /**
   * Returns all feature structures of a document.
   *
   * @param nodes an array, or an object that has their numbers as its fields
   * @param types of the document
   */
  static List<JsonStructure> all(JsonNode nodes, TypeSystem types) throws DamagedDocumentException {
    List<JsonStructure> all = new ArrayList<>();
    if (nodes.isObject()) {
      for (Map.Entry<String, JsonNode> entry : nodes.properties()) {
        all.add(of(numberOf(entry.getKey()), entry.getValue(), types));
      }
    } else {
      for (JsonNode node : Json.array(nodes, JsonCas2Names.FEATURE_STRUCTURES_FIELD)) {
        String place = "the feature structure " + (all.size() + 1) + " of the list";
        JsonNode id = Json.object(node, place).path(JsonCas2Names.ID_FIELD);
        all.add(of(Json.integer(id, place + " with its " + JsonCas2Names.ID_FIELD), node, types));
      }
    }
    return all;
  }

  private static int numberOf(String key) throws DamagedDocumentException {
    try {
      return Integer.parseInt(key);
    } catch (NumberFormatException e) {
      throw new DamagedDocumentException(
          0, "the number of a feature structure is '" + key + "'", e);
    }
  }

  private static JsonStructure of(int id, JsonNode node, TypeSystem types)
      throws DamagedDocumentException {
    String place = "the feature structure " + id;
    String name =
        Json.text(
            Json.object(node, place).path(JsonCas2Names.TYPE_FIELD),
            place + " with its " + JsonCas2Names.TYPE_FIELD);
    Type type = types.getType(name);
    if (type == null && name.endsWith(JsonCas2Names.ARRAY_SUFFIX)) {
      type = types.getType(CAS.TYPE_NAME_FS_ARRAY);
    }
    if (type == null) {
      throw new DamagedDocumentException(
          place + " has the type '" + name + "', which is not declared");
    }
    return new JsonStructure(id, type, node);
  }

  boolean isSofa() {
    return type.getName().equals(CAS.TYPE_NAME_SOFA);
  }

  private String place() {
    return "the feature structure " + id + " (" + type.getShortName() + ")";
  }

  String place(String field) {
    return place() + " with its " + field;
  }

  DamagedDocumentException problem(String problem) {
    return new DamagedDocumentException(place() + ": " + problem);
  }

  DamagedDocumentException problem(RuntimeException cause) {
    return new DamagedDocumentException(0, place() + ": " + Causes.damage(cause), cause);
  }

  String text(String field) throws DamagedDocumentException {
    JsonNode value = node.path(field);
    return value.isMissingNode() || value.isNull() ? null : Json.text(value, place(field));
  }

  /** Returns what was made of the structure whose number a value is. */
  TOP referred(JsonNode value, String field, JsonDocument document)
      throws DamagedDocumentException {
    int other = Json.integer(value, place(field));
    FeatureStructure found = document.made(other);
    if (found == null) {
      throw problem("its " + field + " is " + other + ", which is not there");
    }
    return (TOP) found;
  }

  int elementCount() throws DamagedDocumentException {
    JsonNode elements = node.path(JsonCas2Names.ELEMENTS_FIELD);
    return elements.isTextual() ? bytes().length : elements.size();
  }

  private byte[] bytes() throws DamagedDocumentException {
    try {
      return node.get(JsonCas2Names.ELEMENTS_FIELD).binaryValue();
    } catch (IOException e) {
      throw new DamagedDocumentException(
          0, place(JsonCas2Names.ELEMENTS_FIELD) + " is not base 64", e);
    }
  }

  /** Sets all features, or elements, once all structures are made; a sofa has none to set. */
  void fill(FeatureStructure made, JsonDocument document) throws DamagedDocumentException {
    try {
      if (made instanceof CommonArrayFS<?> array) {
        setElements(array, document);
      } else if (!isSofa()) {
        for (Map.Entry<String, JsonNode> field : node.properties()) {
          if (!field.getKey().startsWith(JsonCas2Names.RESERVED_FIELD_PREFIX)) {
            setFeature(made, field.getKey(), field.getValue(), document);
          }
        }
      }
    } catch (RuntimeException e) {
      throw problem(e);
    }
  }

  /**
   * @param field the name of a feature, after {@code @} if its value is a reference, {@code #} if
   *     it is a number, {@code ^} if it is an offset
   */
  private void setFeature(
      FeatureStructure made, String field, JsonNode value, JsonDocument document)
      throws DamagedDocumentException {
    boolean prefixed = !field.isEmpty() && PREFIXES.indexOf(field.charAt(0)) >= 0;
    String name = prefixed ? field.substring(1) : field;
    Feature feature = type.getFeatureByBaseName(name);
    if (feature == null) {
      throw problem("its type has no feature '" + name + "'");
    }
    if (value.isNull() || feature.getName().equals(CAS.FEATURE_FULL_NAME_SOFA)) {
      return;
    }
    Type range = feature.getRange();
    if (range.getName().equals(CAS.TYPE_NAME_INTEGER)) {
      int number = Json.integer(value, place(field));
      boolean isOffset =
          field.startsWith(JsonCas2Names.ANCHOR_FEATURE_PREFIX)
              || feature.getName().equals(CAS.FEATURE_FULL_NAME_BEGIN)
              || feature.getName().equals(CAS.FEATURE_FULL_NAME_END);
      made.setIntValue(feature, isOffset ? document.inText(made, number) : number);
    } else if (range.isPrimitive()) {
      made.setFeatureValueFromString(feature, primitive(range, value, place(field)));
    } else {
      made.setFeatureValue(feature, referred(value, field, document));
    }
  }

  @SuppressWarnings("unchecked")
  private void setElements(CommonArrayFS<?> made, JsonDocument document)
      throws DamagedDocumentException {
    JsonNode elements = node.path(JsonCas2Names.ELEMENTS_FIELD);
    if (made instanceof ByteArray array && elements.isTextual()) {
      array.copyFromArray(bytes(), 0, 0, array.size());
      return;
    }
    String place = place(JsonCas2Names.ELEMENTS_FIELD);
    Json.check(elements.isMissingNode() || elements.isArray(), place, "an array");
    for (int i = 0; i < elements.size(); i++) {
      JsonNode value = elements.get(i);
      if (value.isNull()) {
        continue;
      }
      if (made instanceof CommonPrimitiveArray<?> array) {
        array.setArrayValueFromString(i, primitive(type.getComponentType(), value, place));
      } else {
        // The elements may be limited to a type, which the array checks itself.
        ((FSArray<TOP>) made).set(i, referred(value, JsonCas2Names.ELEMENTS_FIELD, document));
      }
    }
  }

  /** Returns a value of a primitive type as UIMA reads it from a string. */
  private static String primitive(Type type, JsonNode value, String place)
      throws DamagedDocumentException {
    switch (type.getName()) {
      case CAS.TYPE_NAME_BOOLEAN -> Json.check(value.isBoolean(), place, "true or false");
      case CAS.TYPE_NAME_BYTE -> Json.whole(value, Byte.MIN_VALUE, Byte.MAX_VALUE, place);
      case CAS.TYPE_NAME_SHORT -> Json.whole(value, Short.MIN_VALUE, Short.MAX_VALUE, place);
      case CAS.TYPE_NAME_INTEGER -> Json.integer(value, place);
      case CAS.TYPE_NAME_LONG -> Json.whole(value, Long.MIN_VALUE, Long.MAX_VALUE, place);
      case CAS.TYPE_NAME_FLOAT -> {
        return Float.toString((float) fraction(value, place));
      }
      case CAS.TYPE_NAME_DOUBLE -> {
        return Double.toString(fraction(value, place));
      }
      default -> Json.text(value, place);
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
