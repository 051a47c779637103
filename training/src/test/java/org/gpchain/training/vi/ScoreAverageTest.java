package org.gpchain.training.vi;

import static org.gpchain.training.Tolerances.ALGEBRA;
import static org.gpchain.training.Tolerances.assertClose;

import java.util.Arrays;
import org.gpchain.training.Draws;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sums against control variates as they are defined, a loop within a loop. */
class ScoreAverageTest {
  private static final double ORIGIN = -20;

  /**
   * A number of samples, made at random.
   *
   * @param logLikelihood {@code [S]}
   * @param score {@code [S][size]}
   * @param variance of the score, {@code [size]}
   */
  private record Samples(
      ScoreLayout layout, double[] logLikelihood, double[][] score, double[] variance) {
    static Samples random(int count, boolean full, boolean covariance) {
      Draws draws = new Draws(count);
      JointCase c = JointCase.random(draws, 3, 2, full);
      ScoreLayout layout = ScoreLayout.of(c.q(), covariance);
      double[][] score = new double[count][layout.size()];
      for (double[] h : score) {
        layout.score(draws.normals(c.q().noiseCount(), 1), h);
      }
      double[] variance = new double[layout.size()];
      layout.variance(variance);
      return new Samples(layout, draws.uniforms(count, -25, -15), score, variance);
    }

    double[] average(ControlVariate method, int forCoefficients) {
      ScoreAverage average = new ScoreAverage();
      // What was there before does not matter.
      average.start(ControlVariate.LEAVE_ONE_OUT, layout, 3);
      average.add(7, score[0], false);
      average.start(method, layout, ORIGIN);
      for (int s = 0; s < score.length; s++) {
        average.add(logLikelihood[s], score[s], s < forCoefficients);
      }
      return Arrays.copyOf(average.finish(score.length - forCoefficients), layout.size());
    }

    /** {@code ℓ − origin}. */
    double value(int s) {
      return logLikelihood[s] - ORIGIN;
    }
  }

  @ParameterizedTest
  @CsvSource({"2, false, true", "3, true, true", "11, false, false", "20, true, true"})
  void leaveOneOut(int count, boolean full, boolean covariance) {
    Samples samples = Samples.random(count, full, covariance);
    double[] found = samples.average(ControlVariate.LEAVE_ONE_OUT, 0);
    for (int i = 0; i < found.length; i++) {
      double sum = 0;
      for (int s = 0; s < count; s++) {
        double covarianceOfOthers = 0;
        for (int o = 0; o < count; o++) {
          double h = samples.score()[o][i];
          covarianceOfOthers += o == s ? 0 : h * h * samples.value(o) / (count - 1);
        }
        double coefficient = covarianceOfOthers / samples.variance()[i];
        sum += samples.score()[s][i] * (samples.value(s) - coefficient);
      }
      assertClose("[" + i + "]", found[i], sum / count, ALGEBRA);
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 1, false", "5, 2, true", "20, 4, true"})
  void split(int count, int forCoefficients, boolean full) {
    Samples samples = Samples.random(count, full, true);
    double[] found = samples.average(ControlVariate.SPLIT, forCoefficients);
    for (int i = 0; i < found.length; i++) {
      double covariance = 0;
      double variance = 0;
      for (int s = 0; s < forCoefficients; s++) {
        double h = samples.score()[s][i];
        covariance += h * h * samples.value(s);
        variance += h * h;
      }
      double sum = 0;
      for (int s = forCoefficients; s < count; s++) {
        sum += samples.score()[s][i] * (samples.value(s) - covariance / variance);
      }
      assertClose("[" + i + "]", found[i], sum / (count - forCoefficients), ALGEBRA);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, true", "8, false"})
  void none(int count, boolean full) {
    Samples samples = Samples.random(count, full, true);
    double[] found = samples.average(ControlVariate.NONE, 0);
    for (int i = 0; i < found.length; i++) {
      double sum = 0;
      for (int s = 0; s < count; s++) {
        sum += samples.score()[s][i] * samples.value(s);
      }
      assertClose("[" + i + "]", found[i], sum / count, ALGEBRA);
    }
  }
}
