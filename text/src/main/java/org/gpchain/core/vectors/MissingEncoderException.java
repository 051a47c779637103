package org.gpchain.core.vectors;

import java.util.Collection;

/** Signals that the encoder of a model is not available. */
public final class MissingEncoderException extends EncoderException {
  private static final long serialVersionUID = 1;

  private static final String NOT_FOUND = "was not found";

  /**
   * Creates an exception whose message names the encoder and says how to add it.
   *
   * @param id {@link TokenVectors#id} of the encoder
   * @param cause why it could not be read; null if it was not found
   */
  public MissingEncoderException(String id, Throwable cause) {
    super(
        message(id, cause == null ? NOT_FOUND : "could not be read: " + cause.getMessage()), cause);
  }

  /**
   * Creates an exception whose message names the missing encoder, and the encoders of the same name
   * that are available.
   *
   * @param id {@link TokenVectors#id} of the encoder
   * @param otherVersions ids of encoders with the same name, but other content; may be empty
   */
  public MissingEncoderException(String id, Collection<String> otherVersions) {
    super(message(id, problem(otherVersions)));
  }

  private static String problem(Collection<String> otherVersions) {
    if (otherVersions.isEmpty()) {
      return NOT_FOUND;
    }
    return NOT_FOUND
        + ", only one of the same name with other content: "
        + String.join(", ", otherVersions);
  }

  private static String message(String id, String problem) {
    return String.format(
        "the encoder %s, whose vectors the model reads, %s; add the artifacts"
            + " org.gpchain:gpchain-encoder and org.gpchain:gpchain-encoder-en (in the"
            + " archive: unpack gpchain-encoder-en-VERSION.zip into its folder), or"
            + " specify the folder of the encoder with which the model was trained"
            + " (--encoder DIR; in UIMA, encoderLocation)",
        id, problem);
  }
}
