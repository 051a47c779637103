package org.gpchain.documents;

import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData;
import org.apache.uima.UIMAException;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;

/** A document for files that are not documents themselves, used again for each of them. */
final class BlankDocument {
  private final String language;
  private final JCas document;

  BlankDocument(String language) {
    this.language = language;
    try {
      document = JCasFactory.createJCas();
    } catch (UIMAException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The document, without a text, and with what DKPro's components want to know of it. */
  JCas document(Origin origin) {
    document.reset();
    DocumentMetaData metadata = DocumentMetaData.create(document);
    metadata.setDocumentId(origin.name());
    metadata.setDocumentTitle(origin.title());
    if (origin.location() != null) {
      metadata.setDocumentUri(origin.location().toString());
    }
    document.setDocumentLanguage(language);
    return document;
  }
}
