package org.gpchain.documents.input;

import java.io.Closeable;
import java.io.IOException;

/** Documents in a fixed order, the same whenever the same inputs are gone through again. */
public interface InputCursor extends Closeable {
  /** The next document; null after the last one. */
  BatchInput next() throws IOException;

  @Override
  default void close() throws IOException {}

  /** One document. */
  static InputCursor of(BatchInput input) {
    BatchInput[] left = {input};
    return () -> {
      BatchInput next = left[0];
      left[0] = null;
      return next;
    };
  }

  /** Documents of several cursors, one cursor after the other. */
  abstract class Chain implements InputCursor {
    private InputCursor current;

    /** The next cursor; null after the last one. */
    abstract InputCursor following() throws IOException;

    @Override
    public final BatchInput next() throws IOException {
      for (; ; ) {
        if (current == null) {
          current = following();
          if (current == null) {
            return null;
          }
        }
        BatchInput input = current.next();
        if (input != null) {
          return input;
        }
        InputCursor ended = current;
        current = null;
        ended.close();
      }
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
