package org.gpchain.pipelines.cli;

import java.util.List;
import java.util.Map;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.training.LearnerSettings;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The learner's defaults as those of the options, so that they stand in one place. */
final class LearnerDefaults implements IDefaultValueProvider {
  private final Map<String, String> values;

  LearnerDefaults() {
    // The defaults depend neither on the task nor on the templates.
    LearnerSettings settings =
        LearnerSettings.of("", TemplateSet.parse("U:%x[0,word]", List.of(TokenSequence.WORD)));
    values =
        Map.ofEntries(
            Map.entry(LearnerOptions.INDUCING, Integer.toString(settings.inducing())),
            Map.entry(LearnerOptions.SAMPLES, Integer.toString(settings.samples())),
            Map.entry(LearnerOptions.ROUNDS, Integer.toString(settings.rounds())),
            Map.entry(LearnerOptions.VARIANCE, Double.toString(settings.variance())),
            Map.entry(
                LearnerOptions.PAIRWISE_VARIANCE, Double.toString(settings.pairwiseVariance())),
            Map.entry(LearnerOptions.KERNEL_ROUNDS, Integer.toString(settings.kernelRounds())),
            Map.entry(LearnerOptions.CUTOFF, Integer.toString(settings.cutoff())),
            Map.entry(LearnerOptions.ITERATIONS, Integer.toString(settings.iterations())),
            Map.entry(LearnerOptions.PRUNING, Double.toString(settings.pruning())),
            Map.entry(LearnerOptions.CALIBRATION, Integer.toString(settings.calibrationFolds())),
            Map.entry(LearnerOptions.LANGUAGE, settings.language()),
            Map.entry(LearnerOptions.THREADS, Integer.toString(settings.threads())),
            Map.entry(LearnerOptions.SEED, Long.toString(settings.seed())));
  }

  @Override
  public String defaultValue(ArgSpec argument) {
    return argument instanceof OptionSpec option ? values.get(option.longestName()) : null;
  }
}
