package org.gpchain.internal.training.hmm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.Refusals.assertFails;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ClusterStartTest {
  private static final int STATES = 3;
  private static final int WORDS = 5;

  /** Words 0 and 1 are in cluster 0, word 2 is in cluster 2; words 3 and 4 have no cluster. */
  private static final int[] CLUSTERS = {0, 0, 2};

  private static final EncodedText SENTENCES =
      StoredSentences.of(WORDS, new int[] {0, 2, 1}, new int[] {3, 0, 0, 2, 4}, new int[] {1});

  /** Compares with counts by hand, plus a tenth of a random start. */
  @Test
  void combinesCountsWithARandomStart() throws IOException {
    GlobalCounts random = GlobalCounts.random(STATES, SENTENCES, 5);
    GlobalCounts start = ClusterStart.of(STATES, SENTENCES, CLUSTERS, 5);

    double[][] pairs = {{1, 0, 2}, {0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    for (int from = 0; from <= STATES; from++) {
      for (int to = 0; to < STATES; to++) {
        assertThat(start.transition(from, to))
            .isCloseTo(
                0.9 * pairs[from][to] * 9 / 6 + 0.1 * random.transition(from, to), within(1e-12));
      }
    }
    int[] words = {3, 2, 2, 1, 1};
    for (int w = 0; w < WORDS; w++) {
      for (int k = 0; k < STATES; k++) {
        double noise = random.emission(w, k) * words[w] * WORDS / 9;
        double counted = w < 3 && CLUSTERS[w] == k ? words[w] : 0;
        double expected = w < 3 ? 0.9 * counted + 0.1 * noise : noise;
        assertThat(start.emission(w, k)).isCloseTo(expected, within(1e-12));
      }
    }
  }

  /** Without clusters, the start is random. */
  @Test
  void isRandomWithoutClusters() throws IOException {
    GlobalCounts start = ClusterStart.of(STATES, SENTENCES, new int[0], 5);
    for (int from = 0; from <= STATES; from++) {
      assertThat(start.fromTotals[from]).isPositive();
    }
    for (int k = 0; k < STATES; k++) {
      assertThat(start.stateTotals[k]).isPositive();
    }
  }

  @Test
  void rejectsClustersBeyondTheStates() {
    assertFails(
        IndexOutOfBoundsException.class,
        () -> ClusterStart.of(STATES, SENTENCES, new int[] {0, 3}, 5),
        "cluster");
  }
}
