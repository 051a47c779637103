package org.gpchain.core.vectors;

import java.util.Optional;
import org.gpchain.core.text.TokenSequence;

/**
 * A source of dense token vectors, such as a frozen encoder. The vectors of a sentence depend on
 * the words of that sentence alone. Thread-safe.
 */
public interface TokenVectors {
  /** Returns the number of dimensions E of each vector. */
  int dimension();

  /**
   * Returns a vector for each token.
   *
   * @param sentence of T tokens; may be empty
   * @return T rows of E numbers; may be shared between callers
   */
  DenseRows vectors(TokenSequence sentence);

  /** Returns the name and the SHA-256 of the encoder, which a model stores to find it again. */
  String id();

  /** Returns the ISO 639 code of the language that the encoder is for; empty if unknown or any. */
  default Optional<String> language() {
    return Optional.empty();
  }
}
