package org.gpchain.internal.training.decoupled;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.TrainingRun;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.core.posterior.LatentGradient;
import org.gpchain.internal.gp.algebra.NotPositiveDefiniteException;
import org.gpchain.internal.gp.inducing.InducingProjection;
import org.gpchain.internal.gp.posterior.InducingCovariance;
import org.gpchain.internal.training.Start;
import org.gpchain.internal.training.Trainer;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.decoupled.MeanFit.Fitted;
import org.gpchain.internal.training.decoupled.MeanFit.StepListener;
import org.gpchain.internal.training.hyper.StartLearner;
import org.gpchain.internal.training.inducing.KMeans;
import org.gpchain.internal.training.objective.CovarianceStep;
import org.gpchain.internal.training.objective.MeanObjective;
import org.gpchain.training.LearningException;
import org.gpchain.training.Progress;
import org.gpchain.training.Progress.Step;

/**
 * Learns models with a decoupled posterior: means in the space of all features by stochastic
 * average gradients; and, if there are inducing points, covariances in closed form, in turn with
 * means by L-BFGS on the evidence lower bound.
 *
 * @param settings how to learn
 */
public record DecoupledTrainer(TrainerSettings settings) implements Trainer {
  /** Expected number of passes of stochastic average gradients to convergence. */
  private static final int EXPECTED_PASSES = 15;

  /** Work before the first iteration and after the last one, in gradients. */
  private static final double PREPARATION = 6;

  /** Of Java's memory to that of the gradients that a model remembers while it is learned. */
  private static final double MEMORY_SHARE = 6;

  /** Work of a covariance step, in gradients. */
  private static final double COVARIANCE_STEP = 10;

  /** Tokens that are clustered for each inducing point at most: the centroids are dense. */
  private static final int TOKENS_PER_POINT = 20;

  /**
   * @throws LearningException if a covariance is wanted of weighted columns, or if it is known that
   *     there is too little memory
   */
  @Override
  public Start start(TrainingData data, Progress progress) {
    if (hasCovariance()) {
      KMeans.checkCounts(data.encoded().rows());
    }
    MemoryNeed.of(data.encoded(), data.hasTransitions()).check(Runtime.getRuntime().maxMemory());
    return new StartLearner(settings).start(data, data.encoded().chain(), null, progress);
  }

  @Override
  public Work work(TrainingData data) {
    double rounds =
        hasCovariance() ? settings.covariance().rounds() * (laterWork() + COVARIANCE_STEP) : 0;
    int threads = settings.run().threads();
    return new Work(
        new StartLearner(settings).work(data),
        data.encoded().tokenCount() * (PREPARATION + expectedPasses() + rounds / threads));
  }

  /** {@inheritDoc} Average gradients take one thread each, and memory. */
  @Override
  public int modelsAtOnce(TrainingData data) {
    if (hasCovariance()) {
      return 1;
    }
    double gradients = MemoryNeed.of(data.encoded(), data.hasTransitions()).bytes();
    double fitting = Runtime.getRuntime().maxMemory() / (MEMORY_SHARE * gradients);
    return (int) Math.max(1, Math.min(settings.run().threads(), fitting));
  }

  private boolean hasCovariance() {
    return settings.covariance().inducing() > 0;
  }

  private int expectedPasses() {
    return Math.min(EXPECTED_PASSES, settings.optimization().iterations());
  }

  /** Work of a later mean step over the samples, in gradients. */
  private double laterWork() {
    return settings.covariance().samples() * settings.optimization().laterIterations();
  }

  @Override
  public Model train(TrainingData data, Start start, Progress progress) {
    try (Parallel parallel = new Parallel(settings.run().threads())) {
      return new Training(data, start, progress, parallel).train();
    }
  }

  /** One run: what is fixed, and the covariances as they stand. */
  private final class Training {
    private final long begin = System.nanoTime();
    private final TrainingData data;
    private final LabeledRows rows;
    private final Start start;
    private final double transitionVariance;
    private final Progress progress;
    private final Parallel parallel;
    private final AdditiveLinearKernel kernel;
    private final MeanFit fit;

    /** Of the latent functions and of the transition scores; null as long as there are none. */
    private CovarianceStep step;

    private InducingCovariance unary;
    private double[] transitions;

