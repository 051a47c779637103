package org.gpchain.internal.training.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.internal.training.bound.ScoreBlock.ScoreAverage;
import org.gpchain.internal.training.bound.ScoreFunction.ControlVariate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the sums with control variates by their definition, computed in nested loops. */
class ScoreAverageTest {
  /**
   * Random samples.
   *
   * @param value log p minus a constant, {@code [S]}
   * @param score coordinates of the score, {@code [S][size]}
   * @param variance variance of the score
   */
  private record Samples(double[] value, double[][] score, double variance) {
    static Samples random(int count, int size, double variance) {
      Draws draws = new Draws(count);
      double[][] score = new double[count][];
      for (int s = 0; s < count; s++) {
        score[s] = draws.normals(size, Math.sqrt(variance));
      }
      return new Samples(draws.uniforms(count, -5, 5), score, variance);
    }

    double[] average(ControlVariate method, int forCoefficients) {
      ScoreAverage average = new ScoreAverage(method, score[0].length, variance);
      for (int s = 0; s < score.length; s++) {
        // Elements after the coordinates must not be read.
        double[] longer = Arrays.copyOf(score[s], score[s].length + 3);
        Arrays.fill(longer, score[s].length, longer.length, Double.NaN);
        average.add(value[s], longer, s < forCoefficients);
      }
      return average.finish(score.length - forCoefficients);
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 1, 1", "3, 2, 2", "11, 9, 1", "20, 33, 2"})
  void leaveOneOutMatchesItsDefinition(int count, int size, double variance) {
    Samples samples = Samples.random(count, size, variance);
    double[] actual = samples.average(ControlVariate.LEAVE_ONE_OUT, 0);

    assertThat(actual).hasSize(size);
    for (int i = 0; i < actual.length; i++) {
      double sum = 0;
      for (int s = 0; s < count; s++) {
        double covarianceOfOthers = 0;
        for (int o = 0; o < count; o++) {
          double h = samples.score()[o][i];
          covarianceOfOthers += o == s ? 0 : h * h * samples.value()[o] / (count - 1);
        }
        double coefficient = covarianceOfOthers / samples.variance();
        sum += samples.score()[s][i] * (samples.value()[s] - coefficient);
      }
      assertClose("[" + i + "]", actual[i], sum / count, ALGEBRA);
    }
  }

  // Without samples for the coefficient, the coefficient is zero.
  @ParameterizedTest
  @CsvSource({
    "SPLIT, 2, 1, 1",
    "SPLIT, 5, 2, 9",
    "SPLIT, 20, 4, 33",
    "NONE, 1, 0, 1",
    "NONE, 8, 0, 33"
  })
  void splitMatchesItsDefinition(ControlVariate method, int count, int forCoefficients, int size) {
    Samples samples = Samples.random(count, size, 1);
    double[] actual = samples.average(method, forCoefficients);
    for (int i = 0; i < actual.length; i++) {
      double covariance = 0;
      double variance = 0;
      for (int s = 0; s < forCoefficients; s++) {
        double h = samples.score()[s][i];
        covariance += h * h * samples.value()[s];
        variance += h * h;
      }
      double coefficient = forCoefficients == 0 ? 0 : covariance / variance;
      double sum = 0;
      for (int s = forCoefficients; s < count; s++) {
        sum += samples.score()[s][i] * (samples.value()[s] - coefficient);
      }
      assertClose("[" + i + "]", actual[i], sum / (count - forCoefficients), ALGEBRA);
    }
  }

  /** If a coordinate is zero in all samples for the coefficients, its coefficient is zero. */
  @Test
  void splitHandlesCoordinatesWithoutVariance() {
    ScoreAverage average = new ScoreAverage(ControlVariate.SPLIT, 1, 1);
    average.add(7, new double[] {0}, true);
    average.add(3, new double[] {2}, false);
    assertThat(average.finish(1)).containsExactly(6);
  }
}
