package org.gpchain.training.learn;

/** Learning failed for numerical reasons. The message says which, and what to try. */
public final class LearningException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LearningException(String message) {
    super(message);
  }
}
