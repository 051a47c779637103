package org.gpchain.internal.core.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.ChainCase.Scores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests decoding of the best paths against an enumeration of all paths. */
class BestPathTest {
  private static final String CASES = "org.gpchain.internal.core.chain.ChainCase#all";

  private final Workspace workspace = new Workspace();

  /** Returns random constraints that allow the given share of labels and transitions. */
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

  private void assertBestPath(ChainCase kind, Scores scores, LabelConstraints allowed) {
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
  void bestPathWithoutConstraintsEqualsEnumeration(ChainCase kind) {
    kind.sentences()
        .forEach(s -> assertBestPath(kind, s, LabelConstraints.none(kind.labelCount())));
  }

  @ParameterizedTest
  @MethodSource(CASES)
  void bestPathWithConstraintsEqualsEnumeration(ChainCase kind) {
    Draws draws = new Draws(7);
    for (double share : new double[] {0.9, 0.6, 0.3}) {
      kind.sentences()
          .forEach(s -> assertBestPath(kind, s, constraints(draws, kind.labelCount(), share)));
    }
  }

  /** Scores are 0 or 1, so that many paths have equal scores, with exact sums. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void tiesAreDecidedByTheLowerLabelAtTheLastDifference(int length) {
    int v = 3;
    ChainCase kind = new ChainCase(v, length, 1, 0);
    for (int seed = 0; seed < 20; seed++) {
      Draws draws = new Draws(seed);
      double[] unary = Arrays.stream(draws.indices(length * v, 2)).asDoubleStream().toArray();
      double[] pairwise = Arrays.stream(draws.indices(v * v, 2)).asDoubleStream().toArray();
      Scores scores = new Scores(unary, pairwise, new BruteForce(unary, pairwise, length, v));

      for (double share : new double[] {1, 0.8}) {
        LabelConstraints allowed = constraints(draws, v, share);
        assertBestPath(kind, scores, allowed);
        List<int[]> paths = scores.oracle().bestPaths(allowed);
        for (int count : new int[] {1, 2, 5, 300}) {
          List<int[]> expected = paths.subList(0, Math.min(count, paths.size()));
          assertThat(bestPaths(kind, scores, allowed, count).toArray(int[][]::new))
              .isDeepEqualTo(expected.toArray(int[][]::new));
        }
      }
    }
  }

  @Test
  void pathOfAnImpossibleSentenceDoesNotDependOnEarlierOnes() {
    LinearChain large = new LinearChain(9);
    double[] ascending = new double[81];
    Arrays.setAll(ascending, i -> i);
    large.bestPath(ascending, ascending, 9, LabelConstraints.none(9), workspace, new int[9]);

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

  private static List<int[]> bestPaths(
      ChainCase kind, Scores scores, LabelConstraints allowed, int count) {
    return new LinearChain(kind.labelCount())
        .bestPaths(scores.unary(), scores.pairwise(), kind.length(), allowed, count);
  }

  private static void assertBestPaths(ChainCase kind, Scores scores, LabelConstraints allowed) {
    List<int[]> expected = scores.oracle().bestPaths(allowed);
    for (int count : new int[] {1, 2, 3, 7, 2000}) {
      List<int[]> actual = bestPaths(kind, scores, allowed, count);
      assertThat(actual).hasSize(Math.min(count, expected.size())).doesNotHaveDuplicates();
      for (int rank = 0; rank < actual.size(); rank++) {
        assertClose(
            "score of rank " + rank,
            scores.oracle().score(actual.get(rank)),
            scores.oracle().score(expected.get(rank)),
            ROUNDING);
      }
      assertFirstIsBestPath(kind, scores, allowed, actual);
    }
  }

  private static void assertFirstIsBestPath(
      ChainCase kind, Scores scores, LabelConstraints allowed, List<int[]> actual) {
    if (!actual.isEmpty()) {
      int[] best = new int[kind.length()];
      new LinearChain(kind.labelCount())
          .bestPath(
              scores.unary(), scores.pairwise(), kind.length(), allowed, new Workspace(), best);
      assertThat(actual.get(0)).isEqualTo(best);
    }
  }

  @ParameterizedTest
  @MethodSource(CASES)
  void bestPathsEqualEnumeration(ChainCase kind) {
    Draws draws = new Draws(7);
    for (Scores scores : kind.sentences().limit(2).toList()) {
      assertBestPaths(kind, scores, LabelConstraints.none(kind.labelCount()));
      assertBestPaths(kind, scores, constraints(draws, kind.labelCount(), 0.7));
      assertBestPaths(kind, scores, constraints(draws, kind.labelCount(), 0));
    }
  }

  /** A billion paths of a sentence of 200,000 tokens are requested, more than fit into memory. */
  @Test
  void numberOfBestPathsIsLimitedByMemory() {
    int length = 200_000;
    int v = 3;
    double[] unary = new Draws(5).normals(length * v, 1);
    double[] pairwise = new Draws(6).normals(v * v, 1);
    LinearChain chain = new LinearChain(v);

    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    List<int[]> paths =
        chain.bestPaths(unary, pairwise, length, LabelConstraints.none(v), 1_000_000_000);

    assertThat(threads.getCurrentThreadAllocatedBytes() - before)
        .isLessThan(2L * Integer.BYTES * BestPaths.MAX_CELLS);
    assertThat(paths).hasSize(BestPaths.MAX_CELLS / (length * v));

    int[] best = new int[length];
    chain.bestPath(unary, pairwise, length, LabelConstraints.none(v), new Workspace(), best);
    assertThat(paths.get(0)).isEqualTo(best);
  }

  @Test
  void scoresThatAreNaNHaveNoPaths() {
    double[] unary = new double[6];
    Arrays.fill(unary, Double.NaN);
    assertThat(new LinearChain(2).bestPaths(unary, new double[4], 3, LabelConstraints.none(2), 5))
        .isEmpty();
  }

  @Test
  void refusesArraysAndCountsThatDoNotFit() {
    LinearChain chain = new LinearChain(2);
    LabelConstraints none = LabelConstraints.none(2);
    assertRefused(() -> chain.bestPaths(new double[4], new double[4], 2, none, 0), "count");
    assertRefused(() -> chain.bestPaths(new double[4], new double[4], 0, none, 1), "length");
    assertRefused(() -> chain.bestPaths(new double[3], new double[4], 2, none, 1), "unary");
    assertRefused(() -> chain.bestPaths(new double[4], new double[3], 2, none, 1), "pairwise");
  }
}
