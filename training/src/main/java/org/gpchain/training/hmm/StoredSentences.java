package org.gpchain.training.hmm;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.math.Checks;
import org.gpchain.training.hmm.SentenceStream.Batch;

/** Sentences in memory. */
public final class StoredSentences implements SentenceStream {
  private final int wordCount;
  private final int[] words;
  private final int[] start;

  /**
   * Sentences from their parts.
   *
   * @param wordCount number of different words W
   * @param words numbers of the words of all sentences, in {@code [0, W)}; kept
   * @param start {@code [sentences+1]}, index of the first word of each sentence, ascending from 0;
   *     kept
   */
  public StoredSentences(int wordCount, int[] words, int[] start) {
    this.wordCount = Checks.atLeast("wordCount", wordCount, 1);
    this.words = words;
    this.start = start;
    Checks.length("words", words.length, start[start.length - 1], "[tokens]");
    for (int word : words) {
      Checks.index("a word", word, wordCount);
    }
  }

  /**
   * Sentences from lists.
   *
   * @param wordCount number of different words W
   * @param sentences word numbers of each; not modified
   */
  public static StoredSentences of(int wordCount, List<int[]> sentences) {
    int[] start = new int[sentences.size() + 1];
    for (int s = 0; s < sentences.size(); s++) {
      start[s + 1] = start[s] + sentences.get(s).length;
    }
    return new StoredSentences(
        wordCount, sentences.stream().flatMapToInt(Arrays::stream).toArray(), start);
  }

  @Override
  public long sentenceCount() {
    return start.length - 1L;
  }

  @Override
  public long tokenCount() {
    return words.length;
  }

  @Override
  public int wordCount() {
    return wordCount;
  }

  @Override
  public Pass pass(long seed) {
    int[] order = PermutationSampler.natural(start.length - 1);
    PermutationSampler.shuffle(RandomSource.XO_SHI_RO_256_PP.create(seed), order);
    return new Pass() {
      private int next;

      @Override
      public boolean next(Batch batch, int limit) {
        batch.clear();
        while (next < order.length && batch.sentenceCount() < limit) {
          int sentence = order[next++];
          batch.add(words, start[sentence], start[sentence + 1]);
        }
        return batch.sentenceCount() > 0;
      }

      @Override
      public void close() {}
    };
  }
}
