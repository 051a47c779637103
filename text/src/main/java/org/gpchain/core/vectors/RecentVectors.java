package org.gpchain.core.vectors;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gpchain.core.text.TokenSequence;

/**
 * Token vectors that keeps those of recent sentences, since the same sentences are often encoded
 * again: by the two passes over a document, by the folds of a training, and by an annotation tool
 * after each annotation. Thread-safe.
 */
public final class RecentVectors implements TokenVectors {
  private final TokenVectors source;

  /** Maximum number of numbers in all kept vectors. */
  private final long capacity;

  /** Vectors by the words of their sentence, the least recently used first. */
  private final Map<List<String>, DenseRows> recent = new LinkedHashMap<>(16, 0.75f, true);

  private long used;

  /**
   * Creates a cache.
   *
   * @param source source of the vectors
   * @param capacity maximum number of numbers in all kept vectors
   */
  public RecentVectors(TokenVectors source, long capacity) {
    this.source = source;
    this.capacity = capacity;
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
    synchronized (recent) {
      DenseRows kept = recent.get(words);
      if (kept != null) {
        return kept;
      }
    }

    DenseRows vectors = source.vectors(sentence);
    keep(List.copyOf(words), vectors);
    return vectors;
  }

  private void keep(List<String> words, DenseRows vectors) {
    synchronized (recent) {
      DenseRows previous = recent.put(words, vectors);
      used += vectors.values().length;
      if (previous != null) {
        used -= previous.values().length;
      }

      Iterator<DenseRows> oldest = recent.values().iterator();
      while (used > capacity && oldest.hasNext()) {
        used -= oldest.next().values().length;
        oldest.remove();
      }
    }
  }
}
