package org.gpchain.pipelines.corpus.cas;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.Feature;
import org.apache.uima.cas.FeatureStructure;
import org.apache.uima.cas.Type;
import org.apache.uima.jcas.cas.FSArray;
import org.apache.uima.jcas.cas.Sofa;
import org.apache.uima.jcas.cas.TOP;
import org.apache.uima.jcas.tcas.Annotation;

/**
 * Checks what UIMA's readers leave to those who use a document: that each annotation that can be
 * reached from the indexes, directly or by way of features, lies within its text.
 */
final class DocumentCheck {
  private final BitSet seen = new BitSet();
  private final Deque<TOP> open = new ArrayDeque<>();
  private final Map<Type, List<Feature>> references = new HashMap<>();

  private DocumentCheck() {}

  /**
   * Checks a document.
   *
   * @throws DamagedDocumentException if an annotation does not lie within its text
   */
  static void check(CAS document) throws DamagedDocumentException {
    DocumentCheck check = new DocumentCheck();
    for (Iterator<CAS> views = document.getViewIterator(); views.hasNext(); ) {
      for (TOP indexed : views.next().getIndexRepository().<TOP>getIndexedFSs()) {
        check.add(indexed);
        check.checkReachable();
      }
    }
  }

  private void add(FeatureStructure structure) {
    if (structure instanceof TOP top && !seen.get(top._id())) {
      seen.set(top._id());
      open.push(top);
    }
  }

  private void checkReachable() throws DamagedDocumentException {
    while (!open.isEmpty()) {
      TOP structure = open.pop();
      if (structure instanceof Annotation annotation) {
        checkOffsets(annotation);
      }
      if (structure instanceof FSArray<?> array) {
        array.forEach(this::add);
      }
      for (Feature feature :
          references.computeIfAbsent(structure.getType(), DocumentCheck::references)) {
        add(structure.getFeatureValue(feature));
      }
    }
  }

  private static List<Feature> references(Type type) {
    return type.getFeatures().stream()
        .filter(feature -> !feature.getRange().isPrimitive())
        .filter(feature -> !feature.getName().equals(CAS.FEATURE_FULL_NAME_SOFA))
        .toList();
  }

  /** Where the text is not part of the document, nobody can say what offsets mean. */
  private static void checkOffsets(Annotation annotation) throws DamagedDocumentException {
    Sofa sofa = (Sofa) annotation.getView().getSofa();
    String text = sofa == null ? null : sofa.getLocalStringData();
    int begin = annotation.getBegin();
    int end = annotation.getEnd();
    if (text != null && !(0 <= begin && begin <= end && end <= text.length())) {
      throw new DamagedDocumentException(
          "an annotation "
              + annotation.getType().getShortName()
              + " is at "
              + begin
              + " to "
              + end
              + ", which is no part of the text of "
              + text.length()
              + " characters");
    }
  }
}
