package org.gpchain.corpora.cas;

import java.util.List;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.CAS;
import org.apache.uima.fit.factory.TypeSystemDescriptionFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.util.CasCopier;
import org.apache.uima.util.CasCreationUtils;
import org.apache.uima.util.TypeSystemUtil;
import org.gpchain.type.ScoredSegment;

/** Documents whose type system has the types on the class path, GPChain's among them. */
public final class OurTypes {
  private OurTypes() {}

  /**
   * A document with all it has, and these types. Binary formats bring a type system of their own,
   * to which no type can be added: such a document is copied.
   */
  public static JCas in(JCas document) throws UIMAException {
    if (document.getTypeSystem().getType(ScoredSegment._TypeName) != null) {
      return document;
    }
    CAS complete =
        CasFormat.newCas(
            CasCreationUtils.mergeTypeSystems(
                List.of(
                    TypeSystemUtil.typeSystem2TypeSystemDescription(document.getTypeSystem()),
                    TypeSystemDescriptionFactory.createTypeSystemDescription())));
    CasCopier.copyCas(document.getCas(), complete, true);
    return complete.getJCas();
  }
}
