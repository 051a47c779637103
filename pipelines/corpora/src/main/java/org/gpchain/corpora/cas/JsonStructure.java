package org.gpchain.corpora.cas;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.FeatureStructure;
import org.apache.uima.cas.Type;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.json.jsoncas2.JsonCas2Names;

/** A feature structure as JSON has it, and what was made of it. */
final class JsonStructure {
  private final int id;
  private final Type type;
  private final JsonNode node;
  private FeatureStructure made;

  private JsonStructure(int id, Type type, JsonNode node) {
    this.id = id;
    this.type = type;
    this.node = node;
  }

  /**
   * All feature structures of a document.
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
        Json.object(node, place);
        int id =
            id(node.path(JsonCas2Names.ID_FIELD), place + " with its " + JsonCas2Names.ID_FIELD);
        all.add(of(id, node, types));
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
          place + " has the type '" + name + "', which nobody declares");
    }
    return new JsonStructure(id, type, node);
  }

  /** A node that must be the number of a feature structure. */
  static int id(JsonNode node, String what) throws DamagedDocumentException {
    return (int) Json.whole(node, Integer.MIN_VALUE, Integer.MAX_VALUE, what);
  }

  int id() {
    return id;
  }

  Type type() {
    return type;
  }

  JsonNode node() {
    return node;
  }

  /** What was made of it; null if nothing yet. */
  FeatureStructure made() {
    return made;
  }

  void setMade(FeatureStructure structure) {
    made = structure;
  }

  /** What messages call it. */
  private String place() {
    return "the feature structure " + id + " (" + type.getShortName() + ")";
  }

  /** What messages call a field of it. */
  String place(String field) {
    return place() + " with its " + field;
  }

  DamagedDocumentException problem(String what) {
    return new DamagedDocumentException(place() + ": " + what);
  }

  DamagedDocumentException problem(RuntimeException cause) {
    return new DamagedDocumentException(0, place() + ": " + Causes.damage(cause), cause);
  }

  /** A field with a string; null if there is none. */
  String text(String field) throws DamagedDocumentException {
    JsonNode value = node.path(field);
    return value.isMissingNode() || value.isNull() ? null : Json.text(value, place(field));
  }

  /** A field with the number of another structure. */
  int reference(JsonNode value, String field) throws DamagedDocumentException {
    return id(value, place(field));
  }

  /** Number of elements of an array. */
  int elementCount() throws DamagedDocumentException {
    JsonNode elements = node.path(JsonCas2Names.ELEMENTS_FIELD);
    return elements.isTextual() ? bytes().length : elements.size();
  }

  /** The elements of an array of bytes. */
  byte[] bytes() throws DamagedDocumentException {
    try {
      return node.get(JsonCas2Names.ELEMENTS_FIELD).binaryValue();
    } catch (IOException e) {
      throw new DamagedDocumentException(
          0, place(JsonCas2Names.ELEMENTS_FIELD) + " is not base 64", e);
    }
  }
}
