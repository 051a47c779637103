package org.gpchain.core.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.List;
import org.gpchain.core.chain.ChainCase.Scores;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.math.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The linear chain against an enumeration of all label sequences. */
class LinearChainTest {
  private static final String CASES = "org.gpchain.core.chain.ChainCase#all";

  private final Workspace workspace = new Workspace();

  private Lattice lattice(ChainCase kind, Scores scores) {
    return new LinearChain(kind.labelCount())
        .lattice(scores.unary(), scores.pairwise(), kind.length(), workspace);
  }

  @ParameterizedTest
  @MethodSource(CASES)
  void logPartition(ChainCase kind) {
    kind.possibleSentences()
        .forEach(
            scores ->
                assertClose(
                    "log Z",
                    lattice(kind, scores).logPartition(),
                    scores.oracle().logPartition(),
                    ALGEBRA));
  }

  @ParameterizedTest
  @MethodSource(CASES)
  void logLikelihoodOfEverySequence(ChainCase kind) {
    LinearChain chain = new LinearChain(kind.labelCount());
    kind.possibleSentences()
        .forEach(
            scores -> {
              List<int[]> paths = scores.oracle().paths();
              for (int n = 0; n < paths.size(); n++) {
                double actual =
                    chain.logLikelihood(scores.unary(), scores.pairwise(), paths.get(n), workspace);
                assertClose("log p", actual, scores.oracle().logProbability(n), ALGEBRA);
              }
            });
  }

  @ParameterizedTest
  @MethodSource(CASES)
  void logProbabilityOfEverySequence(ChainCase kind) {
    kind.possibleSentences()
        .forEach(
            scores -> {
              Lattice lattice = lattice(kind, scores);
              List<int[]> paths = scores.oracle().paths();
              for (int n = 0; n < paths.size(); n++) {
                double actual = lattice.logProbability(paths.get(n));
                assertClose("log p", actual, scores.oracle().logProbability(n), ALGEBRA);
                assertThat(actual).isNotPositive();
              }
            });
  }

  @ParameterizedTest
  @MethodSource(CASES)
  void marginals(ChainCase kind) {
    kind.possibleSentences()
        .forEach(
            scores -> {
              double[] marginals = new double[kind.length() * kind.labelCount()];
              lattice(kind, scores).marginals(marginals);
              assertClose("p(y_t)", marginals, scores.oracle().marginals(), ALGEBRA);
            });
  }

  @ParameterizedTest
  @MethodSource(CASES)
  void expectedTransitions(ChainCase kind) {
    kind.possibleSentences()
        .forEach(
            scores -> {
              double[] expected = new double[kind.labelCount() * kind.labelCount()];
              lattice(kind, scores).expectedTransitions(expected);
              assertClose("E[n(a, b)]", expected, scores.oracle().expectedTransitions(), ALGEBRA);
            });
  }

  @ParameterizedTest
  @MethodSource(CASES)
  void gradientIsGoldCountsLessMarginals(ChainCase kind) {
    LinearChain chain = new LinearChain(kind.labelCount());
    int v = kind.labelCount();
    kind.possibleSentences()
        .forEach(
            scores -> {
              int[] labels = scores.oracle().paths().get(scores.oracle().paths().size() / 2);
              double[] unaryGradient = new double[kind.length() * v];
              double[] pairwiseGradient = new double[v * v];
              chain.logLikelihoodAndGradient(
                  scores.unary(),
                  scores.pairwise(),
                  labels,
                  workspace,
                  unaryGradient,
                  pairwiseGradient);
              double[] marginals = scores.oracle().marginals();
              double[] transitions = scores.oracle().expectedTransitions();
              for (int t = 0; t < labels.length; t++) {
                unaryGradient[t * v + labels[t]] -= 1;
                if (t > 0) {
                  pairwiseGradient[labels[t - 1] * v + labels[t]] -= 1;
                }
              }
              for (int i = 0; i < marginals.length; i++) {
                assertClose("-∂/∂f + gold", -unaryGradient[i], marginals[i], ALGEBRA);
              }
              for (int i = 0; i < transitions.length; i++) {
                assertClose("-∂/∂g + gold", -pairwiseGradient[i], transitions[i], ALGEBRA);
              }
            });
  }

  @ParameterizedTest
  @MethodSource(CASES)
  void noPossibleSequenceIsNoNumber(ChainCase kind) {
    kind.sentences()
        .filter(scores -> !scores.oracle().isPossible())
        .forEach(
            scores -> {
              Lattice lattice = lattice(kind, scores);
              assertThat(lattice.logPartition()).isEqualTo(Double.NEGATIVE_INFINITY);
              double[] marginals = new double[kind.length() * kind.labelCount()];
              lattice.marginals(marginals);
              assertThat(marginals).containsOnly(Double.NaN);
            });
  }

  @Test
  void oneLabelIsCertain() {
    LinearChain chain = new LinearChain(1);
    double[] unary = {3, -2, 0.5};
    assertThat(chain.logLikelihood(unary, new double[] {7}, new int[3], workspace))
        .isCloseTo(0, org.gpchain.core.Tolerances.around(0, ALGEBRA));
  }

  @Test
  void refusesShapesThatDoNotFit() {
    LinearChain chain = new LinearChain(2);
    double[] pairwise = new double[4];
    assertRefused(() -> new LinearChain(0), "labelCount");
    assertRefused(() -> chain.lattice(new double[4], pairwise, 0, workspace), "length");
    assertRefused(() -> chain.lattice(new double[3], pairwise, 2, workspace), "unary");
    assertRefused(
        () -> chain.lattice(new double[4], pairwise, 2, workspace).logProbability(new int[1]),
        "path");
    assertRefused(() -> chain.lattice(new double[4], new double[3], 2, workspace), "pairwise");
  }
}
