package org.gpchain.training.mcmc;

import org.gpchain.core.math.SparseRows;
import org.gpchain.training.data.LabeledRows;

/**
 * A sample in weight space.
 *
 * @param weights {@code [D×V]}
 * @param pairwise {@code [V×V]}
 */
record WeightSample(float[] weights, double[] pairwise) implements LatentSample {
  @Override
  public void unary(LabeledRows corpus, int sentence, double[] out) {
    int v = corpus.labelCount();
    SparseRows rows = corpus.rows();
    int first = corpus.sentenceStart()[sentence];
    for (int t = 0; t < corpus.length(sentence); t++) {
      for (int a = 0; a < v; a++) {
        double sum = 0;
        for (int i = rows.start(first + t); i < rows.start(first + t + 1); i++) {
          sum += (double) rows.value(i) * weights[rows.column(i) * v + a];
        }
        out[t * v + a] = sum;
      }
    }
  }
}
