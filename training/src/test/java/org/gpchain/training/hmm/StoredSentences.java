package org.gpchain.training.hmm;

import java.util.List;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.math.Checks;

/**
 * Sentences in memory.
 *
 * @param wordCount number of different words W
 * @param sentences the numbers of the words of each, in {@code [0, W)}; not copied
 */
public record StoredSentences(int wordCount, List<int[]> sentences) implements SentenceStream {
  /** Checks the numbers. */
  public StoredSentences {
    Checks.atLeast("wordCount", wordCount, 1);
    for (int[] words : sentences) {
      for (int word : words) {
        Checks.index("a word", word, wordCount);
      }
    }
  }

  @Override
  public long sentenceCount() {
    return sentences.size();
  }

  @Override
  public long tokenCount() {
    return sentences.stream().mapToLong(words -> words.length).sum();
  }

  @Override
  public Pass pass(long seed) {
    int[] order = PermutationSampler.natural(sentences.size());
    PermutationSampler.shuffle(RandomSource.XO_SHI_RO_256_PP.create(seed), order);
    return new Pass() {
      private int next;

      @Override
      public boolean next(Batch batch, int limit) {
        batch.clear();
        while (next < order.length && batch.sentenceCount() < limit) {
          int[] words = sentences.get(order[next++]);
          batch.add(words, 0, words.length);
        }
        return batch.sentenceCount() > 0;
      }
    };
  }
}
