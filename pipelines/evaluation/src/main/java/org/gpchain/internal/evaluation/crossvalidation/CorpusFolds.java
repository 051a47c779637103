package org.gpchain.internal.evaluation.crossvalidation;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.training.data.BlockFolds;

/**
 * The folds of a corpus. If the corpus has at least as many documents as there are folds, each
 * document is in one fold as a whole, because its sentences share words. Otherwise, folds consist
 * of blocks of neighboring sentences.
 *
 * @param documents number of documents; 0 if folds consist of blocks
 * @param folds assignment of sentences to folds
 */
public record CorpusFolds(int documents, BlockFolds folds) {
  /**
   * Divides a corpus into folds of approximately equal numbers of sentences.
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
      List<Integer> foldOf = foldsOfDocuments(documentOf, documents, count);
      return new CorpusFolds(documents, new BlockFolds(documentOf.length, count, foldOf));
    }
    return new CorpusFolds(0, new BlockFolds(documentOf.length, count));
  }

  /**
   * Returns the fold of each sentence. Assigns the longest documents first, each to the fold with
   * the fewest sentences so far.
   */
  private static List<Integer> foldsOfDocuments(int[] documentOf, int documents, int count) {
    int[] length = new int[documents];
    for (int document : documentOf) {
      length[document]++;
    }
    List<Integer> longestFirst =
        IntStream.range(0, documents)
            .boxed()
            .sorted(Comparator.comparing(document -> -length[document]))
            .toList();

    int[] size = new int[count];
    int[] foldOfDocument = new int[documents];
    for (int document : longestFirst) {
      int smallest = indexOfSmallest(size);
      foldOfDocument[document] = smallest;
      size[smallest] += length[document];
    }
    return Arrays.stream(documentOf).mapToObj(document -> foldOfDocument[document]).toList();
  }

  private static int indexOfSmallest(int[] values) {
    int smallest = 0;
    for (int i = 1; i < values.length; i++) {
      if (values[i] < values[smallest]) {
        smallest = i;
      }
    }
    return smallest;
  }
}
