package org.gpchain.internal.training.objective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.training.data.LabeledRows;
import org.junit.jupiter.api.Test;

class SentenceLossTest {
  private static final int V = 3;

  private final LinearChain chain = new LinearChain(V);
  private final LabeledRows corpus = Corpora.random(new Draws(1), V, 8, 1, 4, 2, 6);
  private final Workspace workspace = new Workspace();

  @Test
  void lossIsTheNegativeLogLikelihood() {
    SentenceLoss loss = new SentenceLoss(corpus, chain);
    double[] pairwise = new Draws(2).normals(V * V, 1);
    for (int n = 0; n < corpus.sentenceCount(); n++) {
      int count = corpus.length(n) * V;
      double[] unary = new Draws(3 + n).normals(count, 1);
      double[] unaryGradient = new double[count];
      double[] pairwiseGradient = new double[V * V];
      double expected =
          chain.logLikelihoodAndGradient(
              unary, pairwise, corpus.labelsOf(n), workspace, unaryGradient, pairwiseGradient);

      // Buffers may be longer than the sentence.
      double[] longer = Arrays.copyOf(unary, 6 * V);
      double[] unaryOut = new double[6 * V];
      double[] pairwiseOut = new double[V * V];
      Arrays.fill(pairwiseOut, Double.NaN);
      double value = loss.valueAndGradient(n, longer, pairwise, workspace, unaryOut, pairwiseOut);
      assertThat(value).isEqualTo(-expected).isPositive();
      assertThat(loss.value(n, longer, pairwise, workspace)).isEqualTo(value);
      for (int i = 0; i < count; i++) {
        assertThat(unaryOut[i]).isEqualTo(-unaryGradient[i]);
      }
      for (int i = 0; i < V * V; i++) {
        assertThat(pairwiseOut[i]).isEqualTo(-pairwiseGradient[i]);
      }
    }
  }
}
