package org.gpchain.internal.training.bound;

import java.util.Arrays;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.posterior.LatentSamples;
import org.gpchain.internal.training.bound.Pathwise.LatentMean;
import org.gpchain.internal.training.data.LabeledRows;

/**
 * The expected log-likelihood of a corpus as a function of its mean weights and transition scores.
 * Sentences are evaluated by the estimator on all threads. Their latent gradients go into one table
 * {@code [tokens×V]}, from which they are pulled back to the parameters.
 *
 * @param corpus the sentences with their labels
 * @param estimator estimator of a sentence's expected log-likelihood
 * @param parallel threads
 */
record ExpectedLogLikelihood(LabeledRows corpus, Pathwise estimator, Parallel parallel) {
  private static final int SENTENCES_PER_BLOCK = 64;

  /**
   * Returns the sum over all sentences, and writes the gradients.
   *
   * @param weights mean weights, {@code [D×V]}; not modified
   * @param pairwise mean transition scores, {@code [V×V]}; not modified
   * @param samples samples of each sentence, as deviations from these means; null for the plug-in
   *     value
   * @param out gradients of all tokens, {@code [tokens×V]}, and of the transitions, summed over
   *     sentences; overwritten
   */
  double evaluate(
      double[] weights, double[] pairwise, LatentSamples[] samples, LatentGradient out) {
    Evaluation evaluation = new Evaluation(weights, pairwise, samples, out);
    double value = parallel.sum(corpus.sentenceCount(), SENTENCES_PER_BLOCK, evaluation::sentence);
    evaluation.sumTransitions();
    return value;
  }

  /** One evaluation of all sentences. */
  private final class Evaluation {
    private final double[] weights;
    private final double[] pairwise;
    private final LatentSamples[] samples;
    private final LatentGradient out;

    /**
     * The gradient of the transitions for each block of sentences. One thread evaluates a block, so
     * that the order of additions does not depend on the threads.
     */
    private final LatentGradient[] blocks;

    Evaluation(double[] weights, double[] pairwise, LatentSamples[] samples, LatentGradient out) {
      this.weights = weights;
      this.pairwise = pairwise;
      this.samples = samples;
      this.out = out;
      int count = (corpus.sentenceCount() + SENTENCES_PER_BLOCK - 1) / SENTENCES_PER_BLOCK;
      this.blocks = new LatentGradient[count];
      Arrays.setAll(blocks, i -> LatentGradient.of(0, corpus.labelCount(), out.wantsCurvature()));
    }

    /** Returns the expected log-likelihood of a sentence, and writes or adds its gradients. */
    double sentence(int n, Workspace workspace) {
      int v = corpus.labelCount();
      int length = corpus.length(n);
      int first = corpus.sentenceStart()[n] * v;

      LatentMean mean = new LatentMean(new double[length * v], pairwise);
      corpus.unary(n, weights, mean.unary());
      LatentSamples deviations = samples == null ? null : samples[n];
      LatentGradient gradient = LatentGradient.of(length, v, out.wantsCurvature());
      double value = estimator.estimate(mean, deviations, corpus.labelsOf(n), workspace, gradient);

      LatentGradient block = blocks[n / SENTENCES_PER_BLOCK];
      System.arraycopy(gradient.unary(), 0, out.unary(), first, length * v);
      add(gradient.pairwise(), block.pairwise());
      if (out.wantsCurvature()) {
        System.arraycopy(gradient.unaryCurvature(), 0, out.unaryCurvature(), first, length * v);
        add(gradient.pairwiseCurvature(), block.pairwiseCurvature());
      }
      return value;
    }

    /** Adds up the gradients of the transitions, in the order of the blocks. */
    void sumTransitions() {
      Arrays.fill(out.pairwise(), 0);
      for (LatentGradient block : blocks) {
        add(block.pairwise(), out.pairwise());
      }

      if (out.wantsCurvature()) {
        Arrays.fill(out.pairwiseCurvature(), 0);
        for (LatentGradient block : blocks) {
          add(block.pairwiseCurvature(), out.pairwiseCurvature());
        }
      }
    }

    private static void add(double[] summand, double[] sum) {
      ScaledSums.add(1, summand, sum.length, sum);
    }
  }
}
