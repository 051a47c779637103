package org.gpchain.training;

/** Thrown when a model cannot be learned. The message says why, and what the user can try. */
public final class LearningException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message for the user. */
  public LearningException(String message) {
    super(message);
  }
}
