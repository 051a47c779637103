package org.gpchain.core.vectors;

import java.util.List;
import java.util.Optional;
import org.gpchain.core.text.TokenSequence;

/**
 * Token vectors that keeps those of recent sentences, since the same sentences are often encoded
 * again: by the two passes over a document, by the models of an annotation project, and by an
 * annotation tool after each annotation. Thread-safe.
 */
public final class RecentVectors implements TokenVectors {
  private final TokenVectors source;
  private final VectorCache cache;

  /**
   * Creates token vectors with a cache.
   *
   * @param source source of the vectors
   * @param cache cache, which may be shared with other encoders
   */
  public RecentVectors(TokenVectors source, VectorCache cache) {
    this.source = source;
    this.cache = cache;
  }

  @Override
  public int dimension() {
    return source.dimension();
  }

  @Override
  public String id() {
    return source.id();
  }

  @Override
  public Optional<String> language() {
    return source.language();
  }

  @Override
  public DenseRows vectors(TokenSequence sentence) {
    List<String> words = sentence.words();
    DenseRows cached = cache.get(id(), words);
    if (cached != null) {
      return cached;
    }

    DenseRows vectors = source.vectors(sentence);
    cache.put(id(), words, vectors);
    return vectors;
  }
}
