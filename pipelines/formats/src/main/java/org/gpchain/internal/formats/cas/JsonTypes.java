package org.gpchain.internal.formats.cas;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Map;
import org.apache.uima.UIMAFramework;
import org.apache.uima.cas.CAS;
import org.apache.uima.json.jsoncas2.JsonCas2Names;
import org.apache.uima.resource.metadata.FeatureDescription;
import org.apache.uima.resource.metadata.TypeDescription;
import org.apache.uima.resource.metadata.TypeSystemDescription;

/** The types that a document in JSON declares. */
final class JsonTypes {
  /** UIMA's types of arrays by the types of their elements. */
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

  static TypeSystemDescription of(JsonNode declared, TypeSystemDescription known)
      throws DamagedDocumentException {
    Json.object(declared, JsonCas2Names.TYPES_FIELD);
    Limits.check("types", declared.size(), Limits.TYPES);
    TypeSystemDescription types =
        UIMAFramework.getResourceSpecifierFactory().createTypeSystemDescription();
    for (Map.Entry<String, JsonNode> type : declared.properties()) {
      if (!type.getKey().startsWith("uima.")
          && !type.getKey().endsWith(JsonCas2Names.ARRAY_SUFFIX)) {
        Json.object(type.getValue(), "the type " + type.getKey());
        addType(types, type.getKey(), type.getValue(), known.getType(type.getKey()));
      }
    }
    return types;
  }

  /**
   * @param known what the class path says of the type; null if nothing
   */
  private static void addType(
      TypeSystemDescription types, String name, JsonNode declared, TypeDescription known)
      throws DamagedDocumentException {
    TypeDescription type =
        types.addType(
            name,
            "",
            declared.path(JsonCas2Names.SUPER_TYPE_FIELD).asText(CAS.TYPE_NAME_ANNOTATION));
    for (Map.Entry<String, JsonNode> feature : declared.properties()) {
      if (!feature.getKey().startsWith(JsonCas2Names.RESERVED_FIELD_PREFIX)) {
        Json.object(feature.getValue(), "the feature " + name + ":" + feature.getKey());
        addFeature(
            type, feature.getKey(), feature.getValue(), mayBeShared(known, feature.getKey()));
      }
    }
  }

  /** JSON does not say whether an array may be shared, and the two descriptions must agree. */
  private static Boolean mayBeShared(TypeDescription known, String feature) {
    return known == null
        ? null
        : Arrays.stream(known.getFeatures())
            .filter(f -> f.getName().equals(feature))
            .findFirst()
            .map(FeatureDescription::getMultipleReferencesAllowed)
            .orElse(null);
  }

  /** An array is written {@code type[]}, where UIMA says array and perhaps element. */
  private static void addFeature(
      TypeDescription type, String name, JsonNode declared, Boolean mayBeShared) {
    String range = declared.path(JsonCas2Names.RANGE_FIELD).asText(CAS.TYPE_NAME_STRING);
    String element = declared.path(JsonCas2Names.ELEMENT_TYPE_FIELD).asText(null);
    if (range.endsWith(JsonCas2Names.ARRAY_SUFFIX)) {
      element = elementOf(range);
      range = arrayOf(element);
    }
    boolean ofStructures = range.equals(CAS.TYPE_NAME_FS_ARRAY);
    type.addFeature(name, "", range, ofStructures ? element : null, mayBeShared);
  }

  /** Returns the name of the type that is meant by {@code type[]}, without the brackets. */
  static String elementOf(String array) {
    return array.substring(0, array.length() - JsonCas2Names.ARRAY_SUFFIX.length());
  }

  /** Returns the name of UIMA's type of an array with such elements. */
  static String arrayOf(String element) {
    return ARRAYS_OF_PRIMITIVES.getOrDefault(element, CAS.TYPE_NAME_FS_ARRAY);
  }
}
