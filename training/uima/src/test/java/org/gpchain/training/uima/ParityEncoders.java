package org.gpchain.training.uima;

import java.io.IOException;
import java.util.Optional;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.vectors.DenseRows;
import org.gpchain.core.vectors.EncoderException;
import org.gpchain.core.vectors.Encoders;
import org.gpchain.core.vectors.TokenVectors;

/**
 * Encoders for tests, of any name but {@value #NOWHERE}. The vector of a word says whether the word
 * is capitalized and whether the sum of its letters is even. {@value #ON_CLASS_PATH} is found
 * without a location, and {@value #GERMAN} is for German.
 */
public final class ParityEncoders implements Encoders.Provider {
  static final String ON_CLASS_PATH = "on-class-path";
  static final String GERMAN = "german";
  static final String NOWHERE = "nowhere";

  /** A word on which the encoders fail. */
  static final String UNENCODABLE = "kaputt";

  /** Returns the id of an encoder. */
  static String id(String name) {
    return name + "@1";
  }

  /** Returns whether the sum of the letters of a word is even. */
  static boolean isEven(String word) {
    return word.chars().sum() % 2 == 0;
  }

  @Override
  public Optional<TokenVectors> ofId(String id) {
    if (id.equals(id(ON_CLASS_PATH))) {
      return Optional.of(new Parity(ON_CLASS_PATH));
    }
    return Optional.empty();
  }

  @Override
  public TokenVectors open(String location) throws IOException {
    if (location.equals(NOWHERE)) {
      throw new IOException("there is none");
    }
    return new Parity(location);
  }

  private record Parity(String name) implements TokenVectors {
    @Override
    public int dimension() {
      return 2;
    }

    @Override
    public String id() {
      return ParityEncoders.id(name);
    }

    @Override
    public Optional<String> language() {
      return name.equals(GERMAN) ? Optional.of("de") : Optional.empty();
    }

    @Override
    public DenseRows vectors(TokenSequence sentence) {
      float[] values = new float[2 * sentence.length()];
      for (int t = 0; t < sentence.length(); t++) {
        String word = sentence.words().get(t);
        if (word.equals(UNENCODABLE)) {
          throw new EncoderException("the word " + UNENCODABLE + " has no vector");
        }
        values[2 * t] = isEven(word) ? 1 : -1;
        values[2 * t + 1] = Character.isUpperCase(word.charAt(0)) ? 1 : -1;
      }
      return new DenseRows(sentence.length(), 2, values);
    }
  }
}
