package org.gpchain.core.vectors;

/** An encoder cannot be loaded or run. The message says what is wrong and how to fix it. */
public class EncoderException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates an exception without a cause. */
  public EncoderException(String message) {
    super(message);
  }

  /** Creates an exception with a cause. */
  public EncoderException(String message, Throwable cause) {
    super(message, cause);
  }
}
