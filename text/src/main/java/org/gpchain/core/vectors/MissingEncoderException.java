package org.gpchain.core.vectors;

/** Signals that the encoder of a model is not available. */
public final class MissingEncoderException extends EncoderException {
  private static final long serialVersionUID = 1;

  /**
   * Creates an exception whose message names the encoder and says how to add it.
   *
   * @param id {@link TokenVectors#id} of the encoder
   * @param cause why it could not be read; null if it was not found
   */
  public MissingEncoderException(String id, Throwable cause) {
    super(message(id, cause), cause);
  }

  private static String message(String id, Throwable cause) {
    String problem = cause == null ? "was not found" : "could not be read: " + cause.getMessage();
    return String.format(
        "the encoder %s, whose vectors the model reads, %s; add the artifacts"
            + " org.gpchain:gpchain-encoder and org.gpchain:gpchain-encoder-en, or give the folder"
            + " of the encoder with which the model was trained (--encoder DIR)",
        id, problem);
  }
}
