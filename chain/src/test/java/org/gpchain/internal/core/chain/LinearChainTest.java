package org.gpchain.internal.core.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.core.likelihood.DrawnSentence;
import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.ChainCase.Scores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The linear chain against an enumeration of all label sequences. */
class LinearChainTest {
  private static final String CASES = "org.gpchain.internal.core.chain.ChainCase#all";

  private final Workspace workspace = new Workspace();

  private Lattice lattice(ChainCase kind, Scores scores) {
    return new LinearChain(kind.labelCount())
        .lattice(scores.unary(), scores.pairwise(), kind.length(), workspace);
  }

  @ParameterizedTest
  @MethodSource(CASES)
  void equalsEnumeration(ChainCase kind) {
    kind.possibleSentences().forEach(scores -> checkLattice(lattice(kind, scores), kind, scores));
  }

  static void checkLattice(Lattice lattice, ChainCase kind, Scores scores) {
    BruteForce oracle = scores.oracle();
    assertClose("log Z", lattice.logPartition(), oracle.logPartition(), ALGEBRA);
    int v = kind.labelCount();
    assertClose("p(y_t)", marginals(lattice, v), oracle.marginals(), ALGEBRA);
    assertClose("E[n(a, b)]", transitions(lattice, v), oracle.expectedTransitions(), ALGEBRA);
  }

  static double[] marginals(Lattice lattice, int labelCount) {
    double[] marginals = new double[lattice.length() * labelCount];
    lattice.marginals(marginals);
    return marginals;
  }

  static double[] transitions(Lattice lattice, int labelCount) {
    double[] transitions = new double[labelCount * labelCount];
    lattice.expectedTransitions(transitions);
    return transitions;
  }

  @ParameterizedTest
  @MethodSource(CASES)
  void probabilityOfEverySequence(ChainCase kind) {
    LinearChain chain = new LinearChain(kind.labelCount());
    for (Scores scores : kind.possibleSentences().toList()) {
      Lattice lattice = lattice(kind, scores);
      List<int[]> paths = scores.oracle().paths();
      double[] ofLattice = paths.stream().mapToDouble(lattice::logProbability).toArray();
      for (int n = 0; n < paths.size(); n++) {
        double expected = scores.oracle().logProbability(n);
        assertClose("log p", ofLattice[n], expected, ALGEBRA);
        assertThat(ofLattice[n]).isNotPositive();
        double ofChain =
            chain.logLikelihood(scores.unary(), scores.pairwise(), paths.get(n), workspace);
        assertClose("log p", ofChain, expected, ALGEBRA);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(CASES)
  void gradientIsGoldCountsLessMarginals(ChainCase kind) {
    int v = kind.labelCount();
    for (Scores scores : kind.possibleSentences().toList()) {
      int[] labels = scores.oracle().paths().get(scores.oracle().paths().size() / 2);
      double[][] gradients =
          new DrawnSentence(v, scores.unary(), scores.pairwise(), labels)
              .gradients(new LinearChain(v), workspace);
      for (int t = 0; t < labels.length; t++) {
        gradients[0][t * v + labels[t]] -= 1;
        if (t > 0) {
          gradients[1][labels[t - 1] * v + labels[t]] -= 1;
        }
      }
      BruteForce oracle = scores.oracle();
      assertClose("-∂/∂f + gold", negated(gradients[0]), oracle.marginals(), ALGEBRA);
      assertClose("-∂/∂g + gold", negated(gradients[1]), oracle.expectedTransitions(), ALGEBRA);
    }
  }

  /** Whether a transition of the labels has a score of its own or not, and however large it is. */
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 3, 40, 400})
  void transitionsWithoutScoresAreAsGoodAsScoresOfZero(double scale) {
    for (int seed = 0; seed < 50; seed++) {
      Draws draws = new Draws(seed);
      int v = draws.between(1, 6);
      int[] pairs = IntStream.range(0, v * v).filter(pair -> draws.chance(0.5)).toArray();
      LinearChain some = LinearChain.ofTransitions(v, pairs);
      int[] labels = draws.indices(draws.between(1, 7), v);
      double[] unary = draws.normals(labels.length * v, scale);
      double[] own = draws.normals(pairs.length, scale);
      double[] everything = some.transitions(own);
      double[][] wanted =
          new DrawnSentence(v, unary, everything, labels).gradients(new LinearChain(v), workspace);
      double[] unaryGradient = new double[unary.length];
      double[] ownGradient = new double[some.pairwiseCount()];
      double value =
          some.logLikelihoodAndGradient(unary, own, labels, workspace, unaryGradient, ownGradient);
      assertClose("∂/∂f", unaryGradient, wanted[0], ALGEBRA);
      assertClose("∂/∂g", ownGradient, some.pairwise(wanted[1]), ALGEBRA);
      double all = new LinearChain(v).logLikelihood(unary, everything, labels, workspace);
      assertClose("log p", value, all, ALGEBRA);
      assertClose("log p", some.logLikelihood(unary, own, labels, workspace), all, ALGEBRA);
      assertThat(some.pairwise(everything)).isEqualTo(own);
    }
  }

  private static double[] negated(double[] values) {
    return Arrays.stream(values).map(value -> -value).toArray();
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
              assertThat(marginals(lattice, kind.labelCount())).containsOnly(Double.NaN);
            });
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
    boolean[] three = new boolean[3];
    assertRefused(() -> new LabelConstraints(three, new boolean[6], three), "transition");
    assertRefused(() -> new LabelConstraints(three, new boolean[9], new boolean[2]), "end");
  }

  @ParameterizedTest
  @MethodSource(CASES)
  void segmentsEqualEnumeration(ChainCase kind) {
    Draws draws = new Draws(1);
    for (Scores scores : kind.possibleSentences().toList()) {
      Lattice lattice = lattice(kind, scores);
      int[] best = scores.oracle().bestPath(LabelConstraints.none(kind.labelCount()));
      for (int start = 0; start < kind.length(); start++) {
        int[] probable = Arrays.copyOfRange(best, start, best.length);
        checkAllNextLabels(lattice, scores, start, probable, kind.labelCount());
        for (int size = 1; start + size <= kind.length(); size++) {
          int[] segment = draws.indices(size, kind.labelCount());
          checkAllNextLabels(lattice, scores, start, segment, kind.labelCount());
        }
      }
    }
  }

  private static void checkAllNextLabels(
      Lattice lattice, Scores scores, int start, int[] segment, int labelCount) {
    for (int notNext = -1; notNext < labelCount; notNext++) {
      double actual = lattice.segmentProbability(start, segment, notNext);
      assertClose(
          "p(segment at " + start + ", not " + notNext + " next)",
          actual,
          scores.oracle().segmentProbability(start, segment, notNext),
          ALGEBRA);
      assertThat(actual).isBetween(0.0, 1.0);
    }
  }

  @Test
  void refusesSegmentsOutsideTheSentence() {
    Lattice lattice = new LinearChain(2).lattice(new double[6], new double[4], 3, workspace);
    assertRefused(() -> lattice.segmentProbability(0, new int[0], -1), "path");
    for (int start : new int[] {-1, 3}) {
      assertFails(
          IndexOutOfBoundsException.class,
          () -> lattice.segmentProbability(start, new int[1], -1),
          "start");
    }
    assertFails(
        IndexOutOfBoundsException.class,
        () -> lattice.segmentProbability(2, new int[2], -1),
        "last token");
  }
}
