package org.gpchain.corpora.cas;

import org.apache.uima.UIMAException;
import org.apache.uima.cas.CAS;
import org.apache.uima.resource.metadata.TypeSystemDescription;

/** Empty documents of the same types: to make one takes longer than to read a short document. */
final class BlankCas {
  private final TypeSystemDescription types;
  private CAS document;

  BlankCas(TypeSystemDescription types) {
    this.types = types;
  }

  /** The types. */
  TypeSystemDescription types() {
    return types;
  }

  /** An empty document, the same each time. */
  CAS reused() throws UIMAException {
    if (document == null) {
      document = CasFormat.newCas(types);
    } else {
      document.reset();
    }
    return document;
  }
}
