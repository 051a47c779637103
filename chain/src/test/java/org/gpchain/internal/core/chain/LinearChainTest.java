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

/** Tests {@link LinearChain} against an enumeration of all label sequences. */
class LinearChainTest {
  private static final String CASES = "org.gpchain.internal.core.chain.ChainCase#all";

  private final Workspace workspace = new Workspace();

  private Lattice lattice(ChainCase kind, Scores scores) {
    return new LinearChain(kind.labelCount())
        .lattice(scores.unary(), scores.pairwise(), kind.length(), workspace);
  }

  @ParameterizedTest
  @MethodSource(CASES)
  void latticeEqualsEnumeration(ChainCase kind) {
    kind.possibleSentences()
        .forEach(scores -> assertEqualsEnumeration(lattice(kind, scores), kind, scores));
  }

  static void assertEqualsEnumeration(Lattice lattice, ChainCase kind, Scores scores) {
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
  void probabilityOfEverySequenceEqualsEnumeration(ChainCase kind) {
    LinearChain chain = new LinearChain(kind.labelCount());
    for (Scores scores : kind.possibleSentences().toList()) {
      Lattice lattice = lattice(kind, scores);
      List<int[]> paths = scores.oracle().paths();
      double[] latticeValues = paths.stream().mapToDouble(lattice::logProbability).toArray();
      for (int n = 0; n < paths.size(); n++) {
        double expected = scores.oracle().logProbability(n);
        assertClose("log p", latticeValues[n], expected, ALGEBRA);
        assertThat(latticeValues[n]).isNotPositive();
        double chainValue =
            chain.logLikelihood(scores.unary(), scores.pairwise(), paths.get(n), workspace);
        assertClose("log p", chainValue, expected, ALGEBRA);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(CASES)
  void gradientIsGoldCountsMinusExpectedCounts(ChainCase kind) {
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

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 3, 40, 400})
  void transitionsWithoutScoresEqualScoresOfZero(double scale) {
    for (int seed = 0; seed < 50; seed++) {
      Draws draws = new Draws(seed);
      int v = draws.between(1, 6);
      int[] pairs = IntStream.range(0, v * v).filter(pair -> draws.chance(0.5)).toArray();
      LinearChain sparse = LinearChain.ofTransitions(v, pairs);
      int[] labels = draws.indices(draws.between(1, 7), v);
      double[] unary = draws.normals(labels.length * v, scale);
      double[] scores = draws.normals(pairs.length, scale);
      double[] unaryGradient = new double[unary.length];
      double[] gradient = new double[sparse.pairwiseCount()];
      double value =
          sparse.logLikelihoodAndGradient(
              unary, scores, labels, workspace, unaryGradient, gradient);

      double[] fullScores = sparse.transitions(scores);
      DrawnSentence sentence = new DrawnSentence(v, unary, fullScores, labels);
      double[][] fullGradients = sentence.gradients(new LinearChain(v), workspace);
      double fullValue = sentence.value(new LinearChain(v), workspace);

      assertClose("∂/∂f", unaryGradient, fullGradients[0], ALGEBRA);
      assertClose("∂/∂g", gradient, sparse.pairwise(fullGradients[1]), ALGEBRA);
      assertClose("log p", value, fullValue, ALGEBRA);
      double likelihood = sparse.logLikelihood(unary, scores, labels, workspace);
      assertClose("log p", likelihood, fullValue, ALGEBRA);
      assertThat(sparse.pairwise(fullScores)).isEqualTo(scores);
    }
  }

  private static double[] negated(double[] values) {
    return Arrays.stream(values).map(value -> -value).toArray();
  }

  @ParameterizedTest
  @MethodSource(CASES)
  void marginalsOfImpossibleSentencesAreNaN(ChainCase kind) {
    for (Scores scores : kind.sentences().toList()) {
      if (!scores.oracle().isPossible()) {
        Lattice lattice = lattice(kind, scores);
        assertThat(lattice.logPartition()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(marginals(lattice, kind.labelCount())).containsOnly(Double.NaN);
      }
    }
  }

  @Test
  void refusesArraysThatDoNotFit() {
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
  void segmentProbabilitiesEqualEnumeration(ChainCase kind) {
    Draws draws = new Draws(1);
    for (Scores scores : kind.possibleSentences().toList()) {
      Lattice lattice = lattice(kind, scores);
      int[] best = scores.oracle().bestPath(LabelConstraints.none(kind.labelCount()));
      for (int start = 0; start < kind.length(); start++) {
        int[] probable = Arrays.copyOfRange(best, start, best.length);
        assertSegmentProbabilities(lattice, scores, start, probable, kind.labelCount());
        for (int size = 1; start + size <= kind.length(); size++) {
          int[] segment = draws.indices(size, kind.labelCount());
          assertSegmentProbabilities(lattice, scores, start, segment, kind.labelCount());
        }
      }
    }
  }

  private static void assertSegmentProbabilities(
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
