package org.gpchain.documents.batch;

import java.io.IOException;

/** A run that cannot begin, so that nothing was done; the cause says why. */
public final class SetupException extends Exception {
  private static final long serialVersionUID = 1L;

  SetupException(IOException cause) {
    super(cause.getMessage(), cause);
  }

  @Override
  public synchronized IOException getCause() {
    return (IOException) super.getCause();
  }

  @FunctionalInterface
  interface Step<T> {
    T run() throws IOException;
  }

  static <T> T during(Step<T> step) throws SetupException {
    try {
      return step.run();
    } catch (IOException e) {
      throw new SetupException(e);
    }
  }
}
