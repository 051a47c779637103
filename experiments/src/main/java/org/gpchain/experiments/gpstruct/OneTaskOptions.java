package org.gpchain.experiments.gpstruct;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.math.Checks;
import org.gpchain.experiments.data.GpstructData;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.options.RunOptions;
import org.gpchain.training.graybox.GrayBoxSettings;
import org.gpchain.training.graybox.GrayBoxSettings.Estimation;
import org.gpchain.training.graybox.GrayBoxSettings.Estimator;
import org.gpchain.training.graybox.GrayBoxSettings.Method;
import org.gpchain.training.graybox.GrayBoxSettings.Posterior;
import org.gpchain.training.graybox.GrayBoxSettings.Stopping;
import org.gpchain.training.objective.ParameterLayout.CovarianceForm;
import org.gpchain.training.objective.ScoreFunction.ControlVariate;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * Options of experiments that look at the papers' sparse gray-box learner on one task: one linear
 * kernel, one Gaussian with diagonal covariances.
 */
public final class OneTaskOptions {
  private static final String DEFAULT = " Default: ${DEFAULT-VALUE}.";

  @Mixin private RunOptions run;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description =
          "The directory with TASK.seq, TASK.features.tsv, TASK.labels.tsv and the folds.")
  private Path directory;

  @Option(
      names = "--task",
      paramLabel = "TASK",
      defaultValue = "basenp",
      description = "One of: ${COMPLETION-CANDIDATES}." + DEFAULT)
  private GpstructTask task;

  @Option(
      names = "--samples",
      paramLabel = "S",
      defaultValue = "400",
      description = "Monte-Carlo samples of a sentence, at least 4." + DEFAULT)
  private int samples;

  @Option(
      names = "--inducing",
      paramLabel = "M",
      defaultValue = "300",
      description = "Inducing points; 0: all tokens, the full Gaussian process." + DEFAULT)
  private int inducing;

  /** The task. */
  public GpstructTask task() {
    return task;
  }

  /** Monte-Carlo samples of a sentence. */
  public int samples() {
    return samples;
  }

  /** Number of inducing points. */
  public int inducing() {
    return inducing;
  }

  /** Seed of all randomness. */
  public long seed() {
    return run.run().seed();
  }

  /**
   * Checks the options.
   *
   * @throws ParameterException if a number cannot be used
   */
  public void check() {
    orWrongUse(
        () -> {
          Checks.atLeast("--samples", samples, 4);
          Checks.atLeast("--inducing", inducing, 0);
        });
    run.run();
  }

  /** Turns the refusal of an argument into wrong use of the command. */
  public void orWrongUse(Runnable checks) {
    run.orWrongUse(
        () -> {
          checks.run();
          return null;
        });
  }

  /**
   * Reads the task, and sees that there are enough tokens.
   *
   * @param folds that are to be learned, from 1
   */
  public GpstructData read(List<Integer> folds) throws IOException {
    GpstructData data = GpstructData.read(directory, task, false);
    for (int fold : folds) {
      int tokens = data.fold(fold).train().tokenCount();
      if (inducing > tokens) {
        throw run.wrongUse(
            "--inducing must be at most "
                + tokens
                + ", the training tokens of fold "
                + fold
                + ", was "
                + inducing);
      }
    }
    return data;
  }

  /**
   * What the learner is told: the batches of the papers' stochastic methods.
   *
   * @param freshNoise whether each step draws new noise, or each sentence keeps its own
   */
  public GrayBoxSettings settings(
      Method method, ControlVariate controlVariate, boolean freshNoise) {
    return new GrayBoxSettings(
        new Posterior(inducing, 1, CovarianceForm.DIAGONAL, CovarianceForm.DIAGONAL),
        FoldLearners.PRIOR,
        new Estimation(Estimator.SCORE_FUNCTION, samples, controlVariate, false),
        method,
        FoldLearners.STOCHASTIC_SCHEDULE.withFreshNoise(freshNoise),
        Stopping.NEVER,
        run.run());
  }

  /** Tells a person how the experiment gets on. */
  public void tell(String line) {
    run.tell(line);
  }

  /** Prints what the experiment has found. */
  public void print(String table) {
    run.print(table);
  }
}
