package org.gpchain.internal.formats.cas;

import java.nio.file.Path;

/**
 * Options for reading UIMA documents.
 *
 * @param typeSystem type system of the documents; if null, the {@code TypeSystem.xml} nearest to
 *     each document
 * @param remote whether a type system may import descriptions from anywhere, or only from its
 *     folder
 * @param view name of the view that is read; if null, the initial view, or the only one with text
 * @param dropUnknown whether to leave out and count annotations and features that no type system
 *     declares; if not, documents with any are rejected
 */
public record CasReading(Path typeSystem, boolean remote, String view, boolean dropUnknown) {
  /** Default options: nearest type system, initial view, and no undeclared types. */
  public static final CasReading DEFAULT = new CasReading(null, false, null, false);
}
