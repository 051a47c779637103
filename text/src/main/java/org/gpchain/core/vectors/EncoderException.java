package org.gpchain.core.vectors;

import org.gpchain.core.text.VisibleText;

/**
 * An encoder cannot be loaded or run. The message says in one line what is wrong and how to fix it.
 * Long messages, which may quote files, are truncated.
 */
public class EncoderException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates an exception without a cause. */
  public EncoderException(String message) {
    super(VisibleText.message(message));
  }

  /** Creates an exception with a cause. */
  public EncoderException(String message, Throwable cause) {
    super(VisibleText.message(message), cause);
  }
}
