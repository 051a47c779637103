package org.gpchain.experiments.gpstruct;

import java.util.List;
import java.util.function.Consumer;
import org.gpchain.core.math.Checks;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.training.TrainerSettings.Run;

/**
 * What an experiment is told.
 *
 * @param tasks tasks, in the order of the table
 * @param methods methods, in the order of the table
 * @param folds numbers of the folds, from 1
 * @param large whether to use the large experiments
 * @param from number of the sentence, from 1, that the folds' first sentence is
 * @param samples Monte-Carlo samples of a sentence, for methods that draw some
 * @param form of the gray-box methods
 * @param ess how GP-ESS samples
 * @param remarks takes what a method has to say beside its figures
 * @param control how to stop and continue
 * @param run threads and seed
 */
public record GpstructSettings(
    List<GpstructTask> tasks,
    List<GpstructMethod> methods,
    List<Integer> folds,
    boolean large,
    int from,
    int samples,
    GrayBoxForm form,
    EssForm ess,
    Consumer<String> remarks,
    RunControl control,
    Run run) {
  /** Checks the numbers. */
  public GpstructSettings {
    tasks.forEach(task -> task.size(large));
    Checks.atLeast("--from", from, 1);
    Checks.atLeast("--samples", samples, 1);
  }

  /** Number of times to learn. */
  int runs() {
    return tasks.size() * methods.size() * folds.size();
  }
}
