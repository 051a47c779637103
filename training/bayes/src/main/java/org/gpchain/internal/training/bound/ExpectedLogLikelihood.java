package org.gpchain.internal.training.bound;

import java.util.Arrays;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.posterior.LatentGradient;
import org.gpchain.internal.core.posterior.LatentSamples;
import org.gpchain.internal.training.data.LabeledRows;

/**
 * The expected log-likelihood of a corpus as a function of its mean weights and transition scores:
 * sentence by sentence through the estimator, on all workers. Latent gradients go into one table
 * {@code [tokens×V]}, from which they are pulled back to the parameters.
 */
record ExpectedLogLikelihood(LabeledRows corpus, Pathwise estimator, Parallel parallel) {
  private static final int SENTENCES_PER_BLOCK = 64;

  /**
   * Returns the sum over all sentences, and writes the gradients.
   *
   * @param weights {@code [D×V]}; not modified
   * @param pairwise {@code [V×V]}; not modified
   * @param samples of each sentence, deviations from these means; null for the plug-in value
   * @param out of all tokens, {@code [tokens×V]}, and of the transitions, summed over sentences
   */
  double evaluate(
      double[] weights, double[] pairwise, LatentSamples[] samples, LatentGradient out) {
    int sentences = corpus.sentenceCount();
    int blocks = (sentences + SENTENCES_PER_BLOCK - 1) / SENTENCES_PER_BLOCK;
    LatentGradient[] parts = new LatentGradient[blocks];
    Arrays.setAll(parts, i -> LatentGradient.of(0, corpus.labelCount(), out.wantsCurvature()));
    double value =
        parallel.sum(
            sentences,
            SENTENCES_PER_BLOCK,
            (n, workspace) -> {
              LatentGradient part = parts[n / SENTENCES_PER_BLOCK];
              return sentence(n, weights, pairwise, samples, workspace, part, out);
            });
    // In the order of the blocks.
    Arrays.fill(out.pairwise(), 0);
    for (LatentGradient part : parts) {
      ScaledSums.add(1, part.pairwise(), out.pairwise().length, out.pairwise());
    }
    if (out.wantsCurvature()) {
      Arrays.fill(out.pairwiseCurvature(), 0);
      for (LatentGradient part : parts) {
        ScaledSums.add(
            1, part.pairwiseCurvature(), out.pairwiseCurvature().length, out.pairwiseCurvature());
      }
    }
    return value;
  }

  private double sentence(
      int n,
      double[] weights,
      double[] pairwise,
      LatentSamples[] samples,
      Workspace workspace,
      LatentGradient part,
      LatentGradient out) {
    int v = corpus.labelCount();
    int first = corpus.sentenceStart()[n] * v;
    double[] mean = new double[corpus.length(n) * v];
    corpus.unary(n, weights, mean);
    LatentGradient own = LatentGradient.of(corpus.length(n), v, out.wantsCurvature());
    double value =
        estimator.estimate(
            mean,
            pairwise,
            samples == null ? null : samples[n],
            corpus.labelsOf(n),
            workspace,
            own);
    System.arraycopy(own.unary(), 0, out.unary(), first, mean.length);
    ScaledSums.add(1, own.pairwise(), part.pairwise().length, part.pairwise());
    if (out.wantsCurvature()) {
      System.arraycopy(own.unaryCurvature(), 0, out.unaryCurvature(), first, mean.length);
      ScaledSums.add(
          1, own.pairwiseCurvature(), part.pairwiseCurvature().length, part.pairwiseCurvature());
    }
    return value;
  }
}
