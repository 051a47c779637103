package org.gpchain.internal.formats.cas;

import java.nio.file.Path;

/**
 * How UIMA documents are read.
 *
 * @param typeSystem description of their types; if null, the {@code TypeSystem.xml} that is nearest
 *     to each document
 * @param remote whether a type system may import descriptions from anywhere; otherwise from its
 *     folder only
 * @param view name of the view that is read; if null, the initial view, or the only one with text
 * @param dropUnknown whether annotations and features that no type system declares are left out and
 *     counted; otherwise their document is refused
 */
public record CasReading(Path typeSystem, boolean remote, String view, boolean dropUnknown) {
  /** Documents that lie next to their types, and have nothing that is not declared. */
  public static final CasReading DEFAULT = new CasReading(null, false, null, false);
}
