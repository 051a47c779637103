package org.gpchain.training.objective;

import java.util.Arrays;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.SparseRows;
import org.gpchain.training.data.LabeledRows;

/**
 * The log-likelihood of sentences that were not learned from, as a function of the weights of their
 * features and of the transition scores. Not for concurrent use: it keeps scratch space.
 */
public final class HeldOutLikelihood {
  private final LabeledRows sentences;
  private final SparseRows columns;
  private final ExpectedLogLikelihood likelihood;
  private final ExpectedLogLikelihood.Gradients latent;

  /**
   * @param sentences over the columns of the training sentences; kept
   * @param estimator of the log-likelihood
   * @param parallel for sentences
   */
  public HeldOutLikelihood(LabeledRows sentences, GradientEstimator estimator, Parallel parallel) {
    this.sentences = sentences;
    this.columns = sentences.rows().transpose();
    this.likelihood = new ExpectedLogLikelihood(sentences, estimator, parallel);
    this.latent = ExpectedLogLikelihood.Gradients.of(sentences, false);
  }

  /**
   * Returns {@code Σ_n log p(y_n | W, g)}, and writes its gradient.
   *
   * @param weights {@code [D×V]} row-major; not modified
   * @param pairwise {@code [V×V]}; not modified
   * @param gradientOut {@code [D·V + V·V]}: with respect to weights, then transitions; overwritten
   */
  public double valueAndGradient(double[] weights, double[] pairwise, double[] gradientOut) {
    int v = sentences.labelCount();
    int features = columns.rowCount();
    Checks.length("weights", weights.length, (long) features * v, "[D×V]");
    Checks.length("pairwise", pairwise.length, (long) v * v, "[V×V]");
    Checks.length("gradientOut", gradientOut.length, weights.length + v * v, "[D·V + V·V]");
    double value =
        likelihood.evaluate(
            likelihood.everySentence(),
            (n, out) -> sentences.unary(n, weights, out),
            pairwise,
            n -> null,
            latent);
    Arrays.fill(gradientOut, 0);
    for (int d = 0; d < features; d++) {
      columns.addSelected(d, latent.unary(), v, gradientOut, d * v);
    }
    System.arraycopy(latent.pairwise(), 0, gradientOut, weights.length, v * v);
    return value;
  }
}
