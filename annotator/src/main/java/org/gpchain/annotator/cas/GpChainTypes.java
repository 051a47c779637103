package org.gpchain.annotator.cas;

import java.util.List;
import org.apache.uima.cas.Type;
import org.apache.uima.jcas.JCas;
import org.gpchain.type.ScoredSegment;
import org.gpchain.type.SentenceUncertainty;
import org.gpchain.type.TokenMarginals;

/** Whether a document can hold what GPChain writes beside the annotations of a layer. */
public final class GpChainTypes {
  static final String LAYER = "layer";
  static final String MODEL = "model";

  private static final List<String> NAMES =
      List.of(ScoredSegment._TypeName, TokenMarginals._TypeName, SentenceUncertainty._TypeName);

  private GpChainTypes() {}

  /**
   * Whether the type system of a document has all of GPChain's types, as they are now; a document
   * from elsewhere may have none, or those of an earlier version.
   */
  public static boolean areIn(JCas document) {
    return NAMES.stream().allMatch(name -> isIn(document, name));
  }

  private static boolean isIn(JCas document, String name) {
    Type type = document.getTypeSystem().getType(name);
    return type != null
        && type.getFeatureByBaseName(LAYER) != null
        && type.getFeatureByBaseName(MODEL) != null;
  }
}
