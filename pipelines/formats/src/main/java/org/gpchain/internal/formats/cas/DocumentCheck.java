package org.gpchain.internal.formats.cas;

import static org.gpchain.core.text.Numbers.format;

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
 * Checks what UIMA's readers do not: that each annotation that can be reached from the indexes,
 * directly or by way of features, lies within its text, and that features hold what their types
 * say.
 */
record DocumentCheck(TypeSystem types, Map<Type, List<Feature>> references) {
  static void check(CAS document) throws DamagedDocumentException {
    DocumentCheck check = new DocumentCheck(document.getTypeSystem(), new HashMap<>());
    CASImpl all = (CASImpl) document;
    for (TOP structure : all.walkReachablePlusFSsSorted(one -> {}, null, null, null)) {
      check.check(structure);
    }
  }

  private void check(TOP structure) throws DamagedDocumentException {
    if (structure instanceof Annotation annotation) {
      checkOffsets(annotation);
    }
    for (Feature feature :
        references.computeIfAbsent(structure.getType(), DocumentCheck::references)) {
      FeatureStructure value = structure.getFeatureValue(feature);
      if (value != null) {
        checkType(structure, feature, value);
      }
    }
  }

  private static List<Feature> references(Type type) {
    return type.getFeatures().stream()
        .filter(feature -> !feature.getRange().isPrimitive())
        .filter(feature -> !feature.getName().equals(CAS.FEATURE_FULL_NAME_SOFA))
        .toList();
  }

  /** An array of no type may stand where one of a type is wanted, if its elements are right. */
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

  /** Offsets cannot be checked where the text is not part of the document. */
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
