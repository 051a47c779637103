package org.gpchain.internal.training.calibration;

import java.util.List;
import org.gpchain.core.promise.HeldOutSentence;
import org.gpchain.core.promise.LatticeScaling;
import org.gpchain.core.workspace.Workspace;

/**
 * Fits the two scales of a {@link LatticeScaling} to held-out sentences. Newton's method with
 * finite differences minimizes the sum of the losses of the sentences (see {@link
 * HeldOutSentence#loss}) over the logarithms u and g of the scales. A normal prior on the
 * logarithms with mean 0, which means no scaling, regularizes them if there are few sentences.
 */
public final class ScalingFit {
  /**
   * Weight of a segment's loss relative to a token's loss. On development data, segments in tweets
   * were calibrated less well than by Platt scaling with the weight 1, and tokens of chunks learned
   * from 50 sentences were calibrated less well with the weight 4.
   */
  private static final double SEGMENT_WEIGHT = 2;

  /** Precision (inverse variance) of the prior on each logarithm. */
  private static final double PRIOR_PRECISION = 4;

  /**
   * Step of the finite differences. With this step, the third derivative changes the optimum by
   * less than 0.001.
   */
  private static final double DIFFERENCE = 0.01;

  /** Maximum length of a Newton step, as the larger absolute change of the two logarithms. */
  private static final double MAX_STEP = 0.5;

  /**
   * Length of a step at which the fit ends. A relative change of a scale by 0.001 has no visible
   * effect on a probability.
   */
  private static final double MIN_STEP = 1e-3;

  /** Maximum number of Newton steps. */
  private static final int MAX_STEPS = 20;

  private final List<HeldOutSentence> sentences;
  private final Workspace workspace = new Workspace();

  /**
   * Creates a fit.
   *
   * @param sentences held-out sentences; not copied
   */
  public ScalingFit(List<HeldOutSentence> sentences) {
    this.sentences = sentences;
  }

  /** Returns the scales with the minimum cost. */
  public LatticeScaling fit() {
    double u = 0;
    double g = 0;
    for (int step = 0; step < MAX_STEPS; step++) {
      double here = cost(u, g);
      double h = DIFFERENCE;
      double moreU = cost(u + h, g);
      double lessU = cost(u - h, g);
      double moreG = cost(u, g + h);
      double lessG = cost(u, g - h);

      double gradientU = (moreU - lessU) / (2 * h);
      double gradientG = (moreG - lessG) / (2 * h);

      // The loss need not be convex, but the curvature must be positive. Its minimum is
      // the curvature of the prior.
      double curvatureU = Math.max(PRIOR_PRECISION, (moreU - 2 * here + lessU) / (h * h));
      double curvatureG = Math.max(PRIOR_PRECISION, (moreG - 2 * here + lessG) / (h * h));
      double mixed = (cost(u + h, g + h) - moreU - moreG + here) / (h * h);
      double bound = 0.99 * Math.sqrt(curvatureU * curvatureG);
      mixed = Math.max(-bound, Math.min(bound, mixed));
      double determinant = curvatureU * curvatureG - mixed * mixed;

      double stepU = (mixed * gradientG - curvatureG * gradientU) / determinant;
      double stepG = (mixed * gradientU - curvatureU * gradientG) / determinant;
      double length = Math.max(Math.abs(stepU), Math.abs(stepG));
      double share = Math.min(1, MAX_STEP / length);
      while (share * length > MIN_STEP && !(cost(u + share * stepU, g + share * stepG) < here)) {
        share /= 2;
      }

      u += share * stepU;
      g += share * stepG;
      if (share * length <= MIN_STEP) {
        break;
      }
    }
    return scaling(u, g);
  }

  /** Returns the scaling with the given logarithms of the scales. */
  private static LatticeScaling scaling(double u, double g) {
    return new LatticeScaling(Math.exp(u), Math.exp(g));
  }

  /** Returns the losses of all sentences plus the negative log density of the prior. */
  private double cost(double u, double g) {
    LatticeScaling scaling = scaling(u, g);
    double cost = PRIOR_PRECISION / 2 * (u * u + g * g);
    for (HeldOutSentence sentence : sentences) {
      cost += sentence.loss(scaling, SEGMENT_WEIGHT, workspace);
    }
    return cost;
  }
}
