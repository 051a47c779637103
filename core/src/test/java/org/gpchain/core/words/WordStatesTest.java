package org.gpchain.core.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.gpchain.core.hmm.HiddenMarkovModel;
import org.gpchain.core.hmm.HmmParameters;
import org.gpchain.core.math.Workspace;
import org.junit.jupiter.api.Test;

class WordStatesTest {
  private static final int STATES = 4;
  private static final int WORDS = 30;

  /** If all words have all states, nothing is lost but digits of single precision. */
  @Test
  void keepsADenseModel() {
    HiddenMarkovModel model = model(1);
    WordStates states = WordStates.of(model);
    assertThat(states.rowStart()[WORDS]).isEqualTo(STATES * WORDS);
    Random random = new Random(4);
    for (int length : new int[] {0, 1, 2, 9}) {
      int[] words = random.ints(length, 0, WORDS).toArray();
      double[] expected = new double[length * STATES];
      double[] found = new double[length * STATES];
      double logLikelihood = model.smooth(words, new Workspace(), expected);
      assertThat(states.smooth(words, new Workspace(), found))
          .isCloseTo(logLikelihood, within(1e-4));
      assertThat(found).containsExactly(expected, within(1e-5));
    }
  }

  /** Small emissions are shared out evenly; posteriors hardly change. */
  @Test
  void smallEmissionsAreNotKept() {
    HiddenMarkovModel model = model(12);
    WordStates states = WordStates.of(model);
    assertThat(states.rowStart()[WORDS]).isLessThan(STATES * WORDS * 3 / 4);
    int[] words = new Random(5).ints(12, 0, WORDS).toArray();
    double[] expected = new double[words.length * STATES];
    double[] found = new double[words.length * STATES];
    model.smooth(words, new Workspace(), expected);
    states.smooth(words, new Workspace(), found);
    double difference = 0;
    for (int i = 0; i < found.length; i++) {
      difference += Math.abs(found[i] - expected[i]) / words.length;
    }
    assertThat(difference).isLessThan(0.1);
  }

  /**
   * @param power the larger it is, the fewer words has a state
   */
  private static HiddenMarkovModel model(double power) {
    Random random = new Random(2);
    double[] start = normalised(random, STATES, 1);
    double[] transitions = new double[STATES * STATES];
    double[] emissions = new double[WORDS * STATES];
    for (int k = 0; k < STATES; k++) {
      System.arraycopy(normalised(random, STATES, 1), 0, transitions, k * STATES, STATES);
      double[] column = normalised(random, WORDS, power);
      for (int w = 0; w < WORDS; w++) {
        emissions[w * STATES + k] = column[w];
      }
    }
    return new HiddenMarkovModel(HmmParameters.of(start, transitions, emissions));
  }

  private static double[] normalised(Random random, int size, double power) {
    double[] values = random.doubles(size, 0.2, 1).map(x -> Math.pow(x, power)).toArray();
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    for (int i = 0; i < size; i++) {
      values[i] /= sum;
    }
    return values;
  }
}
