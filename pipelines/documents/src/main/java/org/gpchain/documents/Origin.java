package org.gpchain.documents;

import java.net.URI;

/**
 * Where a document comes from.
 *
 * @param name of the document: a path with slashes, without the ending
 * @param location of the file; null if it is in an archive, or in none
 */
public record Origin(String name, URI location) {
  /** A document that is no file of its own. */
  public static Origin named(String name) {
    return new Origin(name, null);
  }

  /** The last part of the path, of the file where there is one. */
  String title() {
    String path = location == null || location.getPath() == null ? name : location.getPath();
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
