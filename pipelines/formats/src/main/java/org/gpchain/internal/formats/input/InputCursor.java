package org.gpchain.internal.formats.input;

import java.io.Closeable;
import java.io.IOException;

/** Documents in a fixed order, the same whenever the same inputs are gone through again. */
@FunctionalInterface
public interface InputCursor extends Closeable {
  /** Returns the next document, or null after the last one. */
  InputDocument next() throws IOException;

  /**
   * Returns whether this goes through a folder or an archive, so that the documents of archives in
   * it are named after these, too.
   */
  default boolean isContainer() {
    return false;
  }

  @Override
  default void close() throws IOException {}
}
