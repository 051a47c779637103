package org.gpchain.internal.core.file;

/** A file holds a posterior for which there is no codec on the class path. */
public final class MissingCodecException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The artifact that has the codecs of all posteriors that core has no codec for. */
  private static final String ARTIFACT = "org.gpchain:gpchain-gp";

  /**
   * Creates an exception.
   *
   * @param kind kind of posterior that cannot be read or written
   */
  MissingCodecException(PosteriorCodec.Kind kind) {
    super(
        "%s needs the artifact %s, in the version of gpchain-core; add it to the class path"
            .formatted(kind.description(), ARTIFACT));
  }
}
