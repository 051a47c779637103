package org.gpchain.corpora.cas;

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

  /** An array of annotations is written {@code type[]}, where UIMA says array and element. */
  private static void addFeature(
      TypeDescription type, String name, JsonNode declared, Boolean mayBeShared) {
    String range = declared.path(JsonCas2Names.RANGE_FIELD).asText(CAS.TYPE_NAME_STRING);
    String element = declared.path(JsonCas2Names.ELEMENT_TYPE_FIELD).asText(null);
    if (range.endsWith(JsonCas2Names.ARRAY_SUFFIX)) {
      element = range.substring(0, range.length() - JsonCas2Names.ARRAY_SUFFIX.length());
      range = CAS.TYPE_NAME_FS_ARRAY;
    }
    boolean ofStructures = range.equals(CAS.TYPE_NAME_FS_ARRAY);
    type.addFeature(name, "", range, ofStructures ? element : null, mayBeShared);
  }
}
