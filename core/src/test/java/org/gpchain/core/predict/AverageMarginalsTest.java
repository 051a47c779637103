package org.gpchain.core.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.math.Cholesky;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.posterior.JointGaussian;
import org.gpchain.core.posterior.LatentSamples;
import org.junit.jupiter.api.Test;

class AverageMarginalsTest {
  private static final int LENGTH = 2;
  private static final int LABELS = 2;

  private final LinearChain chain = new LinearChain(LABELS);
  private final double[] mean = {1, -1, 0.5, 2};
  private final double[] pairwise = {0.3, -0.2, 0.1, 0.4};

  private JointGaussian latent(double deviation) {
    Cholesky factor =
        Cholesky.ofFactor(new double[] {deviation, 0, 0.5 * deviation, deviation}, LENGTH);
    return new JointGaussian(
        mean,
        List.of(factor, factor),
        pairwise,
        new double[] {deviation, deviation, deviation, deviation},
        null);
  }

  private static UniformRandomProvider rng() {
    return RandomSource.XO_SHI_RO_256_PP.create(7L);
  }

  private double[] marginals(double[] unary, double[] transitions) {
    double[] out = new double[LENGTH * LABELS];
    chain.lattice(unary, transitions, LENGTH, new Workspace()).marginals(out);
    return out;
  }

  @Test
  void withoutSamplesItIsTheMarginalAtTheMean() {
    double[] out = new double[LENGTH * LABELS];
    new AverageMarginals(chain, 0).add(latent(1), 1, rng(), new Workspace(), out);
    assertClose("marginals", out, marginals(mean, pairwise), ROUNDING);
  }

  @Test
  void averagesOverSamplesAndComponents() {
    JointGaussian wide = latent(1);
    double[] out = new double[LENGTH * LABELS];
    AverageMarginals average = new AverageMarginals(chain, 3);
    average.add(wide, 0.25, rng(), new Workspace(), out);
    double[] expected = new double[LENGTH * LABELS];
    LatentSamples drawn = wide.draw(rng(), 3);
    for (int s = 0; s < 3; s++) {
      double[] unary = mean.clone();
      double[] transitions = pairwise.clone();
      for (int i = 0; i < unary.length; i++) {
        unary[i] += drawn.unary()[s][i];
        transitions[i] += drawn.pairwise()[s][i];
      }
      double[] one = marginals(unary, transitions);
      for (int i = 0; i < one.length; i++) {
        expected[i] += 0.25 / 3 * one[i];
      }
    }
    assertClose("marginals", out, expected, ROUNDING);
    average.add(latent(0.1), 0.75, rng(), new Workspace(), out);
    for (int t = 0; t < LENGTH; t++) {
      assertClose("sum", out[t * LABELS] + out[t * LABELS + 1], 1, ROUNDING);
    }
  }

  @Test
  void leavesTheGaussianAlone() {
    double[] before = mean.clone();
    new AverageMarginals(chain, 2).add(latent(2), 1, rng(), new Workspace(), new double[4]);
    assertThat(mean).isEqualTo(before);
  }

  @Test
  void refusesANegativeNumberOfSamples() {
    assertThatThrownBy(() -> new AverageMarginals(chain, -1)).hasMessageContaining("samples");
  }
}
