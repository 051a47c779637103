package org.gpchain.internal.training.words;

import java.io.IOException;
import java.util.Arrays;
import org.gpchain.internal.core.math.LongIndex;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.training.hmm.EncodedText;

/** Counts how often each word stands at each distance from each of the commonest words. */
final class ContextCounts {
  /** Distances of the context from the word. */
  static final int[] OFFSETS = {-2, -1, 1, 2};

  private static final int FIRST_SIZE = 1 << 15;

  private final int contextWords;
  private final int wordCount;
  private final LongIndex pairs = new LongIndex(FIRST_SIZE);
  private int[] counts = new int[FIRST_SIZE];

  private ContextCounts(int wordCount, int contextWords) {
    this.wordCount = wordCount;
    this.contextWords = contextWords;
  }

  /**
   * @param sentences whose words are numbered by falling frequency
   * @param wordCount only words with smaller numbers are counted
   * @param contextWords only words with smaller numbers are contexts
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
   * The positive pointwise mutual information of words and contexts, with the frequencies of
   * contexts flattened by the power 0.75 (Levy, Goldberg and Dagan 2015).
   */
  ContextMatrix mutualInformation() {
    long[] keys = pairs.keys();
    double[] ofWord = new double[wordCount];
    double[] ofContext = new double[OFFSETS.length * contextWords];
    int[] entries = new int[wordCount + 1];
    for (int i = 0; i < keys.length; i++) {
      ofWord[word(keys[i])] += counts[i];
      ofContext[context(keys[i])] += counts[i];
      entries[word(keys[i]) + 1]++;
    }
    double flattened = 0;
    for (int c = 0; c < ofContext.length; c++) {
      ofContext[c] = Math.pow(ofContext[c], 0.75);
      flattened += ofContext[c];
    }
    Arrays.parallelPrefix(entries, Integer::sum);
    int[] next = Arrays.copyOf(entries, wordCount);
    int[] columns = new int[keys.length];
    float[] values = new float[keys.length];
    for (int i = 0; i < keys.length; i++) {
      int word = word(keys[i]);
      int context = context(keys[i]);
      int at = next[word]++;
      columns[at] = context;
      double information = Math.log(counts[i] * flattened / (ofWord[word] * ofContext[context]));
      values[at] = (float) Math.max(0, information);
    }
    return new ContextMatrix(SparseRows.of(ofContext.length, entries, columns, values));
  }

  private static int word(long pair) {
    return (int) (pair >>> Integer.SIZE);
  }

  private static int context(long pair) {
    return (int) pair;
  }
}
