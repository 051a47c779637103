package org.gpchain.experiments.papers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.cli.options.MixedOptions;
import org.gpchain.core.math.Checks;
import org.gpchain.experiments.data.GpstructData;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.lab.Context;
import org.gpchain.training.TrainerSettings.Run;
import org.gpchain.training.graybox.GrayBoxSettings;
import org.gpchain.training.graybox.GrayBoxSettings.Estimation;
import org.gpchain.training.graybox.GrayBoxSettings.Estimator;
import org.gpchain.training.graybox.GrayBoxSettings.Method;
import org.gpchain.training.graybox.GrayBoxSettings.Posterior;
import org.gpchain.training.graybox.GrayBoxSettings.Stopping;
import org.gpchain.training.objective.ParameterLayout.CovarianceForm;
import org.gpchain.training.objective.ScoreFunction.ControlVariate;
import picocli.CommandLine.Option;

/**
 * Options of experiments that look at the papers' sparse gray-box learner on one task: one linear
 * kernel, one Gaussian with diagonal covariances.
 */
public final class OneTaskOptions extends MixedOptions {
  private static final String DEFAULT = " Default: ${DEFAULT-VALUE}.";

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

  /** Checks the options that stand alone. */
  public void check(Context context) {
    context.check(
        () -> {
          Checks.atLeast("--samples", samples, 4);
          Checks.atLeast("--inducing", inducing, 0);
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
        throw wrongUse(
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
   * @param run threads and seed
   */
  public GrayBoxSettings settings(
      Method method, ControlVariate controlVariate, boolean freshNoise, Run run) {
    return new GrayBoxSettings(
        new Posterior(inducing, 1, CovarianceForm.DIAGONAL, CovarianceForm.DIAGONAL),
        FoldLearners.PRIOR,
        new Estimation(Estimator.SCORE_FUNCTION, samples, controlVariate, false),
        method,
        FoldLearners.STOCHASTIC_SCHEDULE.withFreshNoise(freshNoise),
        Stopping.NEVER,
        run);
  }
}
