package org.gpchain.training.vi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.gpchain.core.math.SparseRows;
import org.junit.jupiter.api.Test;

/** A corpus for the engine has sentences without gaps, and labels that exist. */
class LabeledRowsTest {
  private static final SparseRows ROWS =
      SparseRows.of(2, new int[] {0, 1, 1, 3}, new int[] {1, 0, 0});

  private static LabeledRows corpus(int[] starts, int... labels) {
    return new LabeledRows(ROWS, starts, labels, 2);
  }

  @Test
  void knowsItsShape() {
    LabeledRows corpus = corpus(new int[] {0, 1, 3}, 0, 1, 1);
    assertThat(corpus.sentenceCount()).isEqualTo(2);
    assertThat(corpus.tokenCount()).isEqualTo(3);
    assertThat(corpus.length(0)).isEqualTo(1);
    assertThat(corpus.length(1)).isEqualTo(2);
  }

  @Test
  void takesARunOfSentences() {
    LabeledRows corpus = corpus(new int[] {0, 1, 3}, 0, 1, 1);
    assertThat(corpus.labelsOf(1)).containsExactly(1, 1);
    LabeledRows last = corpus.sentences(1, 2);
    assertThat(last.sentenceStart()).containsExactly(0, 2);
    assertThat(last.labels()).containsExactly(1, 1);
    assertThat(last.rows().start(2)).isEqualTo(2);
    assertThat(last.rows().column(1)).isZero();
    assertThat(corpus.sentences(0, 2).labels()).isEqualTo(corpus.labels());
    assertThatThrownBy(() -> corpus.sentences(1, 1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void takesOtherRowsOfTheSameTokens() {
    LabeledRows corpus = corpus(new int[] {0, 1, 3}, 0, 1, 1);
    SparseRows others = SparseRows.of(9, new int[4], new int[0]);
    assertThat(corpus.withRows(others))
        .isEqualTo(new LabeledRows(others, corpus.sentenceStart(), corpus.labels(), 2));
    SparseRows fewer = SparseRows.of(9, new int[3], new int[0]);
    assertThatThrownBy(() -> corpus.withRows(fewer))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("labels must have length 2 [tokens], had 3");
  }

  @Test
  void needsALabelForEachToken() {
    assertThatThrownBy(() -> corpus(new int[] {0, 3}, 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("labels must have length 3 [tokens], had 2");
  }

  @Test
  void needsASentence() {
    assertThatThrownBy(() -> corpus(new int[] {0}, 0, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sentenceStart.length must be at least 2");
  }

  @Test
  void sentencesCoverAllTokens() {
    assertThatThrownBy(() -> corpus(new int[] {0, 2}, 0, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("last sentence start");
    assertThatThrownBy(() -> corpus(new int[] {1, 3}, 0, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("sentenceStart[0] must be 0, was 1");
  }

  @Test
  void noSentenceIsEmpty() {
    assertThatThrownBy(() -> corpus(new int[] {0, 1, 1, 3}, 0, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("tokens of sentence 1 must be at least 1, was 0");
  }

  @Test
  void everyLabelExists() {
    for (int label : new int[] {-1, 2}) {
      assertThatThrownBy(() -> corpus(new int[] {0, 3}, 0, label, 1))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessage("label must be in [0, 2), was " + label);
    }
  }
}
