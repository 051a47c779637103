package org.gpchain.experiments.convergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.Seeds;
import org.gpchain.training.objective.BoundCase;
import org.gpchain.training.objective.EvidenceLowerBound;
import org.gpchain.training.objective.JointCase;
import org.gpchain.training.objective.JointEstimator;
import org.gpchain.training.objective.ParameterLayout;
import org.gpchain.training.objective.ParameterLayout.CovarianceForm;
import org.gpchain.training.objective.Pathwise;
import org.gpchain.training.objective.ProjectedSentences;
import org.gpchain.training.objective.Replicates;
import org.gpchain.training.objective.ScoreFunction;
import org.gpchain.training.objective.ScoreFunction.ControlVariate;
import org.gpchain.training.optim.StepSizes.Range;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The variance of an estimator's blocks, and what control variates do to it. */
class EstimatorVarianceTest {
  private static final int LENGTH = 12;

  private static EstimatorVariance measure(
      JointCase c, JointEstimator estimator, int samples, int replicates) {
    return EstimatorVariance.measure(estimator, c.q(), c.labels(), samples, replicates, 1);
  }

  /** Against the variances of single coordinates. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void isTheMeanOverCoordinates(boolean full) {
    JointCase c = JointCase.random(new Draws(1), 3, 2, full);
    JointEstimator estimator = new ScoreFunction(new LinearChain(2), ControlVariate.SPLIT, false);
    EstimatorVariance found = measure(c, estimator, 10, 30);
    double[] error = Replicates.of(estimator, c, 10, 30, 1).standardError();
    assertClose("unary mean", found.unaryMean(), variance(error, 1, 7), ALGEBRA);
    assertClose("pairwise mean", found.pairwiseMean(), variance(error, 7, 11), ALGEBRA);
    assertClose("unary covariance", found.unaryCovariance(), variance(error, 11, 29), ALGEBRA);
    double last = variance(error, 29, error.length);
    assertClose("pairwise covariance", found.pairwiseCovariance(), last, ALGEBRA);
  }

  private static double variance(double[] standardError, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += 30 * standardError[i] * standardError[i];
    }
    return sum / (to - from);
  }

  @ParameterizedTest
  @CsvSource({
    "SPLIT, false, false", "SPLIT, true, false", "LEAVE_ONE_OUT, false, false",
    "SPLIT, false, true", "SPLIT, true, true", "LEAVE_ONE_OUT, false, true"
  })
  void controlVariatesReduceItALot(ControlVariate method, boolean antithetic, boolean full) {
    JointCase c = JointCase.random(new Draws(2), LENGTH, 3, full);
    LinearChain chain = new LinearChain(3);
    EstimatorVariance none =
        measure(c, new ScoreFunction(chain, ControlVariate.NONE, false), 200, 60);
    EstimatorVariance reduced = measure(c, new ScoreFunction(chain, method, antithetic), 200, 60);
    assertThat(reduced.unaryMean()).isLessThan(0.2 * none.unaryMean());
    assertThat(reduced.pairwiseMean()).isLessThan(0.2 * none.pairwiseMean());
    assertThat(reduced.unaryCovariance()).isLessThan(0.2 * none.unaryCovariance());
    assertThat(reduced.pairwiseCovariance()).isLessThan(0.2 * none.pairwiseCovariance());
  }

  /** Against the variances of single parameters. */
  @Test
  void isTheMeanOverParameters() {
    BoundCase c = BoundCase.random(new Draws(4), 2, 3, 2, 1, 3);
    ParameterLayout layout =
        new ParameterLayout(2, 2, 3, CovarianceForm.FULL, CovarianceForm.DIAGONAL);
    JointEstimator estimator = new ScoreFunction(new LinearChain(2), ControlVariate.SPLIT, false);
    try (Parallel parallel = new Parallel(2)) {
      EvidenceLowerBound bound =
          new EvidenceLowerBound(
              ProjectedSentences.of(c.corpus(), c.projection(), parallel),
              layout,
              BoundCase.DEVIATION,
              estimator,
              10,
              parallel);
      double[] at = new Draws(5).normals(bound.parameterCount(), 0.5);
      int[] batch = {2, 0};
      EstimatorVariance found = EstimatorVariance.ofParameters(bound, at, batch, 9, 6);
      double[][] gradients = new double[9][at.length];
      for (int r = 0; r < gradients.length; r++) {
        bound.valueAndGradient(at, batch, Seeds.mix(6, r), gradients[r]);
      }
      assertClose(
          "unary mean", found.unaryMean(), variance(gradients, layout.unaryMean()), ALGEBRA);
      double unary = variance(gradients, layout.unaryCovariance());
      assertClose("unary covariance", found.unaryCovariance(), unary, ALGEBRA);
      double mean = variance(gradients, layout.pairwiseMean());
      assertClose("pairwise mean", found.pairwiseMean(), mean, ALGEBRA);
      double last = variance(gradients, layout.pairwiseCovariance());
      assertClose("pairwise covariance", found.pairwiseCovariance(), last, ALGEBRA);
      assertThatThrownBy(() -> EstimatorVariance.ofParameters(bound, at, batch, 1, 6))
          .hasMessageContaining("replicates must be at least 2, was 1");
    }
  }

  private static double variance(double[][] gradients, Range range) {
    double sum = 0;
    for (int i = range.from(); i < range.to(); i++) {
      int at = i;
      double mean = Arrays.stream(gradients).mapToDouble(g -> g[at]).average().orElseThrow();
      double squares =
          Arrays.stream(gradients).mapToDouble(g -> (g[at] - mean) * (g[at] - mean)).sum();
      sum += squares / (gradients.length - 1);
    }
    return sum / (range.to() - range.from());
  }

  @Test
  void needsTwoReplicates() {
    JointCase c = JointCase.random(new Draws(3), 1, 1, false);
    Pathwise estimator = new Pathwise(new LinearChain(1));
    assertThat(measure(c, estimator, 2, 2)).isEqualTo(new EstimatorVariance(0, 0, 0, 0));
    assertThatThrownBy(() -> measure(c, estimator, 2, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("replicates must be at least 2, was 1");
  }
}
