package org.gpchain.internal.training.covariance;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.model.Model;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.gp.algebra.NotPositiveDefiniteException;
import org.gpchain.internal.gp.inducing.InducingPoints;
import org.gpchain.internal.gp.inducing.InducingProjection;
import org.gpchain.internal.gp.posterior.InducingCovariance;
import org.gpchain.internal.training.Start;
import org.gpchain.internal.training.Trainer;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.bound.CovarianceStep;
import org.gpchain.internal.training.bound.LatentGradient;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.decoupled.DecoupledRun;
import org.gpchain.internal.training.decoupled.DecoupledTrainer;
import org.gpchain.internal.training.decoupled.MeanFit.Fitted;
import org.gpchain.internal.training.decoupled.MeanFit.StepListener;
import org.gpchain.internal.training.inducing.KMeans;
import org.gpchain.training.LearningException;
import org.gpchain.training.Progress;

/**
 * Learns models with a decoupled posterior and a covariance in inducing points. The means begin at
 * the MAP estimate of {@link DecoupledTrainer}. Each round then computes the covariances in closed
 * form, and the means by L-BFGS on the evidence lower bound.
 *
 * @param settings settings of the trainer, with at least one inducing point
 */
public record CovarianceTrainer(TrainerSettings settings) implements Trainer {
  /** Work of a covariance step, in gradients. */
  private static final double COVARIANCE_STEP = 10;

  /** Maximum number of clustered tokens per inducing point; limits the cost of clustering. */
  private static final int TOKENS_PER_POINT = 20;

  /**
   * {@inheritDoc}
   *
   * @throws LearningException if columns are weighted, or if it is known that there is too little
   *     memory
   */
  @Override
  public Start start(TrainingData data, Progress progress) {
    KMeans.checkCounts(data.encoded().rows());
    return new DecoupledTrainer(settings).start(data, progress);
  }

  @Override
  public Work work(TrainingData data) {
    Work plugIn = new DecoupledTrainer(settings).work(data);
    double rounds = settings.covariance().rounds() * workOfRound() / settings.run().threads();
    return new Work(plugIn.start(), plugIn.training() + data.encoded().tokenCount() * rounds);
  }

  /** Returns the expected work of a round, in gradients. */
  private double workOfRound() {
    return settings.covariance().samples() * settings.optimization().laterIterations()
        + COVARIANCE_STEP;
  }

  @Override
  public Model train(TrainingData data, Start start, Progress progress) {
    try (Parallel parallel = new Parallel(settings.run().threads())) {
      return new Rounds(data, start, parallel).train(progress);
    }
  }

  /** One run of the trainer. */
  private final class Rounds {
    private final TrainingData data;
    private final LabeledRows rows;
    private final Start start;
    private final double transitionVariance;
    private final Parallel parallel;
    private final DecoupledRun run;

    /** Fit of the means; null before the first round, because it is as large as the corpus. */
    private MeanUnderCovariance means;

    /** Step on the covariances; null before the first round. */
    private CovarianceStep step;

    Rounds(TrainingData data, Start start, Parallel parallel) {
      this.data = data;
      this.rows = data.encoded();
      this.start = start;
      this.transitionVariance = start.prior().transitionVariance();
      this.parallel = parallel;
      this.run = new DecoupledRun(settings, data, start);
    }

    Model train(Progress progress) {
      int rounds = settings.covariance().rounds();
      double[] work = new double[1 + rounds];
      Arrays.fill(work, workOfRound());
      work[0] = DecoupledRun.expectedWork(settings);
      List<Progress> parts = progress.parts(work);

      Fitted fitted = run.plugIn(parts.get(0));
      Covariances covariances = null;
      for (int round = 1; round <= rounds; round++) {
        String phase = "round " + round + "/" + rounds;
        try {
          covariances = covariances(fitted);
          fitted = fit(fitted, covariances, phase, parts.get(round));
        } catch (NotPositiveDefiniteException e) {
          throw new LearningException(
              "no covariance can be computed with these prior variances: "
                  + e.getMessage()
                  + "; try one that is nearer to 1, or no inducing points");
        }
      }

      return run.finish(
          posterior(fitted, covariances),
          fitted.value() + covariances.divergence(),
          fitted.reason().name(),
          progress);
    }

    /** Returns the best covariances at given means, in closed form. */
    private Covariances covariances(Fitted fitted) {
      try {
        start.prior().checkForCovariance();
      } catch (IllegalArgumentException e) {
        throw new LearningException(
            "no covariance can be computed: " + e.getMessage() + "; try one that is nearer to 1");
      }
      if (step == null) {
        long seed = settings.run().seed();
        means = new MeanUnderCovariance(run.fit().features(), transitionVariance, seed, parallel);
        SparseRows inducing = InducingPoints.of(rows.rows(), inducingTokens());
        InducingProjection projection =
            InducingProjection.of(start.prior().kernel(data.groupOfFeature()), inducing);
        step = new CovarianceStep(rows, projection, parallel);
      }

      LatentGradient curvature = means.curvature(fitted);
      InducingCovariance unary = step.unary(curvature.unaryCurvature());
      double[] transitions =
          CovarianceStep.pairwise(curvature.pairwiseCurvature(), transitionVariance);
      double divergence =
          unary.divergence() + CovarianceStep.pairwiseDivergence(transitions, transitionVariance);
      return new Covariances(unary, transitions, divergence);
    }

    /** Returns the best means under given covariances, from the means of the round before. */
    private Fitted fit(Fitted last, Covariances covariances, String phase, Progress progress) {
      means.setCovariances(rows, covariances, settings.covariance().samples());
      int iterations = settings.optimization().laterIterations();
      StepListener listener =
          run.listener(
              phase,
              iterations,
              covariances.divergence(),
              fitted -> posterior(fitted, covariances),
              progress);
      return means.minimize(last, phase, iterations, listener);
    }

    /**
     * Returns the tokens that are nearest to the centroids of k-means. In a large corpus, only
     * every k-th token is clustered.
     */
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

    private DecoupledPosterior posterior(Fitted fitted, Covariances covariances) {
      return new DecoupledPosterior(
          data.labels().size(),
          run.fit().weights(fitted),
          fitted.transitions(),
          covariances.transitions(),
          covariances.unary());
    }
  }
}
