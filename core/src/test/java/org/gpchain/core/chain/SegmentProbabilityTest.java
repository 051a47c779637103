package org.gpchain.core.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import org.gpchain.core.Draws;
import org.gpchain.core.chain.ChainCase.Scores;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.math.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Segment probabilities against enumeration: every start, every length, every next label. */
class SegmentProbabilityTest {
  private final Workspace workspace = new Workspace();

  @ParameterizedTest
  @MethodSource("org.gpchain.core.chain.ChainCase#all")
  void equalsEnumeration(ChainCase kind) {
    Draws draws = new Draws(1);
    kind.possibleSentences()
        .forEach(
            scores -> {
              Lattice lattice =
                  new LinearChain(kind.labelCount())
                      .lattice(scores.unary(), scores.pairwise(), kind.length(), workspace);
              for (int start = 0; start < kind.length(); start++) {
                for (int size = 1; start + size <= kind.length(); size++) {
                  int[] segment = draws.indices(size, kind.labelCount());
                  checkAllNextLabels(lattice, scores, start, segment, kind.labelCount());
                }
              }
            });
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

  @ParameterizedTest
  @MethodSource("org.gpchain.core.chain.ChainCase#all")
  void ofTheMostProbableSequence(ChainCase kind) {
    kind.possibleSentences()
        .forEach(
            scores -> {
              Lattice lattice =
                  new LinearChain(kind.labelCount())
                      .lattice(scores.unary(), scores.pairwise(), kind.length(), workspace);
              int[] best =
                  scores.oracle().bestPath(BestPathTest.everythingAllowed(kind.labelCount()));
              for (int start = 0; start < kind.length(); start++) {
                int[] segment = java.util.Arrays.copyOfRange(best, start, best.length);
                checkAllNextLabels(lattice, scores, start, segment, kind.labelCount());
              }
            });
  }

  @Test
  void refusesSegmentsOutsideTheSentence() {
    Lattice lattice = new LinearChain(2).lattice(new double[6], new double[4], 3, workspace);
    assertRefused(() -> lattice.segmentProbability(0, new int[0], -1), "path");
    assertThatThrownBy(() -> lattice.segmentProbability(-1, new int[1], -1))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("start");
    assertThatThrownBy(() -> lattice.segmentProbability(3, new int[1], -1))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("start");
    assertThatThrownBy(() -> lattice.segmentProbability(2, new int[2], -1))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("last token");
  }
}
