package org.gpchain.training.vi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.training.Tolerances.assertExpected;

import org.gpchain.training.Draws;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Coordinates of the score. */
class ScoreLayoutTest {
  @ParameterizedTest
  @CsvSource({
    "1, 1, false, 4",
    "1, 1, true, 4",
    "3, 2, false, 26",
    "3, 2, true, 32",
    "2, 3, true, 69"
  })
  void sizes(int length, int labelCount, boolean full, int size) {
    JointCase c = JointCase.random(new Draws(1), length, labelCount, full);
    assertThat(ScoreLayout.of(c.q(), true).size()).isEqualTo(size);
    assertThat(ScoreLayout.of(c.q(), false).size()).isEqualTo(c.q().noiseCount());
  }

  /** Two tokens, one label: ε of f, ε of g, triangle of f, variance of g. */
  @Test
  void scoreIsTheNoiseAndItsOuterProducts() {
    ScoreLayout layout = ScoreLayout.of(JointCase.random(new Draws(1), 2, 1, false).q(), true);
    double[] score = new double[layout.size()];
    layout.score(new double[] {2, 3, 5}, score);
    assertThat(score).containsExactly(2, 3, 5, 3, 6, 8, 24);
    double[] matrix = new double[4];
    layout.unpack(score, layout.unaryCovariance(0), 2, matrix);
    assertThat(matrix).containsExactly(3, 6, 6, 8);
  }

  /** The mean of the score is zero, and its variance what the layout says. */
  @ParameterizedTest
  @CsvSource({"false", "true"})
  void moments(boolean full) {
    Draws draws = new Draws(2);
    JointCase c = JointCase.random(draws, 3, 2, full);
    ScoreLayout layout = ScoreLayout.of(c.q(), true);
    int count = 20000;
    double[] score = new double[layout.size()];
    double[] sum = new double[layout.size()];
    double[] squares = new double[layout.size()];
    for (int s = 0; s < count; s++) {
      layout.score(draws.normals(c.q().noiseCount(), 1), score);
      for (int i = 0; i < score.length; i++) {
        sum[i] += score[i] / count;
        squares[i] += score[i] * score[i] / count;
      }
    }
    double[] variance = new double[layout.size()];
    layout.variance(variance);
    for (int i = 0; i < score.length; i++) {
      assertExpected("mean " + i, sum[i], 0, Math.sqrt(variance[i] / count));
      // Var[h²] is at most that of (ε² − 1)², 60 − 4.
      assertExpected("variance " + i, squares[i], variance[i], Math.sqrt(56.0 / count));
    }
  }
}
