package org.gpchain.core.promise;

import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.ScaledSums;

/**
 * The calibration of the distribution over the label sequences of a sentence. A model whose
 * variances were learned from few sentences may be over- or under-confident. Two scale factors
 * correct this:
 *
 * <pre>{@code
 * p'(y) ∝ exp(unary · Σ_t f(t, y_t) + transitions · Σ_t g(y_{t-1}, y_t))   for legal y, otherwise 0
 * }</pre>
 *
 * <p>All probabilities are computed from this distribution, so that the marginals of tokens and the
 * probabilities of segments and sequences are consistent with one another.
 *
 * @param unary scale of the latent scores, above 1 if the model is under-confident
 * @param transitions scale of the transition scores
 */
public record LatticeScaling(double unary, double transitions) {
  /** Unscaled scores, with probability 0 for sequences that are illegal in the tag scheme. */
  public static final LatticeScaling LEGAL = new LatticeScaling(1, 1);

  /** Creates a scaling; both scales must be positive and finite. */
  public LatticeScaling {
    Checks.positive("unary", unary);
    Checks.positive("transitions", transitions);
  }

  /** Scales the first {@code count} unary scores in place. */
  public void scaleUnary(double[] scores, int count) {
    ScaledSums.scale(unary, scores, 0, count);
  }

  /** Returns the scaled transition scores, {@code [V×V]}; a new array. */
  public double[] ofTransitions(double[] scores) {
    double[] scaled = scores.clone();
    ScaledSums.scale(transitions, scaled, 0, scaled.length);
    return scaled;
  }
}
