package org.gpchain.cli;

import java.util.Map;
import org.gpchain.training.TrainerSettings;
import org.gpchain.training.data.Task;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The trainer's defaults as those of the options, so that they are declared once. */
final class LearnerDefaults implements IDefaultValueProvider {
  private final Map<String, String> values;

  LearnerDefaults() {
    TrainerSettings settings = TrainerSettings.DEFAULT;
    values =
        Map.ofEntries(
            entry(LearnerOptions.INDUCING, settings.covariance().inducing()),
            entry(LearnerOptions.SAMPLES, settings.covariance().samples()),
            entry(LearnerOptions.ROUNDS, settings.covariance().rounds()),
            entry(LearnerOptions.VARIANCE, settings.prior().variance()),
            entry(LearnerOptions.PAIRWISE_VARIANCE, settings.prior().transitionVariance()),
            entry(LearnerOptions.KERNEL_ROUNDS, settings.prior().learning().rounds()),
            entry(LearnerOptions.CUTOFF, Task.DEFAULT_CUTOFF),
            entry(LearnerOptions.ITERATIONS, settings.optimization().iterations()),
            entry(LearnerOptions.PRUNING, settings.optimization().pruning()),
            entry(LearnerOptions.CALIBRATION, settings.calibrationFolds()),
            entry(LearnerOptions.LANGUAGE, Task.ANY_LANGUAGE),
            entry(LearnerOptions.THREADS, settings.run().threads()),
            entry(LearnerOptions.SEED, settings.run().seed()));
  }

  private static Map.Entry<String, String> entry(String option, Object value) {
    return Map.entry(option, value.toString());
  }

  @Override
  public String defaultValue(ArgSpec argument) {
    return argument instanceof OptionSpec option ? values.get(option.longestName()) : null;
  }
}
