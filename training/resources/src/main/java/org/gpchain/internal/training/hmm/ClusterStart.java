package org.gpchain.internal.training.hmm;

import java.io.IOException;
import java.util.Arrays;
import org.gpchain.internal.core.math.Checks;

/**
 * Computes initial counts from word clusters. All tokens of a word are in the state of its cluster,
 * and the transitions are the transitions between the clusters of neighboring words.
 *
 * <p>A share of all counts, and all counts of words without a cluster, come from a random start.
 * Thus each state has some probability of each word, and no two states are equal.
 */
final class ClusterStart {
  /** Share of the counts that come from a random start. */
  private static final double RANDOM_SHARE = 0.1;

  private final int states;
  private final int[] clusters;

  /** Number of occurrences of each word, {@code [W]}. */
  private final long[] words;

  /**
   * Number of transitions between neighboring words that both have a cluster, {@code [(K+1)×K]};
   * the last row is the start.
   */
  private final double[] transitions;

  private ClusterStart(int states, int wordCount, int[] clusters) {
    this.states = states;
    this.clusters = clusters;
    words = new long[wordCount];
    transitions = new double[(states + 1) * states];
  }

  /**
   * Returns the initial counts.
   *
   * @param states number of states K
   * @param sentences sentences, which are read once
   * @param clusters cluster of each of the first words, in {@code [0, K)}; words with higher
   *     numbers have no cluster; not modified
   * @param seed seed of the random start
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
      // Words without a cluster have the state −1.
      int to = word < clusters.length ? clusters[word] : -1;
      words[word]++;
      if (from >= 0 && to >= 0) {
        transitions[from * states + to]++;
      }
      from = to;
    }
  }

  private GlobalCounts blend(GlobalCounts random, long tokens) {
    blendTransitions(random, tokens);
    return new GlobalCounts(states, transitions, emissions(random, tokens));
  }

  private void blendTransitions(GlobalCounts random, long tokens) {
    double counted = Arrays.stream(transitions).sum();
    double scale = counted > 0 ? (1 - RANDOM_SHARE) * tokens / counted : 0;
    for (int from = 0; from <= states; from++) {
      for (int to = 0; to < states; to++) {
        int cell = from * states + to;
        transitions[cell] = scale * transitions[cell] + RANDOM_SHARE * random.transition(from, to);
      }
    }
  }

  private double[] emissions(GlobalCounts random, long tokens) {
    double[] emissions = new double[words.length * states];
    for (int w = 0; w < words.length; w++) {
      boolean hasCluster = w < clusters.length;
      double randomShare = hasCluster ? RANDOM_SHARE : 1;
      // The random start expects the same number of occurrences of each word.
      double scale = randomShare * words[w] * words.length / tokens;
      for (int k = 0; k < states; k++) {
        emissions[w * states + k] = scale * random.emission(w, k);
      }
      if (hasCluster) {
        emissions[w * states + clusters[w]] += (1 - RANDOM_SHARE) * words[w];
      }
    }
    return emissions;
  }
}
