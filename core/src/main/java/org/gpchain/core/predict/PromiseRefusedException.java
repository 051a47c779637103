package org.gpchain.core.predict;

/** A promise that a model cannot make. The message says why, and what it could promise instead. */
public final class PromiseRefusedException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  PromiseRefusedException(String message) {
    super(message);
  }
}
