package org.gpchain.internal.training.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BlockFoldsTest {
  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "5, 5", "6, 5", "11, 5", "499, 5", "500, 5", "501, 5", "1700, 3"})
  void everySentenceIsInOneFold(int sentences, int folds) {
    BlockFolds blocks = new BlockFolds(sentences, folds);
    int[] seen = new int[sentences];
    for (int fold = 0; fold < folds; fold++) {
      int[] heldOut = blocks.heldOut(fold);
      assertThat(heldOut).isNotEmpty().isSorted();
      for (int n : heldOut) {
        seen[n]++;
      }
      assertThat(IntStream.concat(Arrays.stream(heldOut), Arrays.stream(blocks.others(fold))))
          .containsExactlyInAnyOrderElementsOf(IntStream.range(0, sentences).boxed().toList());
      assertThat(blocks.others(fold)).isSorted();
    }

    assertThat(seen).containsOnly(1);
  }

  /** Blocks are assigned to folds in turn, so that the sizes differ by at most one block. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void foldsConsistOfWholeBlocksAndHaveSimilarSizes(int seed) {
    Draws draws = new Draws(seed);
    for (int i = 0; i < 20; i++) {
      int folds = draws.between(1, 12);
      int sentences = draws.between(folds, draws.oneOf(folds + 1, 60 * folds, 3000));
      BlockFolds blocks = new BlockFolds(sentences, folds);
      int[] foldOfBlock = new int[blocks.blocks()];
      Arrays.fill(foldOfBlock, -1);
      int minimum = sentences;
      int maximum = 0;
      int total = 0;
      for (int fold = 0; fold < folds; fold++) {
        int[] heldOut = blocks.heldOut(fold);
        assertThat(heldOut).isEqualTo(new BlockFolds(sentences, folds).heldOut(fold));
        for (int n : heldOut) {
          int block = blocks.blockOf(n);
          assertThat(foldOfBlock[block]).isIn(-1, fold);
          foldOfBlock[block] = fold;
        }
        minimum = Math.min(minimum, heldOut.length);
        maximum = Math.max(maximum, heldOut.length);
        total += heldOut.length;
      }

      assertThat(total).isEqualTo(sentences);
      assertThat(foldOfBlock).doesNotContain(-1);
      assertThat(maximum - minimum).isLessThanOrEqualTo(Math.min(100, sentences / folds));
    }
  }

  @Test
  void adjacentSentencesAreHeldOutTogether() {
    assertThat(new BlockFolds(10, 5).heldOut(1)).containsExactly(2, 3);
    assertThat(new BlockFolds(11, 5).heldOut(0)).containsExactly(0, 1, 10);
    assertThat(new BlockFolds(10, 5).blocks()).isEqualTo(5);
    assertThat(new BlockFolds(11, 5).blocks()).isEqualTo(6);
    assertThat(new BlockFolds(1000, 5).heldOut(4))
        .isEqualTo(
            IntStream.concat(IntStream.range(400, 500), IntStream.range(900, 1000)).toArray());
    assertThat(new BlockFolds(1001, 5).blocks()).isEqualTo(11);
    assertThat(new BlockFolds(1001, 5).blockOf(999)).isEqualTo(9);
  }

  @Test
  void foldsAreWholeCorpora() {
    BlockFolds corpora = BlockFolds.ofCorpora(List.of(0, 1, 1, 2, 0));
    assertThat(corpora.folds()).isEqualTo(3);
    assertThat(corpora.heldOut(0)).containsExactly(0, 4);
    assertThat(corpora.others(1)).containsExactly(0, 3, 4);
  }

  @Test
  void foldsWithoutSentencesAreRejected() {
    assertRefused(() -> new BlockFolds(4, 5), "sentences");
    assertRefused(() -> new BlockFolds(4, 0), "folds");
  }
}
