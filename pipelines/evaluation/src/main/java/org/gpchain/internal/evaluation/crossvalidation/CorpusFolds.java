package org.gpchain.internal.evaluation.crossvalidation;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.training.data.BlockFolds;

/**
 * Folds of a corpus. Where it says where documents end, and there are enough of them, each document
 * is in one fold as a whole, since its sentences share words; otherwise folds are made of blocks of
 * neighbouring sentences.
 *
 * @param documents number of documents; 0 if folds are made of blocks
 */
public record CorpusFolds(int documents, BlockFolds folds) {
  /**
   * Folds that have about as many sentences each.
   *
   * @param corpus at least one sentence for each fold
   * @param count number of folds, at least 2
   * @throws IllegalArgumentException if there are fewer sentences than folds
   */
  public static CorpusFolds of(Corpus corpus, int count) {
    Checks.atLeast("number of folds", count, 2);
    int[] documentOf = corpus.documents();
    Checks.atLeast("number of sentences", documentOf.length, count);
    int documents = documentOf[documentOf.length - 1] + 1;
    if (documents >= count) {
      List<Integer> foldOf = ofDocuments(documentOf, documents, count);
      return new CorpusFolds(documents, new BlockFolds(documentOf.length, count, foldOf));
    }
    return new CorpusFolds(0, new BlockFolds(documentOf.length, count));
  }

  /** The longest documents first, each to the fold that has the fewest sentences so far. */
  private static List<Integer> ofDocuments(int[] documentOf, int documents, int count) {
    int[] length = new int[documents];
    Arrays.stream(documentOf).forEach(document -> length[document]++);
    List<Integer> longestFirst =
        IntStream.range(0, documents)
            .boxed()
            .sorted(Comparator.comparing(document -> -length[document]))
            .toList();
    int[] size = new int[count];
    int[] foldOfDocument = new int[documents];
    for (int document : longestFirst) {
      int smallest =
          IntStream.range(0, count).reduce(0, (one, fold) -> size[fold] < size[one] ? fold : one);
      foldOfDocument[document] = smallest;
      size[smallest] += length[document];
    }
    return Arrays.stream(documentOf).mapToObj(document -> foldOfDocument[document]).toList();
  }
}
