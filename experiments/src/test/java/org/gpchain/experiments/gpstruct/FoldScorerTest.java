package org.gpchain.experiments.gpstruct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.gpchain.core.math.SparseRows;
import org.gpchain.training.data.LabeledRows;
import org.junit.jupiter.api.Test;

class FoldScorerTest {
  private static LabeledRows sentences(int[] start, int... gold) {
    return new LabeledRows(SparseRows.of(0, new int[gold.length + 1], new int[0]), start, gold, 3);
  }

  @Test
  void isWorkedOutByHand() {
    LabeledRows test = sentences(new int[] {0, 1, 3}, 0, 2, 1);
    double[][] marginals = {{0.7, 0.2, 0.1}, {0.25, 0.25, 0.5, 0.45, 0.1, 0.45}};
    FoldScore score = FoldScorer.score(test, marginals, 1.5);
    // Right at 0.7 and 0.5; at 0.45 the tie goes to label 0, which is wrong. 15 bins keep the
    // three apart: (10/15, 11/15], (7/15, 8/15], (6/15, 7/15].
    assertThat(score.tokenError()).isCloseTo(1 / 3.0, within(1e-15));
    assertThat(score.nll())
        .isCloseTo(-(Math.log(0.7) + Math.log(0.5) + Math.log(0.1)) / 3, within(1e-15));
    assertThat(score.ece()).isCloseTo((0.3 + 0.5 + 0.45) / 3, within(1e-15));
    assertThat(score.seconds()).isEqualTo(1.5);
  }

  @Test
  void theLowestLabelWinsTies() {
    double third = 1 / 3.0;
    double[][] marginals = {{third, third, third}};
    int[] one = {0, 1};
    assertThat(FoldScorer.score(sentences(one, 0), marginals, 0).tokenError()).isZero();
    assertThat(FoldScorer.score(sentences(one, 1), marginals, 0).tokenError()).isEqualTo(1);
    assertThat(FoldScorer.score(sentences(one, 2), marginals, 0).tokenError()).isEqualTo(1);
  }

  @Test
  void aProbabilityOfZeroIsAFiniteSurprise() {
    double[][] marginals = {{1, 0, 0}};
    FoldScore score = FoldScorer.score(sentences(new int[] {0, 1}, 2), marginals, 0);
    assertThat(score.nll()).isEqualTo(-Math.log(Double.MIN_NORMAL));
    assertThat(score.ece()).isEqualTo(1);
  }

  @Test
  void whatIsNotANumberShows() {
    double[][] marginals = {{Double.NaN, Double.NaN, Double.NaN}};
    FoldScore score = FoldScorer.score(sentences(new int[] {0, 1}, 0), marginals, 0);
    assertThat(score.nll()).isNaN();
    assertThat(score.ece()).isNaN();
  }

  @Test
  void marginalsMustHaveTheShapeOfTheSentences() {
    LabeledRows test = sentences(new int[] {0, 1, 3}, 0, 2, 1);
    double[][] oneSentence = {{1, 0, 0}};
    double[][] shortSentence = {{1, 0, 0}, {1, 0, 0}};
    assertThatThrownBy(() -> FoldScorer.score(test, oneSentence, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[sentences]");
    assertThatThrownBy(() -> FoldScorer.score(test, shortSentence, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sentence 1");
  }
}
