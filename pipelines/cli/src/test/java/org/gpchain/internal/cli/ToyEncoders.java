package org.gpchain.internal.cli;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.vectors.DenseRows;
import org.gpchain.core.vectors.EncoderException;
import org.gpchain.core.vectors.Encoders;
import org.gpchain.core.vectors.TokenVectors;

/**
 * Encoders for tests. The vectors of {@code toy} tell something about words that their letters do
 * not: whether their hash is even. The encoder {@code broken} fails on the word {@code kaputt}, and
 * {@code german} is for German. Encoders whose names begin with {@code late-} have the vectors of
 * {@code toy}.
 */
public final class ToyEncoders implements Encoders.Provider {
  @Override
  public Optional<TokenVectors> ofId(String id) {
    return Optional.empty();
  }

  @Override
  public TokenVectors open(String location) throws IOException {
    if (!List.of("toy", "broken", "german").contains(location) && !location.startsWith("late-")) {
      throw new IOException("there is no toy encoder of this name");
    }
    return new ToyVectors(location);
  }

  /** Returns whether the hash of a word is even, which is its kind in these tests. */
  static boolean isEven(String word) {
    return (word.hashCode() * 0x9E3779B9 >>> 16) % 2 == 0;
  }

  private record ToyVectors(String name) implements TokenVectors {
    @Override
    public int dimension() {
      return 3;
    }

    @Override
    public String id() {
      return name + "@1";
    }

    @Override
    public Optional<String> language() {
      return name.equals("german") ? Optional.of("de") : Optional.empty();
    }

    @Override
    public DenseRows vectors(TokenSequence sentence) {
      float[] values = new float[3 * sentence.length()];
      for (int t = 0; t < sentence.length(); t++) {
        String word = sentence.words().get(t);
        if (name.equals("broken") && word.equals("kaputt")) {
          throw new EncoderException("the toy encoder is broken");
        }
        values[3 * t] = isEven(word) ? 1 : -1;
        values[3 * t + 1] = word.length() / 10f;
        values[3 * t + 2] = Character.isUpperCase(word.charAt(0)) ? 1 : -1;
      }
      return new DenseRows(sentence.length(), 3, values);
    }
  }
}
