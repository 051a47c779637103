package org.gpchain.internal.training.words;

import java.io.IOException;
import java.util.Arrays;
import org.gpchain.internal.core.math.LongIndex;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.training.hmm.EncodedText;

/** Counts of how often each word occurs at each offset from each of the most frequent words. */
final class ContextCounts {
  /** Offsets of a context word from the word (tokens). */
  static final int[] OFFSETS = {-2, -1, 1, 2};

  /** Exponent that smooths the frequencies of contexts. */
  private static final double CONTEXT_SMOOTHING = 0.75;

  /** Initial capacity (word-context pairs). */
  private static final int INITIAL_CAPACITY = 1 << 15;

  private final int contextWords;
  private final int wordCount;
  private final LongIndex pairs = new LongIndex(INITIAL_CAPACITY);
  private int[] counts = new int[INITIAL_CAPACITY];

  private ContextCounts(int wordCount, int contextWords) {
    this.wordCount = wordCount;
    this.contextWords = contextWords;
  }

  /**
   * Counts the contexts of words.
   *
   * @param sentences sentences whose words are numbered by descending frequency
   * @param wordCount number of the most frequent words that are counted
   * @param contextWords number of the most frequent words that count as contexts
   */
  static ContextCounts of(EncodedText sentences, int wordCount, int contextWords)
      throws IOException {
    ContextCounts counts = new ContextCounts(wordCount, contextWords);
    sentences.forEach(0, counts::add);
    return counts;
  }

  private void add(int[] sentence) {
    for (int t = 0; t < sentence.length; t++) {
      int word = sentence[t];
      if (word >= wordCount) {
        continue;
      }

      for (int o = 0; o < OFFSETS.length; o++) {
        int other = t + OFFSETS[o];
        if (other >= 0 && other < sentence.length && sentence[other] < contextWords) {
          add(word, o * contextWords + sentence[other]);
        }
      }
    }
  }

  private void add(int word, int context) {
    int pair = pairs.add(LongIndex.pair(word, context));
    if (pair == counts.length) {
      counts = Arrays.copyOf(counts, 2 * pair);
    }
    counts[pair]++;
  }

  /**
   * Returns the positive pointwise mutual information of words and contexts, in which the
   * frequencies of contexts are smoothed by the power 0.75 (Levy, Goldberg and Dagan 2015).
   */
  ContextMatrix mutualInformation() {
    long[] keys = pairs.keys();
    double[] wordFrequency = new double[wordCount];
    double[] contextFrequency = new double[OFFSETS.length * contextWords];
    int[] rowStart = new int[wordCount + 1];
    for (int i = 0; i < keys.length; i++) {
      wordFrequency[word(keys[i])] += counts[i];
      contextFrequency[context(keys[i])] += counts[i];
      rowStart[word(keys[i]) + 1]++;
    }
    Arrays.parallelPrefix(rowStart, Integer::sum);

    double smoothedTotal = 0;
    for (int c = 0; c < contextFrequency.length; c++) {
      contextFrequency[c] = Math.pow(contextFrequency[c], CONTEXT_SMOOTHING);
      smoothedTotal += contextFrequency[c];
    }

    int[] nextEntry = Arrays.copyOf(rowStart, wordCount);
    int[] columns = new int[keys.length];
    float[] values = new float[keys.length];
    for (int i = 0; i < keys.length; i++) {
      int word = word(keys[i]);
      int context = context(keys[i]);
      int entry = nextEntry[word]++;
      double expected = wordFrequency[word] * contextFrequency[context];
      double information = Math.log(counts[i] * smoothedTotal / expected);
      columns[entry] = context;
      values[entry] = (float) Math.max(0, information);
    }
    return new ContextMatrix(SparseRows.of(contextFrequency.length, rowStart, columns, values));
  }

  private static int word(long pair) {
    return (int) (pair >>> Integer.SIZE);
  }

  private static int context(long pair) {
    return (int) pair;
  }
}
