package org.gpchain.training;

/** Learning cannot begin or go on. The message says why, and what to try. */
public final class LearningException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public LearningException(String message) {
    super(message);
  }
}
