package org.gpchain.internal.training.objective;

import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.optim.SparseSum;

/**
 * The negative log-likelihood of each sentence's labels, as a loss of its scores and of the
 * transition scores.
 *
 * @param corpus the sentences with their labels
 * @param likelihood likelihood of a sentence's labels
 */
public record SentenceLoss(LabeledRows corpus, DifferentiableLikelihood likelihood)
    implements SparseSum.Loss {
  /**
   * Returns the sum of the losses of a corpus over its feature rows.
   *
   * @param corpus the sentences; kept
   * @param likelihood likelihood of a sentence's labels
   */
  public static SparseSum sum(LabeledRows corpus, DifferentiableLikelihood likelihood) {
    return new SparseSum(
        corpus.rows(),
        corpus.sentenceStart(),
        corpus.labelCount(),
        likelihood.pairwiseCount(),
        new SentenceLoss(corpus, likelihood));
  }

  @Override
  public double value(int sentence, double[] unary, double[] pairwise, Workspace workspace) {
    return -likelihood.logLikelihood(unary, pairwise, corpus.labelsOf(sentence), workspace);
  }

  /**
   * {@inheritDoc}
   *
   * <p>The parameters come from the interface {@link SparseSum.Loss}, where the scores of a member
   * are unary scores and the shared parameters are transition scores.
   */
  @Override
  public double valueAndGradient(
      int sentence,
      double[] unary,
      double[] pairwise,
      Workspace workspace,
      double[] unaryGradientOut,
      double[] pairwiseGradientOut) {
    int[] labels = corpus.labelsOf(sentence);
    double value =
        likelihood.logLikelihoodAndGradient(
            unary, pairwise, labels, workspace, unaryGradientOut, pairwiseGradientOut);

    ScaledSums.scale(-1, unaryGradientOut, 0, labels.length * corpus.labelCount());
    ScaledSums.scale(-1, pairwiseGradientOut, 0, pairwiseGradientOut.length);
    return -value;
  }
}
