package org.gpchain.core.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.core.chain.ChainCase.Scores;
import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.math.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Viterbi decoding against enumeration. */
class BestPathTest {
  private static final String CASES = "org.gpchain.core.chain.ChainCase#all";

  private final Workspace workspace = new Workspace();

  static LabelConstraints everythingAllowed(int labelCount) {
    return constraints(new Draws(0), labelCount, 1);
  }

  static LabelConstraints constraints(Draws draws, int labelCount, double share) {
    return new LabelConstraints(
        flags(draws, labelCount, share),
        flags(draws, labelCount * labelCount, share),
        flags(draws, labelCount, share));
  }

  private static boolean[] flags(Draws draws, int count, double share) {
    boolean[] flags = new boolean[count];
    for (int i = 0; i < count; i++) {
      flags[i] = draws.chance(share);
    }
    return flags;
  }

  private void check(ChainCase kind, Scores scores, LabelConstraints allowed) {
    int[] path = new int[kind.length()];
    Arrays.fill(path, -1);
    double score =
        new LinearChain(kind.labelCount())
            .bestPath(scores.unary(), scores.pairwise(), kind.length(), allowed, workspace, path);
    int[] expected = scores.oracle().bestPath(allowed);
    if (expected == null) {
      assertThat(score).isEqualTo(Double.NEGATIVE_INFINITY);
      assertThat(Arrays.stream(path)).allMatch(label -> label >= 0 && label < kind.labelCount());
    } else {
      assertThat(path).isEqualTo(expected);
      assertClose("score", score, scores.oracle().score(expected), ROUNDING);
    }
  }

  @ParameterizedTest
  @MethodSource(CASES)
  void withoutConstraints(ChainCase kind) {
    kind.sentences().forEach(s -> check(kind, s, everythingAllowed(kind.labelCount())));
  }

  @ParameterizedTest
  @MethodSource(CASES)
  void underConstraints(ChainCase kind) {
    Draws draws = new Draws(7);
    for (double share : new double[] {0.9, 0.6, 0.3}) {
      kind.sentences().forEach(s -> check(kind, s, constraints(draws, kind.labelCount(), share)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void amongEqualsTheLowerLabelWinsAtTheLatestToken(int length) {
    int v = 3;
    ChainCase kind = new ChainCase(v, length, 1, 0);
    for (int seed = 0; seed < 50; seed++) {
      Draws draws = new Draws(seed);
      double[] unary = Arrays.stream(draws.indices(length * v, 2)).asDoubleStream().toArray();
      double[] pairwise = Arrays.stream(draws.indices(v * v, 2)).asDoubleStream().toArray();
      Scores scores = new Scores(unary, pairwise, new BruteForce(unary, pairwise, length, v));
      check(kind, scores, everythingAllowed(v));
      check(kind, scores, constraints(draws, v, 0.8));
    }
  }

  @Test
  void noAllowedPathLeavesNoTraceOfEarlierSentences() {
    LinearChain large = new LinearChain(9);
    double[] ascending = new double[81];
    for (int i = 0; i < ascending.length; i++) {
      ascending[i] = i;
    }
    large.bestPath(ascending, ascending, 9, everythingAllowed(9), workspace, new int[9]);

    int[] used = new int[40];
    int[] fresh = new int[40];
    LabelConstraints nothing = constraints(new Draws(0), 2, 0);
    double[] zeros = new double[80];
    LinearChain small = new LinearChain(2);
    assertThat(small.bestPath(zeros, new double[4], 40, nothing, workspace, used))
        .isEqualTo(Double.NEGATIVE_INFINITY);
    small.bestPath(zeros, new double[4], 40, nothing, new Workspace(), fresh);
    assertThat(used).isEqualTo(fresh);
  }
}
