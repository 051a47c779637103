package org.gpchain.experiments.papers;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.gpchain.experiments.data.FoldNumbers;
import org.gpchain.experiments.data.GpstructTask;
import picocli.CommandLine.Option;

/** Which of the papers' tasks and folds, and where they are. */
final class TaskOptions {
  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description =
          "The directory with TASK.seq, TASK.features.tsv, TASK.labels.tsv and the folds.")
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
      description = "Which of the five folds, such as 1,2 or 1-5. Default: ${DEFAULT-VALUE}.")
  private FoldNumbers folds;

  /**
   * The tasks.
   *
   * @param large whether those without a large experiment are left out, unless they were named
   */
  List<GpstructTask> tasks(boolean large) {
    return tasks.isEmpty()
        ? Arrays.stream(GpstructTask.values()).filter(t -> !large || t.hasLarge()).toList()
        : List.copyOf(tasks);
  }

  /** Numbers of the folds, from 1. */
  List<Integer> folds() {
    return folds.numbers();
  }
}
