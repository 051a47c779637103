package org.gpchain.internal.training.data;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.gpchain.core.vectors.TokenVectors;
import org.gpchain.internal.core.math.Checks;

/**
 * How a model uses the vectors of an encoder.
 *
 * @param encoder source of the vectors
 * @param dimensions maximum number of dimensions to which the vectors are projected
 * @param offsets distinct offsets of the tokens whose vectors a token reads, such as −1, 0 and 1;
 *     each is a feature group
 */
public record EncoderUse(TokenVectors encoder, int dimensions, List<Integer> offsets) {
  /** Default maximum number of dimensions. */
  public static final int DEFAULT_DIMENSIONS = 128;

  /** Default offsets: the token and its two neighbors. */
  public static final List<Integer> DEFAULT_OFFSETS = List.of(-1, 0, 1);

  /** Checks the values, and copies the list. */
  public EncoderUse {
    Objects.requireNonNull(encoder, "encoder");
    Checks.atLeast("dimensions", dimensions, 1);
    offsets = List.copyOf(offsets);
    if (offsets.isEmpty() || Set.copyOf(offsets).size() < offsets.size()) {
      throw new IllegalArgumentException("offsets must be distinct, at least one, were " + offsets);
    }
  }

  /** Returns the use with default settings. */
  public static EncoderUse of(TokenVectors encoder) {
    return new EncoderUse(encoder, DEFAULT_DIMENSIONS, DEFAULT_OFFSETS);
  }

  /** Returns this use with another maximum number of dimensions. */
  public EncoderUse withDimensions(int most) {
    return new EncoderUse(encoder, most, offsets);
  }
}
