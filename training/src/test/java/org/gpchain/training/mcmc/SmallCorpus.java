package org.gpchain.training.mcmc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.gpchain.core.kernel.AdditiveLinearKernel;
import org.gpchain.core.kernel.SumKernel;
import org.gpchain.core.math.SparseRows;
import org.gpchain.training.data.LabeledRows;

/** Random sentences with a few features. */
final class SmallCorpus {
  /** The group of each feature. */
  static final int[] GROUPS = {0, 0, 0, 0, 1, 1, 1};

  private SmallCorpus() {}

  /** Sentences of the given lengths, whose tokens have two or three features and a random label. */
  static LabeledRows of(int labels, long seed, int... lengths) {
    Random random = new Random(seed);
    List<Integer> columns = new ArrayList<>();
    int[] sentenceStart = new int[lengths.length + 1];
    for (int n = 0; n < lengths.length; n++) {
      sentenceStart[n + 1] = sentenceStart[n] + lengths[n];
    }
    int tokens = sentenceStart[lengths.length];
    int[] rowStart = new int[tokens + 1];
    int[] gold = new int[tokens];
    for (int t = 0; t < tokens; t++) {
      columns.add(random.nextInt(4));
      columns.add(4 + random.nextInt(3));
      rowStart[t + 1] = columns.size();
      gold[t] = random.nextInt(labels);
    }
    return new LabeledRows(
        SparseRows.of(
            GROUPS.length, rowStart, columns.stream().mapToInt(Integer::intValue).toArray()),
        sentenceStart,
        gold,
        labels);
  }

  /** The same sentences with other labels. */
  static LabeledRows withLabels(LabeledRows corpus, int[] labels) {
    return new LabeledRows(corpus.rows(), corpus.sentenceStart(), labels, corpus.labelCount());
  }

  /**
   * The linear kernel as a sum of two equal ones, the second of which does not show that it is one.
   */
  static SumKernel halves(double[] groupVariance) {
    double[] half = Arrays.stream(groupVariance).map(variance -> variance / 2).toArray();
    AdditiveLinearKernel linear = new AdditiveLinearKernel(GROUPS, half);
    return new SumKernel(linear, new SumKernel(linear));
  }
}
