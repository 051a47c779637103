package org.gpchain.core.promise;

import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.ScaledSums;

/**
 * Calibrates the distribution over the label sequences of a sentence. A model whose variances were
 * learned from few sentences may be over- or under-confident; two numbers correct it,
 *
 * <pre>{@code
 * p'(y) ∝ exp(unary · Σ_t f(t, y_t) + transitions · Σ_t g(y_{t-1}, y_t))   for legal y, otherwise 0
 * }</pre>
 *
 * <p>Everything else is read off this one distribution, so that marginals of tokens, probabilities
 * of segments and of sequences agree with one another.
 *
 * @param unary scale of the latent scores, above 1 if the model is under-confident
 * @param transitions scale of the transition scores
 */
public record LatticeScaling(double unary, double transitions) {
  /** The scores as they are; sequences that the tag scheme forbids have no probability. */
  public static final LatticeScaling LEGAL = new LatticeScaling(1, 1);

  public LatticeScaling {
    Checks.positive("unary", unary);
    Checks.positive("transitions", transitions);
  }

  /** Multiplies the first {@code count} unary scores; modifies them. */
  public void scaleUnary(double[] scores, int count) {
    ScaledSums.scale(unary, scores, 0, count);
  }

  /** Scaled transition scores, {@code [V×V]}; a new array. */
  public double[] ofTransitions(double[] scores) {
    double[] scaled = scores.clone();
    ScaledSums.scale(transitions, scaled, 0, scaled.length);
    return scaled;
  }
}
