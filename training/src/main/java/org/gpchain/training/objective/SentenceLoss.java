package org.gpchain.training.objective;

import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.core.math.Workspace;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.optim.AverageGradients;
import org.gpchain.training.optim.Precision;
import org.gpchain.training.optim.SparseSum;

/**
 * The negative log-likelihood of each sentence's labels, as a loss of its scores and of the
 * transition scores.
 *
 * @param corpus whose labels
 * @param likelihood of the labels of a sentence
 */
public record SentenceLoss(LabeledRows corpus, DifferentiableLikelihood likelihood)
    implements SparseSum.Loss {
  private static final int FIRST_PASSES = 5;

  /** The sum of the losses of a corpus over its feature rows. */
  public static SparseSum sum(LabeledRows corpus, DifferentiableLikelihood likelihood) {
    int v = corpus.labelCount();
    return new SparseSum(
        corpus.rows(), corpus.sentenceStart(), v, v * v, new SentenceLoss(corpus, likelihood));
  }

  /**
   * An optimiser of this sum. Where labels are not known it is not convex, and from zero the way
   * leads to sentences full of segments as easily as to sentences with few: it begins where a few
   * passes lead that take what is not annotated to be outside.
   *
   * @param precision of the prior
   * @param seed of the order of the sentences
   */
  public static AverageGradients optimizer(
      LabeledRows corpus, DifferentiableLikelihood likelihood, Precision precision, long seed) {
    AverageGradients optimizer = new AverageGradients(sum(corpus, likelihood), precision, seed);
    if (corpus.partial() != null) {
      AverageGradients first =
          new AverageGradients(sum(corpus.withLikeliest(), likelihood), precision, seed);
      for (int pass = 0; pass < FIRST_PASSES; pass++) {
        first.pass();
      }
      optimizer.startAt(first.weights(), first.shared());
    }
    return optimizer;
  }

  @Override
  public double value(int sentence, double[] unary, double[] pairwise, Workspace workspace) {
    return -likelihood.logLikelihood(unary, pairwise, corpus.labelsOf(sentence), workspace);
  }

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
    for (int i = 0; i < labels.length * corpus.labelCount(); i++) {
      unaryGradientOut[i] = -unaryGradientOut[i];
    }
    for (int i = 0; i < pairwiseGradientOut.length; i++) {
      pairwiseGradientOut[i] = -pairwiseGradientOut[i];
    }
    return -value;
  }
}
