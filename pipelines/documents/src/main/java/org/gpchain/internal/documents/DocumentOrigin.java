package org.gpchain.internal.documents;

import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData;
import java.net.URI;
import org.apache.uima.jcas.JCas;
import org.gpchain.internal.formats.input.Surroundings;

/**
 * Where a document comes from.
 *
 * @param name of the document: a path with slashes, without the ending
 * @param location of the file; null if it is in an archive, or in none
 * @param surroundings the files around it
 */
public record DocumentOrigin(String name, URI location, Surroundings surroundings) {
  /** A document with nothing around it. */
  public DocumentOrigin(String name, URI location) {
    this(name, location, Surroundings.NONE);
  }

  /** The last part of the path, of the file where there is one. */
  private String title() {
    String path = location == null || location.getPath() == null ? name : location.getPath();
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** Empties a document, and says in it what DKPro's components want to know. */
  JCas restart(JCas document, String language) {
    document.reset();
    // DKPro's own method to make it throws and catches two exceptions for each document.
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
