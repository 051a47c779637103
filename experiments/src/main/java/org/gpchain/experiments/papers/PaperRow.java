package org.gpchain.experiments.papers;

import java.util.List;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.papers.GrayBoxForm.GrayBoxKernel;
import org.gpchain.internal.core.math.Checks;

/**
 * A row of a table: one way to learn, on some tasks.
 *
 * @param name of its results
 * @param large whether to use the large experiments
 * @param samples Monte-Carlo samples of a sentence, for methods that draw some
 * @param form of the gray-box methods, and the kernel
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
  private static final int SAMPLES = 500;
  private static final int QUICK_SAMPLES = 50;
  private static final int QUICK_INDUCING = 50;
  private static final int QUICK_STEPS = 3_000;
  private static final int QUICK_THINNING = 100;

  /** Checks the numbers. */
  PaperRow {
    tasks.forEach(task -> task.size(large));
    Checks.atLeast("--samples", samples, 1);
  }

  /** The usual settings, on all tasks. */
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

  /** The same with another form of the gray-box methods. */
  PaperRow with(GrayBoxForm other) {
    return new PaperRow(name, description, method, tasks, large, samples, other, ess);
  }

  /** The same with other sampling. */
  PaperRow with(EssForm other) {
    return new PaperRow(name, description, method, tasks, large, samples, form, other);
  }

  /** The same with another number of samples. */
  PaperRow withSamples(int number) {
    return new PaperRow(name, description, method, tasks, large, number, form, ess);
  }

  /** The same on the tasks that are in English, which are also those with large experiments. */
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

  /** The same with so little work that its figures only show that it runs. */
  PaperRow quick() {
    return withSamples(Math.min(samples, QUICK_SAMPLES))
        .with(form.withRounds(1).withSize(QUICK_INDUCING, form.components()))
        .with(new EssForm(QUICK_STEPS, QUICK_THINNING, ess.chains(), ess.hyper()));
  }

  /**
   * What figures depend on, as text.
   *
   * @param from number of the sentence, from 1, that the folds' first sentence is
   */
  String settings(long seed, int from) {
    return String.join(
        ", ",
        method.toString(),
        large ? "large" : "small",
        "samples " + samples,
        form.toString(),
        ess.toString(),
        "seed " + seed + (from == 1 ? "" : ", from " + from));
  }

  /** Whether a row of results is of this way to learn. */
  boolean made(FoldRow result, GpstructTask task, long seed, int from) {
    return result.row().equals(name)
        && result.task() == task
        && result.settings().equals(settings(seed, from));
  }
}
