package org.gpchain.core.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.gpchain.core.text.WordColumns;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.hmm.HiddenMarkovModel;
import org.gpchain.internal.core.hmm.StateLattice;
import org.gpchain.internal.core.hmm.StateLatticeTest;
import org.junit.jupiter.api.Test;

class WordStatesTest {
  private static final int STATES = 4;
  private static final int WORDS = 30;

  /** If every word has every state, posteriors differ only by single-precision rounding. */
  @Test
  void posteriorsOfADenseModelAreKept() {
    HiddenMarkovModel model = model(1);
    WordStates states = WordStates.of(model);
    assertThat(states.rowStart()[WORDS]).isEqualTo(STATES * WORDS);
    Random random = new Random(4);
    for (int length : new int[] {0, 1, 2, 9}) {
      int[] words = random.ints(length, 0, WORDS).toArray();
      double[] expected = new double[length * STATES];
      double[] posteriors = new double[length * STATES];
      smooth(model, words, expected);
      spread(states, words, new Workspace(), posteriors);
      assertThat(posteriors).containsExactly(expected, within(1e-5));
    }
  }

  @Test
  void droppedSmallEmissionsHardlyChangePosteriors() {
    HiddenMarkovModel model = model(12);
    WordStates states = WordStates.of(model);
    assertThat(states.rowStart()[WORDS]).isLessThan(STATES * WORDS * 3 / 4);
    int[] words = new Random(5).ints(12, 0, WORDS).toArray();
    double[] expected = new double[words.length * STATES];
    double[] posteriors = new double[words.length * STATES];
    smooth(model, words, expected);
    spread(states, words, new Workspace(), posteriors);
    double difference = 0;
    for (int i = 0; i < posteriors.length; i++) {
      difference += Math.abs(posteriors[i] - expected[i]) / words.length;
    }
    assertThat(difference).isLessThan(0.1);
  }

  /** Returns two states and three words. The last word has no emissions. */
  private static WordStates tiny(double... transitions) {
    return new WordStates(
        new double[] {0.25, 0.75},
        transitions,
        new int[] {0, 2, 3, 3},
        new byte[] {0, 1, 1},
        new float[] {0.5f, 0.125f, 0.75f});
  }

  @Test
  void commonestWordsHaveTheLargestEmissions() {
    // Words 0 to 4 in state 0, of which words 1 and 3 are equally probable, and word 2 in state 1.
    WordStates states =
        new WordStates(
            new double[] {0.5, 0.5},
            new double[] {0.5, 0.5, 0.5, 0.5},
            new int[] {0, 1, 2, 4, 5, 6},
            new byte[] {0, 0, 0, 1, 0, 0},
            new float[] {0.1f, 0.2f, 0.3f, 0.9f, 0.2f, 0.15f});
    List<String> words = List.of("a", "b", "c", "d", "e");
    assertThat(states.commonest(words, 1)).containsExactly(List.of("c"), List.of("c"));
    assertThat(states.commonest(words, 2)).containsExactly(List.of("c", "b"), List.of("c"));
    assertThat(states.commonest(words, 9))
        .containsExactly(List.of("c", "b", "d", "e", "a"), List.of("c"));
  }

  @Test
  void posteriorsEqualThoseOfEnumeration() {
    double[] a = {0.875, 0.125, 0.375, 0.625};
    HiddenMarkovModel model =
        new HiddenMarkovModel(
            new double[] {0.25, 0.75}, a, new double[] {0.5, 0.125, 0, 0.75, 1, 1});
    WordStates states = tiny(a);
    Workspace workspace = new Workspace();
    for (int sentence = 0; sentence < 81; sentence++) {
      int[] words = {sentence % 3, sentence / 3 % 3, sentence / 9 % 3, sentence / 27};
      double[] posteriors = new double[8];
      spread(states, words, workspace, posteriors);
      double[] expected = StateLatticeTest.enumerate(model, words).marginals();
      assertThat(posteriors).containsExactly(expected, within(1e-12));
    }
  }

  /** Word 1 has only state 1, which no transition reaches. */
  @Test
  void chainRestartsAtAnUnreachableWord() {
    WordStates states = tiny(1, 0, 1, 0);
    double[] posteriors = new double[6];
    spread(states, new int[] {1, 1, 0}, new Workspace(), posteriors);
    assertThat(posteriors).containsExactly(0, 1, 0, 1, 1, 0);
  }

  /**
   * Returns a random model.
   *
   * @param power skewness of the emissions; the larger it is, the fewer words have a substantial
   *     probability in a state
   */
  private static HiddenMarkovModel model(double power) {
    Random random = new Random(2);
    double[] start = normalized(random, STATES, 1);
    double[] transitions = new double[STATES * STATES];
    double[] emissions = new double[WORDS * STATES];
    for (int k = 0; k < STATES; k++) {
      System.arraycopy(normalized(random, STATES, 1), 0, transitions, k * STATES, STATES);
      double[] column = normalized(random, WORDS, power);
      for (int w = 0; w < WORDS; w++) {
        emissions[w * STATES + k] = column[w];
      }
    }
    return new HiddenMarkovModel(start, transitions, emissions);
  }

  private static double[] normalized(Random random, int size, double power) {
    double[] values = random.doubles(size, 0.2, 1).map(x -> Math.pow(x, power)).toArray();
    double sum = Arrays.stream(values).sum();
    return Arrays.stream(values).map(x -> x / sum).toArray();
  }

  /** Writes the posteriors of all states, {@code [words×states]}, with 0 for missing states. */
  private static void spread(WordStates states, int[] words, Workspace workspace, double[] out) {
    WordColumns.Coded probable = states.probable(words, 0, workspace);
    for (int t = 0; t < words.length; t++) {
      for (int i = probable.starts()[t]; i < probable.starts()[t + 1]; i++) {
        out[t * states.stateCount() + probable.codes()[i]] = probable.weights()[i];
      }
    }
  }

  private static void smooth(HiddenMarkovModel model, int[] words, double[] out) {
    StateLattice lattice = new StateLattice();
    lattice.run(model, words, 0, words.length);
    lattice.posteriors(out, 0);
  }
}
