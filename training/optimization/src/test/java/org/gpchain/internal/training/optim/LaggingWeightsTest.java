package org.gpchain.internal.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.gpchain.internal.core.math.SparseRows;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests weights with few labels and with many, for which different loops are used. */
class LaggingWeightsTest {
  private static final int COLUMNS = 7;
  private static final float[] VALUES = {1, 2, -1, 0.5f, 3, 1, -2};

  /** One row with all seven columns: loops handle four of them together, and three separately. */
  private final SparseRows rows =
      SparseRows.of(COLUMNS, new int[] {0, 7}, new int[] {0, 1, 2, 3, 4, 5, 6}, VALUES);

  private LaggingWeights weights(int width) {
    LaggingWeights weights = new LaggingWeights(rows, width);
    for (int column = 0; column < COLUMNS; column++) {
      weights.setPrior(column, 0.1, 0.2);
    }
    return weights;
  }

  private static double[] start(int width) {
    double[] start = new double[COLUMNS * width];
    for (int i = 0; i < start.length; i++) {
      start[i] = i % 11 - 5;
    }
    return start;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8, 23, 47, 48, 60})
  void scoresAreSumsOfWeights(int width) {
    LaggingWeights weights = weights(width);
    double[] start = start(width);
    weights.set(start);

    float[] scores = new float[width];
    weights.addScores(0, 1, scores);

    for (int k = 0; k < width; k++) {
      double expected = 0;
      for (int column = 0; column < COLUMNS; column++) {
        expected += VALUES[column] * start[column * width + k];
      }
      assertThat(scores[k]).isEqualTo((float) expected);
    }
    assertThat(weights.weights()).containsExactly(start);
  }

  /** Without a prior, a weight moves by c · A · G. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8, 23, 47, 48, 60})
  void weightsFollowTheSumsOfTheirGradients(int width) {
    LaggingWeights weights = weights(width);
    for (int column = 0; column < COLUMNS; column++) {
      weights.setPrior(column, 0.25, 0);
    }
    weights.set(start(width));
    float[] gradient = new float[width];
    for (int k = 0; k < width; k++) {
      gradient[k] = k - 2;
    }

    weights.addGradients(0, 1, gradient);
    weights.addGradients(0, 1, gradient);
    weights.advance(0.5, 0.5);
    double[] moved = weights.weights();

    double[] start = start(width);
    for (int i = 0; i < moved.length; i++) {
      double sum = 2 * VALUES[i / width] * (i % width - 2);
      assertThat(moved[i]).isCloseTo(start[i] - 0.25 * 0.5 * sum, within(1e-5));
    }
  }

  /** Slopes are {@code G + λ w}. */
  @ParameterizedTest
  @ValueSource(ints = {1, 23, 60})
  void squaresAreSummedForEachColumn(int width) {
    LaggingWeights weights = weights(width);
    double[] start = start(width);
    weights.set(start);
    float[] gradient = new float[width];
    for (int k = 0; k < width; k++) {
      gradient[k] = k + 1;
    }
    weights.addGradients(0, 1, gradient);

    for (int column = 0; column < COLUMNS; column++) {
      double squares = 0;
      double slopes = 0;
      for (int k = 0; k < width; k++) {
        double weight = start[column * width + k];
        double slope = VALUES[column] * (k + 1) + 0.2 * weight;
        squares += weight * weight;
        slopes += slope * slope;
      }
      assertThat(weights.squares(column)).isCloseTo(squares, within(1e-3));
      assertThat(weights.squaredSlopes(column, 0.2)).isCloseTo(slopes, within(1e-2));
    }
  }
}
