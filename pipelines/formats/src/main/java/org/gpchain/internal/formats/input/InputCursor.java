package org.gpchain.internal.formats.input;

import java.io.Closeable;
import java.io.IOException;

/** A cursor over documents. The order is the same for each cursor over the same inputs. */
@FunctionalInterface
public interface InputCursor extends Closeable {
  /** Returns the next document, or null after the last one. */
  InputDocument next() throws IOException;

  /**
   * Returns whether this cursor iterates over a folder or an archive. If so, the names of documents
   * in archives within it begin with the name of their archive.
   */
  default boolean isContainer() {
    return false;
  }

  @Override
  default void close() throws IOException {}
}
