package org.gpchain.internal.training.data;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.internal.core.math.Checks;

/**
 * The division of a corpus into folds for cross-validation.
 *
 * <p>Unless the fold of each sentence is given, the corpus is cut into blocks of adjacent
 * sentences, which are assigned to the folds in turn. Adjacent sentences often belong to one
 * document and share its words. If they were in different folds, the held-out sentences would be
 * easier than sentences of new documents. Each fold has at least one sentence.
 *
 * @param sentences number of sentences of the corpus
 * @param folds number of folds
 * @param given fold of each sentence, from 0; empty if the folds consist of blocks
 */
public record BlockFolds(int sentences, int folds, List<Integer> given) {
  /**
   * Maximum length of a block (sentences): about one or a few documents, but short enough for many
   * blocks.
   */
  private static final int MAX_BLOCK_LENGTH = 100;

  /** Creates folds; copies the list. */
  public BlockFolds {
    Checks.atLeast("folds", folds, 1);
    Checks.atLeast("number of sentences", sentences, folds);
    given = List.copyOf(given);
  }

  /** Creates folds that consist of blocks. */
  public BlockFolds(int sentences, int folds) {
    this(sentences, folds, List.of());
  }

  /**
   * Returns folds that each contain one of several corpora.
   *
   * @param corpora number of the corpus of each sentence, from 0; each corpus has a sentence
   */
  public static BlockFolds ofCorpora(List<Integer> corpora) {
    return new BlockFolds(corpora.size(), Collections.max(corpora) + 1, corpora);
  }

  /** Returns the numbers of the sentences in a fold, in ascending order. */
  public int[] heldOut(int fold) {
    return IntStream.range(0, sentences).filter(n -> foldOf(n) == fold).toArray();
  }

  /** Returns the numbers of the sentences outside of a fold, in ascending order. */
  public int[] others(int fold) {
    return IntStream.range(0, sentences).filter(n -> foldOf(n) != fold).toArray();
  }

  /** Returns the number of the block that contains a sentence, from 0. */
  public int blockOf(int sentence) {
    return sentence / Math.min(MAX_BLOCK_LENGTH, sentences / folds);
  }

  /** Returns the number of blocks, which is at least the number of folds. */
  public int blocks() {
    return blockOf(sentences - 1) + 1;
  }

  /** Returns the fold that contains a sentence, from 0. */
  public int foldOf(int sentence) {
    if (given.isEmpty()) {
      return blockOf(sentence) % folds;
    }
    return given.get(sentence);
  }
}
