package org.gpchain.internal.server.models;

import java.io.IOException;
import java.util.Optional;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.vectors.DenseRows;
import org.gpchain.core.vectors.EncoderException;
import org.gpchain.core.vectors.Encoders;
import org.gpchain.core.vectors.HashVectors;
import org.gpchain.core.vectors.TokenVectors;

/**
 * An encoder for tests with the location {@code counted}. It counts its calls and fails on the word
 * {@code kaputt}.
 */
public final class CountedEncoders implements Encoders.Provider {
  /** Id of the encoder. */
  public static final String ID = "counted@1";

  private static final HashVectors VECTORS = new HashVectors(ID, 8);

  /** Returns the number of sentences that have been encoded in this process. */
  public static int calls() {
    return VECTORS.calls();
  }

  @Override
  public Optional<TokenVectors> ofId(String id) {
    return id.equals(ID) ? Optional.of(new Session()) : Optional.empty();
  }

  @Override
  public TokenVectors open(String location) throws IOException {
    if (!location.equals("counted")) {
      throw new IOException("there is no such encoder");
    }
    return new Session();
  }

  private static final class Session implements TokenVectors {
    @Override
    public int dimension() {
      return VECTORS.dimension();
    }

    @Override
    public String id() {
      return ID;
    }

    @Override
    public DenseRows vectors(TokenSequence sentence) {
      if (sentence.words().contains("kaputt")) {
        throw new EncoderException("the encoder for tests fails on kaputt");
      }
      return VECTORS.vectors(sentence);
    }
  }
}
