package org.gpchain.internal.formats.cas;

import static org.gpchain.core.text.Numbers.format;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.Feature;
import org.apache.uima.cas.FeatureStructure;
import org.apache.uima.cas.Type;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.cas.impl.CASImpl;
import org.apache.uima.jcas.cas.FSArray;
import org.apache.uima.jcas.cas.Sofa;
import org.apache.uima.jcas.cas.TOP;
import org.apache.uima.jcas.tcas.Annotation;

/**
 * A check of a document that UIMA's readers omit: annotations must lie within their text, and the
 * values of features must have the type of the feature. All feature structures are checked that can
 * be reached from the indexes, directly or through features.
 *
 * @param types types of the document
 * @param references cache of the features of each type that refer to feature structures
 */
record DocumentCheck(TypeSystem types, Map<Type, List<Feature>> references) {
  /**
   * Checks a document.
   *
   * @throws DamagedDocumentException if an annotation or a feature is invalid
   */
  static void check(CAS document) throws DamagedDocumentException {
    DocumentCheck check = new DocumentCheck(document.getTypeSystem(), new HashMap<>());
    CASImpl implementation = (CASImpl) document;
    for (TOP structure :
        implementation.walkReachablePlusFSsSorted(visited -> {}, null, null, null)) {
      check.check(structure);
    }
  }

  private void check(TOP structure) throws DamagedDocumentException {
    if (structure instanceof Annotation annotation) {
      checkOffsets(annotation);
    }

    List<Feature> features =
        references.computeIfAbsent(structure.getType(), DocumentCheck::references);
    for (Feature feature : features) {
      FeatureStructure value = structure.getFeatureValue(feature);
      if (value != null) {
        checkType(structure, feature, value);
      }
    }
  }

  /** Returns the features of a type that refer to feature structures, without the sofa. */
  private static List<Feature> references(Type type) {
    List<Feature> references = new ArrayList<>();
    for (Feature feature : type.getFeatures()) {
      boolean isSofa = feature.getName().equals(CAS.FEATURE_FULL_NAME_SOFA);
      if (!feature.getRange().isPrimitive() && !isSofa) {
        references.add(feature);
      }
    }
    return references;
  }

  /**
   * Checks the type of a feature's value. An untyped array is a valid value of a feature with a
   * typed array if its elements have the type.
   */
  private void checkType(TOP structure, Feature feature, FeatureStructure value)
      throws DamagedDocumentException {
    Type range = feature.getRange();
    if (range.isArray() && value instanceof FSArray<?> array) {
      for (FeatureStructure element : array) {
        if (element != null && !types.subsumes(range.getComponentType(), element.getType())) {
          throw wrongType(structure, feature, element);
        }
      }
    } else if (!types.subsumes(range, value.getType())) {
      throw wrongType(structure, feature, value);
    }
  }

  private static DamagedDocumentException wrongType(
      TOP structure, Feature feature, FeatureStructure value) {
    return new DamagedDocumentException(
        format(
            "the feature %s of %s holds %s instead of %s",
            feature.getShortName(),
            structure.getType().getShortName(),
            value.getType().getName(),
            feature.getRange().getName()));
  }

  /** Checks that an annotation lies within its text, if the text is part of the document. */
  private static void checkOffsets(Annotation annotation) throws DamagedDocumentException {
    Sofa sofa = (Sofa) annotation.getView().getSofa();
    String text = sofa == null ? null : sofa.getLocalStringData();
    int begin = annotation.getBegin();
    int end = annotation.getEnd();
    if (text != null && !(0 <= begin && begin <= end && end <= text.length())) {
      throw new DamagedDocumentException(
          format(
              "an annotation %s is at %s to %s, which is outside of the text of %s characters",
              annotation.getType().getShortName(), begin, end, text.length()));
    }
  }
}
