package org.gpchain.training.words;

import java.io.IOException;
import java.util.Arrays;
import org.gpchain.core.math.Seeds;
import org.gpchain.core.math.SparseRows;
import org.gpchain.training.hmm.EncodedText;
import org.gpchain.training.hmm.EncodedText.Batch;

/**
 * Counts how often each word stands at each distance from each of the commonest words: an open hash
 * table from pairs of a word and a context to counts.
 */
final class ContextCounts {
  /** Distances of the context from the word. */
  static final int[] OFFSETS = {-2, -1, 1, 2};

  private static final long FREE = -1;
  private static final int SLICE = 1024;

  private final int contextWords;
  private final int wordCount;
  private long[] keys = new long[1 << 16];
  private int[] counts = new int[1 << 16];
  private int used;

  private ContextCounts(int wordCount, int contextWords) {
    this.wordCount = wordCount;
    this.contextWords = contextWords;
    Arrays.fill(keys, FREE);
  }

  /**
   * @param sentences whose words are numbered by falling frequency
   * @param wordCount only words with smaller numbers are counted
   * @param contextWords only words with smaller numbers are contexts
   */
  static ContextCounts of(EncodedText sentences, int wordCount, int contextWords)
      throws IOException {
    ContextCounts counts = new ContextCounts(wordCount, contextWords);
    Batch batch = new Batch();
    EncodedText.Pass pass = sentences.pass(0);
    while (pass.next(batch, SLICE)) {
      for (int s = 0; s < batch.sentenceCount(); s++) {
        counts.add(batch, s);
      }
    }
    return counts;
  }

  private void add(Batch batch, int sentence) {
    int begin = batch.start(sentence);
    int end = batch.start(sentence + 1);
    for (int t = begin; t < end; t++) {
      int word = batch.word(t);
      if (word >= wordCount) {
        continue;
      }
      for (int o = 0; o < OFFSETS.length; o++) {
        int other = t + OFFSETS[o];
        if (other >= begin && other < end && batch.word(other) < contextWords) {
          add(word, o * contextWords + batch.word(other));
        }
      }
    }
  }

  private void add(int word, int context) {
    long key = (long) word << Integer.SIZE | context;
    int slot = slot(key);
    if (keys[slot] == FREE) {
      keys[slot] = key;
      used++;
      if (2 * used > keys.length) {
        grow();
        slot = slot(key);
      }
    }
    counts[slot]++;
  }

  private int slot(long key) {
    int slot = (int) Seeds.mix(0, key) & (keys.length - 1);
    while (keys[slot] != FREE && keys[slot] != key) {
      slot = (slot + 1) & (keys.length - 1);
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldCounts = counts;
    keys = new long[2 * oldKeys.length];
    counts = new int[keys.length];
    Arrays.fill(keys, FREE);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != FREE) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        counts[slot] = oldCounts[i];
      }
    }
  }

  /**
   * The positive pointwise mutual information of words and contexts, with the frequencies of
   * contexts flattened by the power 0.75 (Levy, Goldberg and Dagan 2015).
   */
  ContextMatrix mutualInformation() {
    double[] ofWord = new double[wordCount];
    double[] ofContext = new double[OFFSETS.length * contextWords];
    int[] entries = new int[wordCount + 1];
    for (int i = 0; i < keys.length; i++) {
      if (keys[i] != FREE) {
        ofWord[word(i)] += counts[i];
        ofContext[context(i)] += counts[i];
        entries[word(i) + 1]++;
      }
    }
    double flattened = 0;
    for (int c = 0; c < ofContext.length; c++) {
      ofContext[c] = Math.pow(ofContext[c], 0.75);
      flattened += ofContext[c];
    }
    Arrays.parallelPrefix(entries, Integer::sum);
    int[] next = Arrays.copyOf(entries, wordCount);
    int[] columns = new int[used];
    float[] values = new float[used];
    for (int i = 0; i < keys.length; i++) {
      if (keys[i] != FREE) {
        int at = next[word(i)]++;
        columns[at] = context(i);
        double information =
            Math.log(counts[i] * flattened / (ofWord[word(i)] * ofContext[context(i)]));
        values[at] = (float) Math.max(0, information);
      }
    }
    return new ContextMatrix(SparseRows.of(ofContext.length, entries, columns, values));
  }

  private int word(int slot) {
    return (int) (keys[slot] >>> Integer.SIZE);
  }

  private int context(int slot) {
    return (int) keys[slot];
  }
}
