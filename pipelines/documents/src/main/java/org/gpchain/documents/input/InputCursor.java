package org.gpchain.documents.input;

import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;

/** Documents in a fixed order, the same whenever the same inputs are gone through again. */
public interface InputCursor extends Closeable {
  /** The next document; null after the last one. */
  BatchInput next() throws IOException;

  @Override
  default void close() throws IOException {}

  /** One document. */
  static InputCursor of(BatchInput input) {
    Iterator<BatchInput> one = List.of(input).iterator();
    return () -> one.hasNext() ? one.next() : null;
  }

  /** Documents of several cursors, one cursor after the other. */
  abstract class Chain implements InputCursor {
    private InputCursor current;

    /** The next cursor; null after the last one. */
    abstract InputCursor following() throws IOException;

    @Override
    public final BatchInput next() throws IOException {
      BatchInput input = null;
      while (input == null) {
        if (current == null) {
          current = following();
        }
        if (current == null) {
          return null;
        }
        input = current.next();
        if (input == null) {
          InputCursor ended = current;
          current = null;
          ended.close();
        }
      }
      return input;
    }

    @Override
    public void close() throws IOException {
      if (current != null) {
        current.close();
        current = null;
      }
    }
  }
}
