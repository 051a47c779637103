package org.gpchain.core.vectors;

import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.math.DenseColumns;
import org.gpchain.internal.core.math.SparseRows;

/**
 * The dense features of a model: the projected vectors of a token and of its neighbors. There is a
 * block of features, which is a feature group, for each offset from the token; a neighbor beyond
 * the sentence has zeros. Immutable; may be shared between threads.
 */
public final class VectorFeatures {
  /** No dense features. */
  public static final VectorFeatures NONE = new VectorFeatures(null, null, List.of(), null);

  private final String encoderId;
  private final VectorProjection projection;
  private final List<Integer> offsets;

  /** Identifies the projected vectors of these features in the cache. */
  private final Object cacheKey = new Object();

  /** The encoder; null until it is needed. */
  private volatile TokenVectors encoder;

  private VectorFeatures(
      String encoderId, VectorProjection projection, List<Integer> offsets, TokenVectors encoder) {
    this.encoderId = encoderId;
    this.projection = projection;
    this.offsets = List.copyOf(offsets);
    this.encoder = encoder;
  }

  /**
   * Returns the features of an encoder's vectors.
   *
   * @param projection projection of the encoder's vectors
   * @param offsets distinct offsets from the token, such as −1, 0 and 1
   */
  public static VectorFeatures of(
      TokenVectors encoder, VectorProjection projection, List<Integer> offsets) {
    check(projection, offsets);
    return new VectorFeatures(encoder.id(), projection, offsets, encoder);
  }

  /**
   * Returns features whose encoder is searched for when it is needed.
   *
   * @param encoderId {@link TokenVectors#id} of the encoder
   * @param projection projection of the encoder's vectors
   * @param offsets distinct offsets from the token, such as −1, 0 and 1
   */
  public static VectorFeatures of(
      String encoderId, VectorProjection projection, List<Integer> offsets) {
    check(projection, offsets);
    Objects.requireNonNull(encoderId, "encoderId");
    return new VectorFeatures(encoderId, projection, offsets, null);
  }

  private static void check(VectorProjection projection, List<Integer> offsets) {
    Objects.requireNonNull(projection, "projection");
    if (offsets.isEmpty() || Set.copyOf(offsets).size() < offsets.size()) {
      throw new IllegalArgumentException("offsets must be distinct, at least one, were " + offsets);
    }
  }

  /** Returns whether there are no dense features. */
  public boolean isNone() {
    return offsets.isEmpty();
  }

  /** Returns the {@link TokenVectors#id} of the encoder; null if there are no dense features. */
  public String encoderId() {
    return encoderId;
  }

  /** Returns the projection; null if there are no dense features. */
  public VectorProjection projection() {
    return projection;
  }

  /** Returns the offset of each block from the token. */
  public List<Integer> offsets() {
    return offsets;
  }

  /** Returns the number of blocks, each of which is a feature group. */
  public int blockCount() {
    return offsets.size();
  }

  /** Returns the number of dense features. Feature {@code i} belongs to block {@code i mod B}. */
  public int columnCount() {
    return isNone() ? 0 : projection.dimension() * blockCount();
  }

  /**
   * Returns the novelty above which a sentence is unlike the training text; empty if the novelty is
   * not measured, which requires a measure and the vectors of the tokens themselves, offset 0.
   */
  public OptionalDouble noveltyLimit() {
    if (isNone() || projection.novelty().isEmpty() || !offsets.contains(0)) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(projection.novelty().get().limit());
  }

  /**
   * Returns the {@linkplain VectorNovelty novelty} of a sentence, or NaN if the sentence is empty
   * or the novelty is not measured.
   *
   * @param columns dense features of this kind; may be null if the novelty is not measured
   * @param first row of the sentence's first token
   * @param length number of tokens
   */
  public double novelty(DenseColumns columns, int first, int length) {
    if (noveltyLimit().isEmpty()) {
      return Double.NaN;
    }
    VectorNovelty measure = projection.novelty().get();
    return measure.ofSentence(columns, offsets.indexOf(0), first, length);
  }

  /**
   * Returns the encoder, which is opened if necessary; null if there are no dense features.
   *
   * @throws MissingEncoderException if there is no such encoder
   */
  public TokenVectors encoder() {
    TokenVectors found = encoder;
    if (found == null && !isNone()) {
      found = Encoders.get(encoderId);
      encoder = found;
    }
    return found;
  }

  /**
   * Returns feature rows with the dense features of their sentences after the others.
   *
   * @param rows a row for each token of the sentences
   * @throws MissingEncoderException if the encoder is missing
   */
  public SparseRows addTo(SparseRows rows, List<TokenSequence> sentences) {
    return isNone() ? rows : rows.withDense(columns(sentences));
  }

  /**
   * Returns the dense features of sentences, a row for each token.
   *
   * @throws MissingEncoderException if the encoder is missing
   */
  public DenseColumns columns(List<TokenSequence> sentences) {
    int tokens = 0;
    for (TokenSequence sentence : sentences) {
      tokens += sentence.length();
    }

    int dimension = projection.dimension();
    float[] vectors = new float[Math.multiplyExact(tokens, dimension)];
    int[] vectorOf = new int[Math.multiplyExact(tokens, blockCount())];
    int first = 0;
    for (TokenSequence sentence : sentences) {
      float[] ofSentence = projectedVectors(sentence).values();
      System.arraycopy(ofSentence, 0, vectors, first * dimension, ofSentence.length);
      refer(first, sentence.length(), vectorOf);
      first += sentence.length();
    }
    return new DenseColumns(dimension, blockCount(), vectors, vectorOf);
  }

  /**
   * Returns the projected vectors of a sentence. They are cached: if the encoder's vectors of a
   * sentence are in the cache, the projection would otherwise take most of the time of a
   * prediction.
   */
  private DenseRows projectedVectors(TokenSequence sentence) {
    DenseRows cached = Encoders.cache().get(cacheKey, sentence.words());
    if (cached != null) {
      return cached;
    }

    DenseRows projected = projection.project(encoder().vectors(sentence));
    Encoders.cache().put(cacheKey, sentence.words(), projected);
    return projected;
  }

  /** Writes the vectors of the blocks of one sentence, whose first token is given. */
  private void refer(int first, int length, int[] vectorOf) {
    for (int t = 0; t < length; t++) {
      for (int b = 0; b < blockCount(); b++) {
        int neighbor = t + offsets.get(b);
        boolean isInSentence = neighbor >= 0 && neighbor < length;
        vectorOf[(first + t) * blockCount() + b] =
            isInSentence ? first + neighbor : DenseColumns.NONE;
      }
    }
  }
}
