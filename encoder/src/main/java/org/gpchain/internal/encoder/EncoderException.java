package org.gpchain.internal.encoder;

/** An encoder can't be loaded or run. The message says which file is wrong and how to fix it. */
public final class EncoderException extends RuntimeException {
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
