package org.gpchain.internal.training.data;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.internal.core.math.Checks;

/**
 * Folds of a corpus, made of blocks of neighbouring sentences unless they are given. Neighbours are
 * often of one document and share its words; were they in different folds, the held-out ones would
 * be easier than the sentences of documents to come. There is at least one sentence for each fold.
 *
 * @param given the fold of each sentence, from 0, such as its corpus; empty if folds are blocks
 */
public record BlockFolds(int sentences, int folds, List<Integer> given) {
  /** About a document or a few, which still leaves many blocks. */
  private static final int MAX_BLOCK_LENGTH = 100;

  public BlockFolds {
    Checks.atLeast("folds", folds, 1);
    Checks.atLeast("number of sentences", sentences, folds);
    given = List.copyOf(given);
  }

  public BlockFolds(int sentences, int folds) {
    this(sentences, folds, List.of());
  }

  /**
   * A fold for each corpus.
   *
   * @param corpora that of each sentence, from 0; at least one sentence of each
   */
  public static BlockFolds ofCorpora(List<Integer> corpora) {
    return new BlockFolds(corpora.size(), Collections.max(corpora) + 1, corpora);
  }

  /** The numbers of the sentences of a fold, ascending. */
  public int[] heldOut(int fold) {
    return IntStream.range(0, sentences).filter(n -> foldOf(n) == fold).toArray();
  }

  public int[] others(int fold) {
    return IntStream.range(0, sentences).filter(n -> foldOf(n) != fold).toArray();
  }

  public int blockOf(int sentence) {
    return sentence / Math.min(MAX_BLOCK_LENGTH, sentences / folds);
  }

  /** Number of blocks, at least one for each fold. */
  public int blocks() {
    return blockOf(sentences - 1) + 1;
  }

  /** The fold of a sentence, from 0. */
  public int foldOf(int sentence) {
    return given.isEmpty() ? blockOf(sentence) % folds : given.get(sentence);
  }
}
