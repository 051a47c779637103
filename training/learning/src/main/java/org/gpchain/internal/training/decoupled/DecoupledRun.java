package org.gpchain.internal.training.decoupled;

import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.TrainingRun;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.training.Start;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.decoupled.MeanFit.Fitted;
import org.gpchain.internal.training.decoupled.MeanFit.StepListener;
import org.gpchain.training.LearningException;
import org.gpchain.training.Progress;
import org.gpchain.training.Progress.Step;

/**
 * A run of learning a decoupled posterior: it fits the means, reports progress, and creates the
 * model.
 */
public final class DecoupledRun {
  /** Expected number of passes of stochastic average gradients to convergence. */
  private static final int EXPECTED_PASSES = 15;

  /** Work before the first pass and after the last one (gradients of all tokens). */
  private static final double PREPARATION = 6;

  private final long begin = System.nanoTime();
  private final TrainerSettings settings;
  private final TrainingData data;
  private final Start start;
  private final MeanFit fit;

  /**
   * Prepares a run.
   *
   * @param settings settings of the trainer
   * @param data the training sentences
   * @param start the prior, and the initial means if there are any
   */
  public DecoupledRun(TrainerSettings settings, TrainingData data, Start start) {
    this.settings = settings;
    this.data = data;
    this.start = start;
    this.fit =
        new MeanFit(
            data.encoded(),
            start.prior().kernel(data.groupOfFeature()),
            start.prior().transitionVariance(),
            settings.run().seed());
  }

  /** Returns the expected work of the MAP estimate (gradients of all tokens). */
  public static double expectedWork(TrainerSettings settings) {
    return PREPARATION + Math.min(EXPECTED_PASSES, settings.optimization().iterations());
  }

  /** Returns the fit of the means. */
  public MeanFit fit() {
    return fit;
  }

  /**
   * Finds the means without a covariance: the MAP estimate.
   *
   * @throws LearningException if the objective is not a finite number
   */
  public Fitted plugIn(Progress progress) {
    int iterations = settings.optimization().iterations();
    StepListener listener = listener("mean", iterations, 0, this::withoutCovariance, progress);
    return fit.plugIn(start.mean(), iterations, listener);
  }

  /** Returns the posterior with the means of a fit and no covariance. */
  public DecoupledPosterior withoutCovariance(Fitted fitted) {
    int v = data.labels().size();
    return new DecoupledPosterior(
        v, fit.weights(fitted), fitted.transitions(), new double[v * v], null);
  }

  /**
   * Returns a listener that reports the steps of a fit of means.
   *
   * @param phase name of the phase
   * @param iterations maximum number of steps
   * @param divergence contribution of the covariances to the objective; 0 if there are none
   * @param posterior creates a posterior from the means that a step has reached
   * @param progress receives the reports
   */
  public StepListener listener(
      String phase,
      int iterations,
      double divergence,
      Function<Fitted, DecoupledPosterior> posterior,
      Progress progress) {
    int expected = Math.min(EXPECTED_PASSES, iterations);
    double expectedWork = PREPARATION + expected;
    return (iteration, value, means) -> {
      double worked = (PREPARATION + iteration) / expectedWork;
      double left = Progress.left(iteration, expected, iterations) / expectedWork;
      Supplier<Model> model = () -> model(posterior.apply(means.get()), null);
      progress.onStep(new Step(phase, worked, left, value + divergence, Double.NaN, model));
    };
  }

  /**
   * Creates the final model and reports it as the last step.
   *
   * @param posterior the learned posterior
   * @param objective value of the objective
   * @param stopReason reason why the optimizer stopped
   */
  public Model finish(
      DecoupledPosterior posterior, double objective, String stopReason, Progress progress) {
    double seconds = (System.nanoTime() - begin) / 1e9;
    TrainingRun run = new TrainingRun(seconds, settings.run().threads(), objective, stopReason);
    Model model = model(posterior, run);
    progress.onStep(new Step("done", 0, 0, objective, Double.NaN, () -> model));
    return model;
  }

  private Model model(DecoupledPosterior posterior, TrainingRun run) {
    Map<String, String> origin = settings.asProvenance();
    origin.put("posterior", "decoupled");
    return data.model(start.prior(), posterior, origin, settings.run().seed(), run);
  }
}
