package org.gpchain.internal.core.hmm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.gpchain.internal.core.chain.BruteForce;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@link StateLattice} against an enumeration of all state sequences. */
public class StateLatticeTest {
  private static final double TOLERANCE = 1e-12;

  /** Enumerates all state sequences of a sentence. */
  public static BruteForce enumerate(HiddenMarkovModel hmm, int... words) {
    int k = hmm.stateCount();
    double[] unary = new double[words.length * k];
    for (int i = 0; i < unary.length; i++) {
      double start = i < k ? hmm.start()[i] : 1;
      unary[i] = Math.log(start * hmm.emissions()[words[i / k] * k + i % k]);
    }
    double[] pairwise = Arrays.stream(hmm.transitions()).map(Math::log).toArray();
    return new BruteForce(unary, pairwise, words.length, k);
  }

  @ParameterizedTest(name = "{0} states, {1} tokens")
  @CsvSource({"1, 1", "1, 4", "2, 1", "3, 2", "4, 5", "5, 6", "6, 5", "2, 9"})
  void agreesWithEnumeration(int states, int length) {
    int wordCount = 4;
    Random random = new Random(31L * states + length);
    HiddenMarkovModel hmm = randomParameters(states, wordCount, random);
    // The sentence is a part of a longer array.
    int[] words = random.ints(length + 3, 0, wordCount).toArray();
    int from = 2;
    BruteForce oracle = enumerate(hmm, Arrays.copyOfRange(words, from, from + length));

    StateLattice lattice = new StateLattice();
    assertThat(lattice.run(hmm, words, from, from + length))
        .isCloseTo(oracle.logPartition(), within(TOLERANCE));

    double[] posteriors = new double[length * states + 1];
    lattice.posteriors(posteriors, 1);
    assertThat(Arrays.copyOfRange(posteriors, 1, posteriors.length))
        .containsExactly(oracle.marginals(), within(TOLERANCE));

    double[] outer = new double[states * states];
    lattice.addOuterProducts(outer);
    Arrays.setAll(outer, i -> outer[i] * hmm.transitions()[i]);
    assertThat(outer).containsExactly(oracle.expectedTransitions(), within(TOLERANCE));
  }

  /** A sentence of two tokens has one transition, whose expected count is its probability. */
  @Test
  void absenceOfATransitionIsTheComplementOfItsProbability() {
    HiddenMarkovModel hmm = randomParameters(3, 2, new Random(5));
    StateLattice lattice = new StateLattice();
    lattice.run(hmm, new int[] {1, 0}, 0, 2);
    double[] outer = new double[9];
    lattice.addOuterProducts(outer);
    double[] absence = new double[9];
    Arrays.fill(absence, 1);
    lattice.multiplyAbsence(absence);
    for (int i = 0; i < 9; i++) {
      assertThat(absence[i]).isCloseTo(1 - outer[i] * hmm.transitions()[i], within(TOLERANCE));
    }
  }

  @Test
  void latticeCanBeReusedForAnotherModel() {
    HiddenMarkovModel large = randomParameters(4, 3, new Random(1));
    HiddenMarkovModel small = randomParameters(2, 3, new Random(2));
    StateLattice lattice = new StateLattice();
    lattice.run(large, new int[] {0, 1, 2, 0, 1}, 0, 5);
    double reused = lattice.run(small, new int[] {2}, 0, 1);
    assertThat(reused).isEqualTo(new StateLattice().run(small, new int[] {2}, 0, 1));
    assertThat(lattice.run(small, new int[] {}, 0, 0)).isZero();
  }

  static HiddenMarkovModel randomParameters(int states, int words, Random random) {
    return new HiddenMarkovModel(
        random.doubles(states).toArray(),
        random.doubles((long) states * states).toArray(),
        random.doubles((long) words * states).toArray());
  }
}
