package org.gpchain.experiments.papers;

import java.util.List;
import java.util.StringJoiner;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.papers.GrayBoxForm.GrayBoxKernel;
import org.gpchain.internal.core.math.Checks;

/**
 * A row of a table: a method and its settings, on some tasks.
 *
 * @param name name of the row in results
 * @param description description of the row on the page
 * @param method the method
 * @param tasks the tasks
 * @param large whether to use the large experiments
 * @param samples number of Monte Carlo samples per sentence, for methods that use samples
 * @param form kernel, and settings of the gray-box methods
 * @param ess settings of GP-ESS
 */
record PaperRow(
    String name,
    String description,
    GpstructMethod method,
    List<GpstructTask> tasks,
    boolean large,
    int samples,
    GrayBoxForm form,
    EssForm ess) {
  /** Default number of samples. */
  private static final int SAMPLES = 500;

  private static final int QUICK_SAMPLES = 50;
  private static final int QUICK_INDUCING = 50;
  private static final int QUICK_STEPS = 3_000;
  private static final int QUICK_THINNING = 100;

  /**
   * Checks the settings.
   *
   * @throws IllegalArgumentException if a number is out of range, or a task has no large experiment
   */
  PaperRow {
    tasks.forEach(task -> task.size(large));
    Checks.atLeast("--samples", samples, 1);
  }

  /** Returns a row with default settings on all tasks. */
  static PaperRow of(String name, String description, GpstructMethod method, GrayBoxKernel kernel) {
    return new PaperRow(
        name,
        description,
        method,
        List.of(GpstructTask.values()),
        false,
        SAMPLES,
        GrayBoxForm.of(kernel),
        EssForm.PAPER);
  }

  /** Returns this row with another kernel and other settings of the gray-box methods. */
  PaperRow with(GrayBoxForm other) {
    return new PaperRow(name, description, method, tasks, large, samples, other, ess);
  }

  /** Returns this row with other settings of GP-ESS. */
  PaperRow with(EssForm other) {
    return new PaperRow(name, description, method, tasks, large, samples, form, other);
  }

  /** Returns this row with another number of samples. */
  PaperRow withSamples(int number) {
    return new PaperRow(name, description, method, tasks, large, number, form, ess);
  }

  /** Returns this row on the English tasks, which are the tasks with large experiments. */
  PaperRow inEnglish(boolean isLarge) {
    return new PaperRow(
        name,
        description,
        method,
        List.of(GpstructTask.BASE_NP, GpstructTask.CHUNKING),
        isLarge,
        samples,
        form,
        ess);
  }

  /** Returns this row with few steps and samples, for a quick test that it runs. */
  PaperRow quick() {
    return withSamples(Math.min(samples, QUICK_SAMPLES))
        .with(form.withRounds(1).withSize(QUICK_INDUCING, form.components()))
        .with(new EssForm(QUICK_STEPS, QUICK_THINNING, ess.chains(), ess.hyper()));
  }

  /**
   * Returns the settings with influence on the results, as text.
   *
   * @param from number of the first sentence of the folds in the file, from 1
   */
  String settings(long seed, int from) {
    StringJoiner settings = new StringJoiner(", ");
    settings.add(method.toString());
    settings.add(large ? "large" : "small");
    settings.add("samples " + samples);
    settings.add(form.toString());
    settings.add(ess.toString());
    settings.add("seed " + seed);
    if (from != 1) {
      settings.add("from " + from);
    }
    return settings.toString();
  }

  /** Returns whether a result is from this row, task, seed and first sentence. */
  boolean made(FoldRow result, GpstructTask task, long seed, int from) {
    return result.row().equals(name)
        && result.taskFold().task() == task
        && result.settings().equals(settings(seed, from));
  }
}
