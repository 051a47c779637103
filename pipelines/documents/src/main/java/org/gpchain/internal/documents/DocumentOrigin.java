package org.gpchain.internal.documents;

import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData;
import java.net.URI;
import org.apache.uima.jcas.JCas;
import org.gpchain.internal.formats.input.Surroundings;

/**
 * The origin of a document.
 *
 * @param name name of the document: a path with slashes, without the file extension
 * @param location location of the file; null if it is in an archive or there is no file
 * @param surroundings files next to the document
 */
public record DocumentOrigin(String name, URI location, Surroundings surroundings) {
  /** Creates an origin without other files next to the document. */
  public DocumentOrigin(String name, URI location) {
    this(name, location, Surroundings.NONE);
  }

  /** Returns the file name or, if there is no file, the last part of the document's name. */
  private String title() {
    String path = name;
    if (location != null && location.getPath() != null) {
      path = location.getPath();
    }
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** Resets a CAS and adds the metadata that DKPro components require. */
  JCas restart(JCas document, String language) {
    document.reset();
    // DKPro's DocumentMetaData.create throws and catches two exceptions for each document.
    DocumentMetaData metadata = new DocumentMetaData(document);
    metadata.addToIndexes();
    metadata.setDocumentId(name);
    metadata.setDocumentTitle(title());
    if (location != null) {
      metadata.setDocumentUri(location.toString());
    }
    document.setDocumentLanguage(language);
    return document;
  }
}
