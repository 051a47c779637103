package org.gpchain.experiments.papers;

import java.io.IOException;
import java.util.Optional;
import org.gpchain.experiments.data.GpstructTask;

/**
 * How far the marginals of one way to learn are from those of another one.
 *
 * @param mean absolute difference of the probability of a label, over labels and test tokens
 * @param share of the test tokens whose likeliest label is another one
 * @param folds number of folds
 */
record MarginalDistance(double mean, double share, int folds) {
  /** The distance on the folds that both have; empty if there is none. */
  static Optional<MarginalDistance> of(
      PaperResults results, PaperRow one, PaperRow other, GpstructTask task) throws IOException {
    double sum = 0;
    long probabilities = 0;
    long tokens = 0;
    long different = 0;
    int folds = 0;
    int v = task.labelCount();
    for (int fold = 1; fold <= PapersCommand.FOLDS; fold++) {
      Optional<float[][]> first = results.marginals(one, task, fold);
      Optional<float[][]> second = results.marginals(other, task, fold);
      if (first.isEmpty() || second.isEmpty()) {
        continue;
      }
      folds++;
      for (int n = 0; n < first.get().length; n++) {
        float[] a = first.get()[n];
        float[] b = second.get()[n];
        for (int i = 0; i < a.length; i++) {
          sum += Math.abs(a[i] - b[i]);
        }
        for (int row = 0; row < a.length; row += v) {
          different += likeliest(a, row, v) == likeliest(b, row, v) ? 0 : 1;
        }
        probabilities += a.length;
        tokens += a.length / v;
      }
    }
    return folds == 0
        ? Optional.empty()
        : Optional.of(
            new MarginalDistance(sum / probabilities, (double) different / tokens, folds));
  }

  private static int likeliest(float[] marginals, int row, int v) {
    int best = 0;
    for (int a = 1; a < v; a++) {
      best = marginals[row + a] > marginals[row + best] ? a : best;
    }
    return best;
  }
}
