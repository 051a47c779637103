package org.gpchain.internal.annotator.cas;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.Feature;
import org.apache.uima.cas.Type;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;

/**
 * An annotation type for segments, and the string feature that holds the tag of a segment.
 *
 * @param typeName name of the annotation type; tags may be mapped to its subtypes
 * @param valueFeature name of the feature with the raw tag
 */
public record SegmentLayer(String typeName, String valueFeature) {
  /** DKPro's layer of chunks. */
  public static final SegmentLayer CHUNK = new SegmentLayer(Chunk._TypeName, "chunkValue");

  /** DKPro's layer of named entities. */
  public static final SegmentLayer NAMED_ENTITY = new SegmentLayer(NamedEntity._TypeName, "value");

  /** DKPro's layer of parts of speech. */
  public static final SegmentLayer PART_OF_SPEECH = new SegmentLayer(POS._TypeName, "PosValue");

  /** Returns the name of the annotation type without its package. */
  public String shortTypeName() {
    return typeName.substring(typeName.lastIndexOf('.') + 1);
  }

  /**
   * Returns the annotation type of this layer in the type system of a document.
   *
   * @throws UnusableCasException if the document has no annotation type of this name, or the type
   *     has no such string feature
   */
  public Type typeIn(JCas document) throws UnusableCasException {
    Type type = annotationType(document, typeName);
    Feature feature = type.getFeatureByBaseName(valueFeature);
    if (feature == null || !isString(feature)) {
      throw new UnusableCasException(
          String.format(
              "the annotation type '%s' has no string feature '%s'; its string features are %s",
              typeName, valueFeature, features(type, SegmentLayer::isString)));
    }
    return type;
  }

  /**
   * Returns an annotation type of the type system of a document.
   *
   * @param name full name of the type
   * @throws UnusableCasException if the document has no annotation type of this name
   */
  public static Type annotationType(JCas document, String name) throws UnusableCasException {
    TypeSystem types = document.getTypeSystem();
    Type type = types.getType(name);
    if (type == null || !types.subsumes(types.getType(CAS.TYPE_NAME_ANNOTATION), type)) {
      throw new UnusableCasException(
          String.format(
              "the type system of the document has no annotation type '%s'; specify"
                  + " the full name of a type, and add its description to the class path",
              name));
    }
    return type;
  }

  /**
   * Checks that the annotation type of this layer has a feature for probabilities.
   *
   * @param name name of the feature
   * @throws UnusableCasException if the type has no feature of this name, or the feature is neither
   *     a double nor a float
   */
  public void checkNumericFeature(JCas document, String name) throws UnusableCasException {
    Type type = typeIn(document);
    Feature feature = type.getFeatureByBaseName(name);
    if (feature == null || !isNumeric(feature)) {
      throw new UnusableCasException(
          String.format(
              "the annotation type '%s' has no feature '%s' of the type double or float; its"
                  + " features of these types are %s",
              typeName, name, features(type, SegmentLayer::isNumeric)));
    }
  }

  /** Returns whether the values of a feature are doubles or floats. */
  public static boolean isNumeric(Feature feature) {
    String range = feature.getRange().getName();
    return range.equals(CAS.TYPE_NAME_DOUBLE) || range.equals(CAS.TYPE_NAME_FLOAT);
  }

  private static boolean isString(Feature feature) {
    return feature.getRange().getName().equals(CAS.TYPE_NAME_STRING);
  }

  /** Returns the names of the features of a type that satisfy a condition, for messages. */
  static String features(Type type, Predicate<Feature> condition) {
    return type.getFeatures().stream()
        .filter(condition)
        .map(Feature::getShortName)
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /** Returns the raw tag of an annotation of this layer; may be null. */
  public String valueOf(Annotation annotation) {
    return annotation.getStringValue(annotation.getType().getFeatureByBaseName(valueFeature));
  }

  /** Sets the raw tag of an annotation of this layer. */
  void setValue(Annotation annotation, String value) {
    annotation.setStringValue(annotation.getType().getFeatureByBaseName(valueFeature), value);
  }

  /** Sets a feature that is a double or a float. */
  static void setNumber(Annotation annotation, String name, double value) {
    Feature feature = annotation.getType().getFeatureByBaseName(name);
    if (feature.getRange().getName().equals(CAS.TYPE_NAME_FLOAT)) {
      annotation.setFloatValue(feature, (float) value);
    } else {
      annotation.setDoubleValue(feature, value);
    }
  }
}
