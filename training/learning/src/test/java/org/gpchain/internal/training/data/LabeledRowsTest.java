package org.gpchain.internal.training.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.filled;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.training.objective.Corpora;
import org.junit.jupiter.api.Test;

class LabeledRowsTest {
  private static final SparseRows ROWS =
      SparseRows.of(2, new int[] {0, 1, 1, 3}, new int[] {1, 0, 0});

  private final LabeledRows corpus = corpus(new int[] {0, 1, 3}, 0, 1, 1);

  private static LabeledRows corpus(int[] starts, int... labels) {
    return new LabeledRows(ROWS, starts, labels, 2);
  }

  /** Only transitions within sentences count, not those from the end of a sentence to the next. */
  @Test
  void chainOfManyLabelsHasTheTransitionsThatOccur() {
    int many = LabeledRows.MANY_LABELS + 1;
    LinearChain chain =
        new LabeledRows(ROWS, new int[] {0, 1, 3}, new int[] {7, 9, 2}, many).chain();
    assertThat(chain.pairwiseCount()).isEqualTo(1);
    assertThat(chain.transitions(new double[] {5})[9 * many + 2]).isEqualTo(5);
    assertThat(corpus.chain().pairwiseCount()).isEqualTo(4);
  }

  @Test
  void sentencesAreSelectedInAnyOrder() {
    int[] numbers = {1, 0, 1};
    LabeledRows selected = corpus.select(numbers);

    assertThat(selected.sentenceStart()).containsExactly(0, 2, 3, 5);
    assertThat(selected.labels()).containsExactly(1, 1, 0, 1, 1);
    assertThat(selected.labelCount()).isEqualTo(2);
    assertThat(numbers).containsExactly(1, 0, 1);

    for (int n = 0; n < 3; n++) {
      assertThat(Corpora.dense(selected, n)).isDeepEqualTo(Corpora.dense(corpus, numbers[n]));
    }

    LabeledRows all = corpus.select(new int[] {0, 1});
    assertThat(all.sentenceStart()).isEqualTo(corpus.sentenceStart());
    assertThat(all.labels()).isEqualTo(corpus.labels());
  }

  @Test
  void numbersOfSelectedSentencesAreChecked() {
    assertRefused(
        () -> corpus.select(new int[0]), "number of sentences to select must be at least 1, was 0");
    for (int sentence : new int[] {-1, 2}) {
      assertFails(
          IndexOutOfBoundsException.class,
          () -> corpus.select(new int[] {0, sentence}),
          "sentence must be in [0, 2), was " + sentence);
    }
  }

  @Test
  void scoresAreSumsOfWeights() {
    Draws draws = new Draws(1);
    LabeledRows random = Corpora.random(draws, 3, 5, 1, 4, 2);
    double[] weights = draws.normals(15, 1);
    for (int n = 0; n < 3; n++) {
      double[] expected = Corpora.unary(random, n, weights);
      double[] out = filled(expected.length + 2, 7);
      random.unary(n, weights, out);
      assertClose("f", out, expected, ROUNDING);
      assertThat(Arrays.copyOfRange(out, expected.length, out.length)).containsOnly(7);
    }
  }

  @Test
  void rowsCanBeReplaced() {
    SparseRows others = SparseRows.of(9, new int[4], new int[0]);
    assertThat(corpus.withRows(others))
        .isEqualTo(new LabeledRows(others, corpus.sentenceStart(), corpus.labels(), 2));
    SparseRows fewer = SparseRows.of(9, new int[3], new int[0]);
    assertRefused(() -> corpus.withRows(fewer), "labels must have length 2 [tokens], had 3");
  }

  @Test
  void startsOfSentencesAreChecked() {
    assertRefused(
        () -> corpus(new int[] {0, 3}, 0, 1), "labels must have length 3 [tokens], had 2");
    assertRefused(() -> corpus(new int[] {0}, 0, 1, 1), "sentenceStart.length must be at least 2");
    assertRefused(() -> corpus(new int[] {0, 2}, 0, 1, 1), "last sentence start");
    assertRefused(() -> corpus(new int[] {1, 3}, 0, 1, 1), "sentenceStart[0] must be 0, was 1");
    assertRefused(
        () -> corpus(new int[] {0, 1, 1, 3}, 0, 1, 1),
        "tokens of sentence 1 must be at least 1, was 0");
  }

  @Test
  void labelsAreChecked() {
    for (int label : new int[] {-1, 2}) {
      assertFails(
          IndexOutOfBoundsException.class,
          () -> corpus(new int[] {0, 3}, 0, label, 1),
          "label must be in [0, 2), was " + label);
    }
  }
}
