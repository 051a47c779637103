package org.gpchain.documents.input;

import java.io.Closeable;
import java.io.IOException;

/** Documents in a fixed order, the same whenever the same inputs are gone through again. */
@FunctionalInterface
public interface InputCursor extends Closeable {
  /** The next document; null after the last one. */
  BatchInput next() throws IOException;

  @Override
  default void close() throws IOException {}
}
