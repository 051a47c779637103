package org.gpchain.training.hmm;

import java.io.IOException;

/**
 * Sentences of word numbers that can be read again and again, each time in another order. Only a
 * part of them needs to be in memory.
 */
public interface SentenceStream {
  /** Number of sentences. */
  long sentenceCount();

  /** Number of tokens of all sentences. */
  long tokenCount();

  /** Number of different words W; words are numbers in {@code [0, W)}. */
  int wordCount();

  /**
   * Begins a pass over all sentences.
   *
   * @param seed decides on their order
   */
  Pass pass(long seed);

  /** One pass over all sentences. */
  interface Pass extends AutoCloseable {
    /**
     * Reads the next sentences.
     *
     * @param batch is emptied, then filled with as many sentences as there are left
     * @param limit at most so many
     * @return whether there was at least one
     */
    boolean next(SentenceBatch batch, int limit) throws IOException;

    @Override
    void close() throws IOException;
  }
}
