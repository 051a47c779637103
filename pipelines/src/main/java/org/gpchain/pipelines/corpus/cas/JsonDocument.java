package org.gpchain.pipelines.corpus.cas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.uima.UIMAException;
import org.apache.uima.UIMAFramework;
import org.apache.uima.cas.CAS;
import org.apache.uima.json.jsoncas2.JsonCas2Deserializer;
import org.apache.uima.json.jsoncas2.JsonCas2Names;
import org.apache.uima.resource.metadata.FeatureDescription;
import org.apache.uima.resource.metadata.TypeDescription;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.util.CasCreationUtils;

/**
 * A document in UIMA JSON CAS. UIMA's reader fills a CAS that must have all types already, so the
 * types of the file are read first.
 */
final class JsonDocument {
  private static final String BUILT_IN = "uima.";

  private JsonDocument() {}

  static CAS read(InputStream in, TypeSystemDescription types) throws IOException, UIMAException {
    byte[] bytes = in.readAllBytes();
    JsonNode root = new ObjectMapper().readTree(bytes);
    if (root == null || !root.has(JsonCas2Names.FEATURE_STRUCTURES_FIELD)) {
      throw new IOException("it has no " + JsonCas2Names.FEATURE_STRUCTURES_FIELD);
    }
    TypeSystemDescription own = types(root.path(JsonCas2Names.TYPES_FIELD), types);
    CAS document = CasFormat.newCas(CasCreationUtils.mergeTypeSystems(List.of(types, own)));
    new JsonCas2Deserializer().deserialize(new ByteArrayInputStream(bytes), document);
    return document;
  }

  /** The types that a file declares; those that are part of UIMA need no description. */
  private static TypeSystemDescription types(JsonNode declared, TypeSystemDescription known) {
    TypeSystemDescription types =
        UIMAFramework.getResourceSpecifierFactory().createTypeSystemDescription();
    for (Map.Entry<String, JsonNode> type : declared.properties()) {
      if (!type.getKey().startsWith(BUILT_IN)
          && !type.getKey().endsWith(JsonCas2Names.ARRAY_SUFFIX)) {
        addType(types, type.getKey(), type.getValue(), known.getType(type.getKey()));
      }
    }
    return types;
  }

  /**
   * @param known what the class path says of the type; null if nothing
   */
  private static void addType(
      TypeSystemDescription types, String name, JsonNode declared, TypeDescription known) {
    TypeDescription type =
        types.addType(
            name,
            "",
            declared.path(JsonCas2Names.SUPER_TYPE_FIELD).asText(CAS.TYPE_NAME_ANNOTATION));
    for (Map.Entry<String, JsonNode> feature : declared.properties()) {
      if (!feature.getKey().startsWith(JsonCas2Names.RESERVED_FIELD_PREFIX)) {
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
            .map(FeatureDescription::getMultipleReferencesAllowed)
            .filter(Objects::nonNull)
            .findFirst()
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
