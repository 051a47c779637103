package org.gpchain.internal.training.hmm;

import java.io.IOException;
import java.util.Arrays;
import org.gpchain.internal.core.math.Checks;

/**
 * Counts to start from, made of clusters of words: the tokens of a word are in the state of its
 * cluster, and the transitions are those between the clusters of neighbouring words. A share of all
 * counts, and all those of words without a cluster, are a random start's: no state is quite without
 * a word, and no two states are alike.
 */
final class ClusterStart {
  private static final double RANDOM_SHARE = 0.1;

  private final int states;
  private final int[] clusters;

  /** {@code [W]}, how often each word occurs. */
  private final long[] words;

  /** {@code [(K+1)×K]}, between neighbours that both have a cluster; the start is the last row. */
  private final double[] transitions;

  private ClusterStart(int states, int wordCount, int[] clusters) {
    this.states = states;
    this.clusters = clusters;
    words = new long[wordCount];
    transitions = new double[(states + 1) * states];
  }

  /**
   * @param states number of states K
   * @param sentences are read once
   * @param clusters of the words whose numbers are smaller than its length, in {@code [0, K)}; not
   *     modified
   * @param seed of what is random
   */
  static GlobalCounts of(int states, EncodedText sentences, int[] clusters, long seed)
      throws IOException {
    for (int cluster : clusters) {
      Checks.index("a cluster", cluster, states);
    }
    ClusterStart start = new ClusterStart(states, sentences.wordCount(), clusters);
    sentences.forEach(seed, start::count);
    return start.blend(GlobalCounts.random(states, sentences, seed), sentences.tokenCount());
  }

  private void count(int[] sentence) {
    int from = states;
    for (int word : sentence) {
      int to = word < clusters.length ? clusters[word] : -1;
      words[word]++;
      if (from >= 0 && to >= 0) {
        transitions[from * states + to]++;
      }
      from = to;
    }
  }

  private GlobalCounts blend(GlobalCounts random, long tokens) {
    double counted = Arrays.stream(transitions).sum();
    double scale = counted > 0 ? (1 - RANDOM_SHARE) * tokens / counted : 0;
    for (int from = 0; from <= states; from++) {
      for (int to = 0; to < states; to++) {
        int cell = from * states + to;
        transitions[cell] = scale * transitions[cell] + RANDOM_SHARE * random.transition(from, to);
      }
    }
    double[] emissions = new double[words.length * states];
    for (int w = 0; w < words.length; w++) {
      // A random start expects each word equally often.
      double share = (w < clusters.length ? RANDOM_SHARE : 1) * words[w] * words.length / tokens;
      for (int k = 0; k < states; k++) {
        emissions[w * states + k] = share * random.emission(w, k);
      }
      if (w < clusters.length) {
        emissions[w * states + clusters[w]] += (1 - RANDOM_SHARE) * words[w];
      }
    }
    return new GlobalCounts(states, transitions, emissions);
  }
}
