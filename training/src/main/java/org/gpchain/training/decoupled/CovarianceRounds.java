package org.gpchain.training.decoupled;

import java.util.stream.IntStream;
import org.gpchain.core.gp.InducingProjection;
import org.gpchain.core.kernel.AdditiveLinearKernel;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.SparseRows;
import org.gpchain.core.posterior.InducingCovariance;
import org.gpchain.core.posterior.LatentGradient;
import org.gpchain.training.TrainerSettings;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.data.LearningException;
import org.gpchain.training.inducing.KMeans;
import org.gpchain.training.objective.CovarianceStep;
import org.gpchain.training.objective.MeanObjective;

/** Covariances in closed form, at the means as they stand. */
final class CovarianceRounds {
  /** Tokens that are clustered for each inducing point at most: the centroids are dense. */
  private static final int TOKENS_PER_POINT = 20;

  private final LabeledRows rows;
  private final double transitionVariance;
  private final TrainerSettings settings;
  private final Parallel parallel;
  private final CovarianceStep step;
  private InducingCovariance unary;
  private double[] transitions;

  /**
   * @param kernel with the prior variances of the features
   * @param transitionVariance prior variance of the transition scores
   */
  CovarianceRounds(
      LabeledRows rows,
      AdditiveLinearKernel kernel,
      double transitionVariance,
      TrainerSettings settings,
      Parallel parallel) {
    this.rows = rows;
    this.transitionVariance = transitionVariance;
    this.settings = settings;
    this.parallel = parallel;
    this.step =
        new CovarianceStep(
            rows, InducingProjection.of(kernel, rows.rows().select(inducingTokens())), parallel);
  }

  /** The tokens nearest to the centroids of k-means, of a large corpus of every k-th token. */
  private int[] inducingTokens() {
    int points = settings.covariance().inducing();
    int stride = (int) Math.max(1, rows.tokenCount() / ((long) TOKENS_PER_POINT * points));
    int[] tokens = IntStream.range(0, rows.tokenCount()).filter(t -> t % stride == 0).toArray();
    SparseRows sample = rows.rows().select(tokens);
    int[] medoids =
        KMeans.cluster(
                sample.selectColumns(sample.usedColumns()),
                points,
                KMeans.DEFAULT_ITERATIONS,
                settings.run().seed(),
                parallel)
            .medoid();
    if (medoids.length == 0) {
      throw new LearningException(
          "no token has a feature, and without one there are no inducing points; use a smaller"
              + " cutoff, other templates, or no inducing points");
    }
    return IntStream.of(medoids).map(medoid -> tokens[medoid]).toArray();
  }

  /** Takes the covariances that are the best at the means of an objective. */
  void update(MeanObjective objective, double[] parameters) {
    LatentGradient curvature = objective.curvature(parameters);
    unary = step.unary(curvature.unaryCurvature());
    transitions = CovarianceStep.pairwise(curvature.pairwiseCurvature(), transitionVariance);
  }

  /** What the covariances contribute to the negative evidence lower bound. */
  double divergence() {
    return unary.divergence() + CovarianceStep.pairwiseDivergence(transitions, transitionVariance);
  }

  /** The objective of the means under these covariances. */
  MeanObjective objective(MeanObjective plugIn) {
    return plugIn.withSamples(
        rows, unary, transitions, settings.covariance().samples(), settings.run().seed());
  }

  /** The covariance of the latent functions. */
  InducingCovariance unary() {
    return unary;
  }

  /** Variances of the transition scores, {@code [V×V]}; not to be modified. */
  double[] transitions() {
    return transitions;
  }
}
