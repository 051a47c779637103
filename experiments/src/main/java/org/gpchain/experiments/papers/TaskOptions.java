package org.gpchain.experiments.papers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.gpchain.experiments.data.FoldNumbers;
import org.gpchain.experiments.data.GpstructTask;
import picocli.CommandLine.Option;

/** Options for the papers' tasks and folds, and the folder of their files. */
final class TaskOptions {
  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "The folder with TASK.seq, TASK.features.tsv, TASK.labels.tsv and the folds.")
  Path directory;

  @Option(
      names = "--task",
      split = ",",
      paramLabel = "TASK",
      description = "One or more of: ${COMPLETION-CANDIDATES}. Default: all.")
  private Set<GpstructTask> tasks = new LinkedHashSet<>();

  @Option(
      names = "--folds",
      paramLabel = "LIST",
      defaultValue = "1-5",
      converter = FoldNumbers.Converter.class,
      description = "Numbers of the folds, such as 1,2 or 1-5. Default: ${DEFAULT-VALUE}.")
  private FoldNumbers folds;

  /**
   * Returns the chosen tasks. By default, these are all tasks.
   *
   * @param large whether the default omits tasks without a large experiment
   */
  List<GpstructTask> tasks(boolean large) {
    if (!tasks.isEmpty()) {
      return List.copyOf(tasks);
    }
    List<GpstructTask> defaults = new ArrayList<>();
    for (GpstructTask task : GpstructTask.values()) {
      if (!large || task.hasLarge()) {
        defaults.add(task);
      }
    }
    return defaults;
  }

  /** Returns the numbers of the chosen folds, from 1. */
  List<Integer> folds() {
    return folds.numbers();
  }
}
