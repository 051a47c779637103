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

  /** Begins a pass over all sentences, in an order that the seed decides on. */
  Pass pass(long seed);

  /** One pass over all sentences. */
  @FunctionalInterface
  interface Pass {
    /**
     * Empties a batch and fills it with the next sentences, at most as many as the limit; returns
     * whether there was at least one.
     */
    boolean next(Batch batch, int limit) throws IOException;
  }

  /** Some sentences of word numbers, one after the other. A buffer, filled again and again. */
  final class Batch {
    private int[] words = {};
    private int[] start = {0};
    private int sentences;

    public void clear() {
      sentences = 0;
    }

    /** Adds the word numbers {@code [from, to)} of an array, not modified, as a sentence. */
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

    public int sentenceCount() {
      return sentences;
    }

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
