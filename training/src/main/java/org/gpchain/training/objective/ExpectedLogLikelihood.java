package org.gpchain.training.objective;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.ScaledSums;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.posterior.LatentGradient;
import org.gpchain.core.posterior.LatentSamples;
import org.gpchain.training.data.LabeledRows;

/**
 * The expected log-likelihood of a corpus as a function of its mean weights and transition scores:
 * sentence by sentence through the estimator, on all workers. Latent gradients go into one table
 * {@code [tokens×V]}, from which they are pulled back to the parameters.
 */
final class ExpectedLogLikelihood {
  private static final int SENTENCES_PER_BLOCK = 64;

  private final LabeledRows corpus;
  private final Pathwise estimator;
  private final Parallel parallel;
  private final List<Workspace> workspaces;

  ExpectedLogLikelihood(LabeledRows corpus, Pathwise estimator, Parallel parallel) {
    this.corpus = corpus;
    this.estimator = estimator;
    this.parallel = parallel;
    this.workspaces =
        IntStream.range(0, parallel.threads()).mapToObj(i -> new Workspace()).toList();
  }

  /**
   * Returns the sum over a batch of sentences, and writes the gradients; rows of sentences that are
   * not in the batch are not modified.
   *
   * @param weights {@code [D×V]}; not modified
   * @param pairwise {@code [V×V]}; not modified
   * @param samples of each sentence, deviations from these means; null for the plug-in value
   * @param out of all tokens, {@code [tokens×V]}, and of the transitions, summed over sentences
   */
  double evaluate(
      int[] batch,
      double[] weights,
      double[] pairwise,
      LatentSamples[] samples,
      LatentGradient out) {
    int blocks = (batch.length + SENTENCES_PER_BLOCK - 1) / SENTENCES_PER_BLOCK;
    LatentGradient[] parts = new LatentGradient[blocks];
    Arrays.setAll(parts, i -> LatentGradient.of(0, corpus.labelCount(), out.wantsCurvature()));
    double value =
        parallel.sum(
            batch.length,
            SENTENCES_PER_BLOCK,
            (worker, from, to) -> {
              LatentGradient part = parts[from / SENTENCES_PER_BLOCK];
              double sum = 0;
              for (int i = from; i < to; i++) {
                sum +=
                    sentence(
                        batch[i], weights, pairwise, samples, workspaces.get(worker), part, out);
              }
              return sum;
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
