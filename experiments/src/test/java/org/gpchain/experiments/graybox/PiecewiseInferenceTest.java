package org.gpchain.experiments.graybox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import org.gpchain.core.Draws;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.math.Workspace;
import org.junit.jupiter.api.Test;

class PiecewiseInferenceTest {
  private static final PiecewiseInference INFERENCE = new PiecewiseInference(new LinearChain(2));
  private static final double[] FREQUENT = {Math.log(8), Math.log(1), Math.log(1), Math.log(2)};

  private static final LabelConstraints ALL =
      new LabelConstraints(
          new boolean[] {true, true},
          new boolean[] {true, true, true, true},
          new boolean[] {true, true});

  @Test
  void scoresAreRelativeToIndependence() {
    double[] expected = {
      Math.log(8.0 / 12 / (9.0 / 12 * 9 / 12)),
      Math.log(1.0 / 12 / (9.0 / 12 * 3 / 12)),
      Math.log(1.0 / 12 / (9.0 / 12 * 3 / 12)),
      Math.log(2.0 / 12 / (3.0 / 12 * 3 / 12))
    };
    assertClose("g'", INFERENCE.relativeToIndependence(FREQUENT), expected, ALGEBRA);
  }

  /** Labels that do not depend on each other have the marginals of their unary factors. */
  @Test
  void independentTransitionsSayNothing() {
    double[] unary = new Draws(1).normals(6, 1);
    double[] marginals = new double[6];
    double[] independent = {Math.log(0.81), Math.log(0.09), Math.log(0.09), Math.log(0.01)};
    Workspace workspace = new Workspace();
    INFERENCE.lattice(unary, independent, 3, workspace).marginals(marginals);
    for (int t = 0; t < 3; t++) {
      double expected = 1 / (1 + Math.exp(unary[2 * t + 1] - unary[2 * t]));
      assertClose("p", marginals[2 * t], expected, ALGEBRA);
    }
  }

  @Test
  void bestPathIsThatOfTheSameScores() {
    double[] unary = new Draws(2).normals(8, 1);
    int[] path = new int[4];
    int[] expected = new int[4];
    double score = INFERENCE.bestPath(unary, FREQUENT, 4, ALL, new Workspace(), path);
    double same =
        new LinearChain(2)
            .bestPath(
                unary,
                INFERENCE.relativeToIndependence(FREQUENT),
                4,
                ALL,
                new Workspace(),
                expected);
    assertThat(path).isEqualTo(expected);
    assertClose("score", score, same, 0);
    assertThat(INFERENCE.bestPaths(unary, FREQUENT, 4, ALL, 3)).hasSize(3).startsWith(expected);
    assertThat(INFERENCE.labelCount()).isEqualTo(2);
  }
}