    Training(TrainingData data, Start start, Progress progress, Parallel parallel) {
      this.data = data;
      this.rows = data.encoded();
      this.start = start;
      this.transitionVariance = start.prior().transitionVariance();
      this.progress = progress;
      this.parallel = parallel;
      this.kernel = start.prior().kernel(data.groupOfFeature());
      this.fit = new MeanFit(rows, kernel, transitionVariance, settings.run().seed(), parallel);
    }

    Model train() {
      int rounds = hasCovariance() ? settings.covariance().rounds() : 0;
      double[] work = new double[1 + rounds];
      Arrays.fill(work, laterWork() + COVARIANCE_STEP);
      work[0] = PREPARATION + expectedPasses();
      List<Progress> parts = progress.parts(work);
      Fitted fitted =
          fit.plugIn(
              start.mean(),
              settings.optimization().iterations(),
              listener("mean", settings.optimization().iterations(), parts.get(0)));
      for (int round = 1; round <= rounds; round++) {
        fitted = round(fitted, "round " + round + "/" + rounds, parts.get(round));
      }
      double value = fitted.value() + divergence();
      TrainingRun run =
          new TrainingRun(
              (System.nanoTime() - begin) / 1e9,
              settings.run().threads(),
              value,
              fitted.reason().name());
      Model model = model(fitted, run);
      progress.onStep(new Step("done", 0, 0, value, Double.NaN, () -> model));
      return model;
    }

    /** A covariance step, and a mean step under the new covariances. */
    private Fitted round(Fitted last, String phase, Progress part) {
      try {
        start.prior().checkForCovariance();
      } catch (IllegalArgumentException e) {
        throw new LearningException(
            "no covariance can be computed: " + e.getMessage() + "; try one that is nearer to 1");
      }
      try {
        updateCovariances(last);
        int iterations = settings.optimization().laterIterations();
        return fit.minimize(
            underCovariances(),
            fit.parameters(last.weights(), last.transitions()),
            phase,
            iterations,
            listener(phase, iterations, part));
      } catch (NotPositiveDefiniteException e) {
        throw new LearningException(
            "no covariance can be computed with these prior variances: "
                + e.getMessage()
                + "; try one that is nearer to 1, or no inducing points");
      }
    }

    /** The best covariances, in closed form, at the means as they stand. */
    private void updateCovariances(Fitted last) {
      MeanObjective objective = unary == null ? fit.objective() : underCovariances();
      if (step == null) {
        SparseRows inducing = rows.rows().select(inducingTokens());
        step = new CovarianceStep(rows, InducingProjection.of(kernel, inducing), parallel);
      }
      LatentGradient curvature =
          objective.curvature(fit.parameters(last.weights(), last.transitions()));
      unary = step.unary(curvature.unaryCurvature());
      transitions = CovarianceStep.pairwise(curvature.pairwiseCurvature(), transitionVariance);
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

    /** The objective of the means under the covariances as they stand. */
    private MeanObjective underCovariances() {
      return fit.objective()
          .withSamples(
              rows, unary, transitions, settings.covariance().samples(), settings.run().seed());
    }

    private StepListener listener(String phase, int iterations, Progress part) {
      int expected = Math.min(expectedPasses(), iterations);
      double all = PREPARATION + expected;
      return (iteration, value, here) ->
          part.onStep(
              new Step(
                  phase,
                  (PREPARATION + iteration) / all,
                  Progress.left(iteration, expected, iterations) / all,
                  value + divergence(),
                  Double.NaN,
                  () -> model(here.get(), null)));
    }

    /** What the covariances contribute to the negative evidence lower bound. */
    private double divergence() {
      return unary == null
          ? 0
          : unary.divergence() + CovarianceStep.pairwiseDivergence(transitions, transitionVariance);
    }

    private Model model(Fitted fitted, TrainingRun run) {
      int v = data.labels().size();
      Map<String, String> origin = settings.asProvenance();
      origin.put("posterior", "decoupled");
      return data.model(
          start.prior(),
          new DecoupledPosterior(
              v,
              fit.weights(fitted),
              fitted.transitions(),
              unary == null ? new double[v * v] : transitions,
              unary),
          origin,
          settings.run().seed(),
          run);
    }
  }
}
