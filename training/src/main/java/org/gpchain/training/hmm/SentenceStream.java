package org.gpchain.training.hmm;

import java.io.IOException;
import java.util.Arrays;
import org.gpchain.core.hmm.HiddenMarkovModel;
import org.gpchain.core.math.Workspace;

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
    boolean next(Batch batch, int limit) throws IOException;

    @Override
    void close() throws IOException;
  }

  /** Some sentences of word numbers, one after the other. A buffer, filled again and again. */
  final class Batch {
    private int[] words = {};
    private int[] start = {0};
    private int sentences;

    /** An empty batch. */
    public Batch() {}

    /** Takes all sentences out. */
    public void clear() {
      sentences = 0;
    }

    /**
     * Adds a sentence.
     *
     * @param source word numbers; not modified
     * @param from index of the first word
     * @param to index after the last word
     */
    public void add(int[] source, int from, int to) {
      int begin = tokenCount();
      int end = begin + to - from;
      if (words.length < end) {
        words = Arrays.copyOf(words, Math.max(end, 2 * words.length));
      }
      System.arraycopy(source, from, words, begin, to - from);
      if (start.length < sentences + 2) {
        start = Arrays.copyOf(start, 2 * start.length + 2);
      }
      start[++sentences] = end;
    }

    /** Number of sentences. */
    public int sentenceCount() {
      return sentences;
    }

    /** Number of tokens of all sentences. */
    public int tokenCount() {
      return start[sentences];
    }

    /** Index of the first word of a sentence; of the sentence count: number of tokens. */
    public int start(int sentence) {
      return start[sentence];
    }

    /** The number of a word. */
    public int word(int token) {
      return words[token];
    }

    /** Log-likelihood of the sentences {@code [from, to)}. */
    double logLikelihood(HiddenMarkovModel model, int from, int to, Workspace workspace) {
      double sum = 0;
      for (int s = from; s < to; s++) {
        sum += model.logLikelihood(words, start[s], start[s + 1], workspace);
      }
      return sum;
    }

    /** Copies the words into an array that is returned, a larger one if need be. */
    int[] words(int[] buffer) {
      int[] copy = Workspace.ensure(buffer, tokenCount());
      System.arraycopy(words, 0, copy, 0, tokenCount());
      return copy;
    }
  }
}
