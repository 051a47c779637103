package org.gpchain.core.vectors;

import java.util.concurrent.atomic.AtomicInteger;
import org.gpchain.core.text.TokenSequence;

/** Token vectors for tests: numbers in [−1, 1) that depend on the word and on its left neighbor. */
public final class HashVectors implements TokenVectors {
  private final String id;
  private final int dimension;
  private final AtomicInteger calls = new AtomicInteger();

  /** Creates vectors with a number of dimensions. */
  public HashVectors(String id, int dimension) {
    this.id = id;
    this.dimension = dimension;
  }

  /** Returns the number of sentences that have been encoded. */
  public int calls() {
    return calls.get();
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public DenseRows vectors(TokenSequence sentence) {
    calls.incrementAndGet();
    float[] values = new float[sentence.length() * dimension];
    String left = "";
    for (int t = 0; t < sentence.length(); t++) {
      String word = sentence.words().get(t);
      for (int e = 0; e < dimension; e++) {
        int hash = (word + "/" + left + "/" + e).hashCode() * 0x9E3779B9;
        values[t * dimension + e] = (hash >> 8) / (float) (1 << 23);
      }
      left = word;
    }
    return new DenseRows(sentence.length(), dimension, values);
  }
}
