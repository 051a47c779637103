package org.gpchain.core.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StateVectorsTest {
  /** Two states and three words, of which the last has no state. */
  private static StateVectors vectors(double... transitions) {
    return new StateVectors(
        new WordStates(
            new double[] {1, 0},
            transitions,
            new int[] {0, 2, 3, 3},
            new byte[] {0, 1, 1},
            new float[] {0.5f, 0.125f, 0.75f}));
  }

  /** The stationary distribution is (1/3, 2/3), so that the first word's states are as 2 to 1. */
  @Test
  void statesCountAsOftenAsTheyOccur() {
    StateVectors vectors = vectors(0.5, 0.5, 0.25, 0.75);
    assertThat(vectors.dimension()).isEqualTo(2);
    assertThat(vectors.of(0))
        .containsExactly(new double[] {Math.sqrt(2.0 / 3), Math.sqrt(1.0 / 3)}, within(1e-9));
    assertThat(vectors.of(1)).containsExactly(0, 1);
    assertThat(vectors.of(2)).containsExactly(0, 0);
    assertThat(IntStream.range(0, 3).filter(vectors::knows)).containsExactly(0, 1);
  }

  /** A chain that alternates is in each state half of the time. */
  @Test
  void chainsMayAlternate() {
    assertThat(vectors(0, 1, 1, 0).of(0))
        .containsExactly(new double[] {Math.sqrt(0.8), Math.sqrt(0.2)}, within(1e-9));
  }
}
