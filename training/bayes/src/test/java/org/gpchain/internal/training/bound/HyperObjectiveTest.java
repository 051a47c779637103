package org.gpchain.internal.training.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.gp.inducing.InducingProjection;
import org.gpchain.internal.training.optim.StochasticObjectiveContract.Evaluation;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the objective of the hyper-parameters with the bound. */
class HyperObjectiveTest {
  @AutoClose private final Parallel parallel = new Parallel(1);
  private final Draws draws = new Draws(1);

  private EvidenceLowerBound bound(BoundCase of, int components) {
    return of.bound(of.layout(components), new Pathwise(new LinearChain(of.labels())), 4, parallel);
  }

  /** Returns log variances of the kernel, then {@code log σ_b²}, which differ from the bound's. */
  private double[] place(BoundCase of) {
    return draws.normals(of.groupVariance().length + 1, 0.7);
  }

  private EvidenceLowerBound moved(EvidenceLowerBound bound, BoundCase of, double[] theta) {
    int last = theta.length - 1;
    InducingProjection projection =
        of.projection().withKernel(of.kernel(Arrays.copyOf(theta, last)));
    return bound.at(
        ProjectedSentences.of(of.corpus(), projection, parallel), Math.exp(theta[last] / 2));
  }

  private HyperObjective objective(EvidenceLowerBound bound, double[] at, BoundCase of) {
    return new HyperObjective(bound, bound.posterior(at), of::kernel, parallel);
  }

  /** The objective omits the divergence, which does not depend on hyper-parameters if whitened. */
  @ParameterizedTest
  @CsvSource({"1, false", "1, true", "2, true", "2, false"})
  void objectivePlusDivergenceIsTheBound(int components, boolean rotated) {
    BoundCase plain = BoundCase.random(draws, 2, 4, 3, 1, 4, 2);
    BoundCase of = rotated ? plain.rotated(BoundCase.axes(draws, 4)) : plain;
    EvidenceLowerBound bound = bound(of, components);
    double[] at = draws.normals(bound.parameterCount(), 0.6);
    double[] theta = place(of);
    double divergence = of.divergence(bound.posterior(at), BoundCase.DEVIATION);
    double value = Evaluation.of(objective(bound, at, of), theta).value();
    double expected = Evaluation.of(moved(bound, of, theta), at).value();
    assertClose("value", value + divergence, expected, ALGEBRA);
  }

  /** A NaN tells the line search to step back. */
  @Test
  void isNaNForEnormousVariances() {
    BoundCase of = BoundCase.random(draws, 2, 3, 2, 1);
    EvidenceLowerBound bound = bound(of, 1);
    double[] at = draws.normals(bound.parameterCount(), 0.6);
    HyperObjective hyper = objective(bound, at, of);
    for (double bad : new double[] {1e3, -1e3, Double.NaN}) {
      double[] theta = place(of);
      theta[theta.length - 1] = bad;
      double[] gradient = new double[theta.length];
      assertThat(hyper.valueAndGradient(theta, 1, gradient)).isNaN();
      assertThat(gradient).containsOnly(Double.NaN);
    }
  }

  /** The objective does not depend on the bound's hyper-parameters, since it is whitened. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void doesNotDependOnTheBoundsHyperParameters(int components) {
    BoundCase of = BoundCase.random(draws, 3, 3, 3, 1, 2);
    EvidenceLowerBound bound = bound(of, components);
    double[] at = draws.normals(bound.parameterCount(), 0.6);
    double[] theta = place(of);
    EvidenceLowerBound elsewhere = moved(bound, of, place(of));
    Evaluation expected = Evaluation.of(objective(bound, at, of), theta);
    Evaluation actual = Evaluation.of(objective(elsewhere, at, of), theta);
    assertClose("value", actual.value(), expected.value(), ALGEBRA);
    assertClose("gradient", actual.gradient(), expected.gradient(), ALGEBRA);
  }
}
