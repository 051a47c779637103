package org.gpchain.internal.formats.cas;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.apache.uima.UIMAFramework;
import org.apache.uima.cas.CAS;
import org.apache.uima.json.jsoncas2.JsonCas2Names;
import org.apache.uima.resource.metadata.FeatureDescription;
import org.apache.uima.resource.metadata.TypeDescription;
import org.apache.uima.resource.metadata.TypeSystemDescription;

/** Functions that convert the types that a JSON document declares to a type system of UIMA. */
final class JsonTypes {
  /** UIMA's array types by the types of their elements. */
  private static final Map<String, String> ARRAYS_OF_PRIMITIVES =
      Map.of(
          CAS.TYPE_NAME_BOOLEAN, CAS.TYPE_NAME_BOOLEAN_ARRAY,
          CAS.TYPE_NAME_BYTE, CAS.TYPE_NAME_BYTE_ARRAY,
          CAS.TYPE_NAME_SHORT, CAS.TYPE_NAME_SHORT_ARRAY,
          CAS.TYPE_NAME_INTEGER, CAS.TYPE_NAME_INTEGER_ARRAY,
          CAS.TYPE_NAME_LONG, CAS.TYPE_NAME_LONG_ARRAY,
          CAS.TYPE_NAME_FLOAT, CAS.TYPE_NAME_FLOAT_ARRAY,
          CAS.TYPE_NAME_DOUBLE, CAS.TYPE_NAME_DOUBLE_ARRAY,
          CAS.TYPE_NAME_STRING, CAS.TYPE_NAME_STRING_ARRAY);

  private JsonTypes() {}

  /**
   * Returns the declared types.
   *
   * @param declared declarations by the names of types
   * @param known types that are known without declaration
   */
  static TypeSystemDescription of(JsonNode declared, TypeSystemDescription known)
      throws DamagedDocumentException {
    Json.object(declared, JsonCas2Names.TYPES_FIELD);
    Limits.check("types", declared.size(), Limits.TYPES);

    TypeSystemDescription types =
        UIMAFramework.getResourceSpecifierFactory().createTypeSystemDescription();
    for (Map.Entry<String, JsonNode> type : declared.properties()) {
      String name = type.getKey();
      if (!name.startsWith("uima.") && !name.endsWith(JsonCas2Names.ARRAY_SUFFIX)) {
        Json.object(type.getValue(), "the type " + name);
        addType(types, name, type.getValue(), known.getType(name));
      }
    }
    return types;
  }

  /**
   * Adds a declared type.
   *
   * @param known the known type of the same name; null if there is none
   */
  private static void addType(
      TypeSystemDescription types, String name, JsonNode declared, TypeDescription known)
      throws DamagedDocumentException {
    String superType =
        declared.path(JsonCas2Names.SUPER_TYPE_FIELD).asText(CAS.TYPE_NAME_ANNOTATION);
    TypeDescription type = types.addType(name, "", superType);
    for (Map.Entry<String, JsonNode> feature : declared.properties()) {
      String featureName = feature.getKey();
      if (!featureName.startsWith(JsonCas2Names.RESERVED_FIELD_PREFIX)) {
        Json.object(feature.getValue(), "the feature " + name + ":" + featureName);
        addFeature(type, featureName, feature.getValue(), mayBeShared(known, featureName));
      }
    }
  }

  /**
   * Returns whether the array of a feature may be shared, as the known type declares it. JSON does
   * not declare it, and UIMA requires that both declarations agree.
   *
   * @param known the known type; null if there is none
   * @return null if it is not declared
   */
  private static Boolean mayBeShared(TypeDescription known, String feature) {
    if (known == null) {
      return null;
    }
    for (FeatureDescription declared : known.getFeatures()) {
      if (declared.getName().equals(feature)) {
        return declared.getMultipleReferencesAllowed();
      }
    }
    return null;
  }

  /**
   * Adds a declared feature. JSON declares an array as {@code type[]}; UIMA has the type of the
   * array and, for feature structures, that of its elements.
   */
  private static void addFeature(
      TypeDescription type, String name, JsonNode declared, Boolean mayBeShared) {
    String range = declared.path(JsonCas2Names.RANGE_FIELD).asText(CAS.TYPE_NAME_STRING);
    String element = declared.path(JsonCas2Names.ELEMENT_TYPE_FIELD).asText(null);
    if (range.endsWith(JsonCas2Names.ARRAY_SUFFIX)) {
      element = elementOf(range);
      range = arrayOf(element);
    }
    if (!range.equals(CAS.TYPE_NAME_FS_ARRAY)) {
      element = null;
    }
    type.addFeature(name, "", range, element, mayBeShared);
  }

  /** Returns the name of the element type in {@code type[]}. */
  static String elementOf(String array) {
    return array.substring(0, array.length() - JsonCas2Names.ARRAY_SUFFIX.length());
  }

  /** Returns the name of UIMA's array type for a type of elements. */
  static String arrayOf(String element) {
    return ARRAYS_OF_PRIMITIVES.getOrDefault(element, CAS.TYPE_NAME_FS_ARRAY);
  }
}
