package org.gpchain.corpora.cas;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.Feature;
import org.apache.uima.cas.FeatureStructure;
import org.apache.uima.jcas.cas.BooleanArray;
import org.apache.uima.jcas.cas.ByteArray;
import org.apache.uima.jcas.cas.DoubleArray;
import org.apache.uima.jcas.cas.FSArray;
import org.apache.uima.jcas.cas.FloatArray;
import org.apache.uima.jcas.cas.IntegerArray;
import org.apache.uima.jcas.cas.LongArray;
import org.apache.uima.jcas.cas.ShortArray;
import org.apache.uima.jcas.cas.StringArray;
import org.apache.uima.jcas.cas.TOP;
import org.apache.uima.jcas.tcas.Annotation;
import org.apache.uima.json.jsoncas2.JsonCas2Names;

/** Sets features and elements of the structures of a document, once all of them are there. */
final class JsonFeatures {
  private static final String PREFIXES = "@#^";

  private final Map<Integer, JsonStructure> structures;
  private final JsonOffsets offsets;

  /**
   * Features of a document.
   *
   * @param structures all that it has, by their numbers
   * @param offsets how it counts
   */
  JsonFeatures(Map<Integer, JsonStructure> structures, JsonOffsets offsets) {
    this.structures = structures;
    this.offsets = offsets;
  }

  /** Sets all features, or elements, of a structure; a sofa has none that could be set. */
  void set(JsonStructure structure) throws DamagedDocumentException {
    if (structure.type().getName().equals(CAS.TYPE_NAME_SOFA)) {
      return;
    }
    try {
      if (structure.type().isArray()) {
        setElements(structure);
        return;
      }
      for (Map.Entry<String, JsonNode> field : structure.node().properties()) {
        if (!field.getKey().startsWith(JsonCas2Names.RESERVED_FIELD_PREFIX)) {
          set(structure, field.getKey(), field.getValue());
        }
      }
    } catch (RuntimeException e) {
      throw structure.problem(e);
    }
  }

  /**
   * @param field the name of a feature, after {@code @} if its value is a reference, {@code #} if
   *     it is a number, {@code ^} if it is an offset
   */
  private void set(JsonStructure structure, String field, JsonNode value)
      throws DamagedDocumentException {
    boolean prefixed = !field.isEmpty() && PREFIXES.indexOf(field.charAt(0)) >= 0;
    String name = prefixed ? field.substring(1) : field;
    Feature feature = structure.type().getFeatureByBaseName(name);
    if (feature == null) {
      throw structure.problem("its type has no feature '" + name + "'");
    }
    if (value.isNull() || feature.getName().equals(CAS.FEATURE_FULL_NAME_SOFA)) {
      return;
    }
    FeatureStructure made = structure.made();
    String place = structure.place(field);
    switch (feature.getRange().getName()) {
      case CAS.TYPE_NAME_BOOLEAN -> made.setBooleanValue(feature, truth(value, place));
      case CAS.TYPE_NAME_BYTE ->
          made.setByteValue(
              feature, (byte) Json.whole(value, Byte.MIN_VALUE, Byte.MAX_VALUE, place));
      case CAS.TYPE_NAME_SHORT ->
          made.setShortValue(
              feature, (short) Json.whole(value, Short.MIN_VALUE, Short.MAX_VALUE, place));
      case CAS.TYPE_NAME_INTEGER ->
          made.setIntValue(feature, integer(structure, field, feature, value));
      case CAS.TYPE_NAME_LONG ->
          made.setLongValue(feature, Json.whole(value, Long.MIN_VALUE, Long.MAX_VALUE, place));
      case CAS.TYPE_NAME_FLOAT -> made.setFloatValue(feature, (float) fraction(value, place));
      case CAS.TYPE_NAME_DOUBLE -> made.setDoubleValue(feature, fraction(value, place));
      default -> {
        if (feature.getRange().isStringOrStringSubtype()) {
          made.setStringValue(feature, Json.text(value, place));
        } else {
          made.setFeatureValue(feature, referred(structure, value, field));
        }
      }
    }
  }

  private int integer(JsonStructure structure, String field, Feature feature, JsonNode value)
      throws DamagedDocumentException {
    int number =
        (int) Json.whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE, structure.place(field));
    boolean isOffset =
        field.startsWith(JsonCas2Names.ANCHOR_FEATURE_PREFIX)
            || feature.getName().equals(CAS.FEATURE_FULL_NAME_BEGIN)
            || feature.getName().equals(CAS.FEATURE_FULL_NAME_END);
    return isOffset && structure.made() instanceof Annotation annotation
        ? offsets.inText(annotation.getView().getViewName(), number)
        : number;
  }

  private TOP referred(JsonStructure structure, JsonNode value, String field)
      throws DamagedDocumentException {
    int id = structure.reference(value, field);
    JsonStructure other = structures.get(id);
    if (other == null) {
      throw structure.problem("its " + field + " is " + id + ", which is not there");
    }
    return (TOP) other.made();
  }

  private void setElements(JsonStructure structure) throws DamagedDocumentException {
    JsonNode elements = structure.node().path(JsonCas2Names.ELEMENTS_FIELD);
    if (structure.made() instanceof ByteArray array && elements.isTextual()) {
      array.copyFromArray(structure.bytes(), 0, 0, array.size());
      return;
    }
    String place = structure.place(JsonCas2Names.ELEMENTS_FIELD);
    if (elements.isMissingNode()) {
      return;
    }
    Json.array(elements, place);
    for (int i = 0; i < elements.size(); i++) {
      if (!elements.get(i).isNull()) {
        setElement(structure, i, elements.get(i), place);
      }
    }
  }

  private void setElement(JsonStructure structure, int i, JsonNode value, String place)
      throws DamagedDocumentException {
    FeatureStructure made = structure.made();
    if (made instanceof BooleanArray array) {
      array.set(i, truth(value, place));
    } else if (made instanceof ByteArray array) {
      array.set(i, (byte) Json.whole(value, Byte.MIN_VALUE, Byte.MAX_VALUE, place));
    } else if (made instanceof ShortArray array) {
      array.set(i, (short) Json.whole(value, Short.MIN_VALUE, Short.MAX_VALUE, place));
    } else if (made instanceof IntegerArray array) {
      array.set(i, (int) Json.whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE, place));
    } else if (made instanceof LongArray array) {
      array.set(i, Json.whole(value, Long.MIN_VALUE, Long.MAX_VALUE, place));
    } else if (made instanceof FloatArray array) {
      array.set(i, (float) fraction(value, place));
    } else if (made instanceof DoubleArray array) {
      array.set(i, fraction(value, place));
    } else if (made instanceof StringArray array) {
      array.set(i, Json.text(value, place));
    } else {
      set((FSArray<?>) made, i, referred(structure, value, JsonCas2Names.ELEMENTS_FIELD));
    }
  }

  /** The elements of an array may be limited to a type, which the array checks itself. */
  @SuppressWarnings("unchecked")
  private static void set(FSArray<?> array, int i, TOP value) {
    ((FSArray<TOP>) array).set(i, value);
  }

  private static boolean truth(JsonNode value, String place) throws DamagedDocumentException {
    if (!value.isBoolean()) {
      throw new DamagedDocumentException(place + " is neither true nor false");
    }
    return value.booleanValue();
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
