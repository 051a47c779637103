package org.gpchain.experiments.gpstruct;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.gpchain.experiments.data.FoldNumbers;
import org.gpchain.experiments.data.GpstructData;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.data.WordFeatures;
import org.gpchain.experiments.options.RunOptions;
import org.gpchain.experiments.report.OutputFile;
import org.gpchain.pipelines.corpus.InputException;
import org.gpchain.pipelines.embedding.WordVectorFile;
import org.gpchain.training.file.AtomicFile;
import org.gpchain.training.graybox.WordVectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain experiment gpstruct}: the four tasks of the GPstruct papers. */
@Command(
    name = "gpstruct",
    sortOptions = false,
    description = {
      "Learns and measures the four small tasks of the GPstruct papers, on their sentences,"
          + " features and folds, and shows the figures beside the published ones.",
      "error: share of tokens whose likeliest label is wrong. nll: mean -log marginal probability"
          + " of the gold label. ece: expected calibration error, 15 bins."
    },
    footer = {
      "",
      "Example:",
      "  gpchain experiment gpstruct --data DIR --task basenp --method decoupled"
    })
public final class GpstructCommand implements Callable<Integer> {
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
      split = ",",
      paramLabel = "TASK",
      description = "One or more of: ${COMPLETION-CANDIDATES}. Default: all.")
  private Set<GpstructTask> tasks = new LinkedHashSet<>();

  @Option(
      names = "--method",
      split = ",",
      paramLabel = "NAME",
      description = "One or more of: ${COMPLETION-CANDIDATES}. Default: all.")
  private Set<GpstructMethod> methods = new LinkedHashSet<>();

  @Option(
      names = "--folds",
      paramLabel = "LIST",
      defaultValue = "1-5",
      converter = FoldNumbers.Converter.class,
      description = "Which of the five folds, such as 1,2 or 1-5." + DEFAULT)
  private FoldNumbers folds;

  @Option(
      names = "--large",
      description = "500 training and 323 test sentences; base NP and chunking only.")
  private boolean large;

  @Option(
      names = "--samples",
      paramLabel = "S",
      defaultValue = "4000",
      description = "Monte-Carlo samples of a sentence, for methods that draw some." + DEFAULT)
  private int samples;

  @Mixin private GrayBoxOptions grayBox;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write a report for programs; brought up to date after each fold.")
  private Path json;

  @Override
  public Integer call() throws IOException {
    GpstructSettings settings = settings();
    OutputFile.refuseDirectory(json, "report");
    List<GpstructData> data = read(settings);
    List<FoldResult> results =
        new GpstructRun(settings, FoldLearners::of, System::nanoTime)
            .run(data, soFar -> onFold(settings, soFar));
    run.print(GpstructTable.of(results, large));
    return 0;
  }

  private GpstructSettings settings() {
    List<GpstructTask> chosen =
        tasks.isEmpty()
            ? Arrays.stream(GpstructTask.values()).filter(t -> !large || t.hasLarge()).toList()
            : List.copyOf(tasks);
    return run.orWrongUse(
        () ->
            new GpstructSettings(
                chosen,
                methods.isEmpty() ? List.of(GpstructMethod.values()) : List.copyOf(methods),
                folds.numbers(),
                large,
                samples,
                grayBox.form(),
                grayBox.control(),
                run.run()));
  }

  /** Reads all tasks before the first one is learned, so that a bad file is known at once. */
  private List<GpstructData> read(GpstructSettings settings) throws IOException {
    List<GpstructData> data = new ArrayList<>();
    for (GpstructTask task : settings.tasks()) {
      GpstructData next = GpstructData.read(directory, task, large);
      if (next.absentLabels() > 0) {
        run.tell(
            "gpchain: note: "
                + task.displayName()
                + ": labels that are -1 and read as 0 ("
                + next.labelNames().get(0)
                + "): "
                + next.absentLabels());
      }
      data.add(withEmbeddings(next, settings.form()));
    }
    return data;
  }

  private GpstructData withEmbeddings(GpstructData data, GrayBoxForm form) throws IOException {
    if (form.embeddings() == null) {
      return data;
    }
    Path file = Path.of(form.embeddings());
    WordFeatures words = WordFeatures.of(data.features(), form.wordLines());
    WordVectors vectors = WordVectorFile.read(file, words.words(), 0);
    run.tell(
        "gpchain: note: "
            + data.task().displayName()
            + ": features of words that have a vector: "
            + words.found(vectors)
            + " of "
            + words.words().size());
    if (words.found(vectors) == 0) {
      throw new InputException(
          file,
          0,
          "no word of the lines " + form.wordLines() + " has a vector in this file",
          "give vectors of the task's language, or the lines that are words: --word-lines");
    }
    return data.withEmbeddings(words.kernels(vectors));
  }

  private void onFold(GpstructSettings settings, List<FoldResult> results) throws IOException {
    run.tell(results.size() + "/" + settings.runs() + " " + results.get(results.size() - 1).line());
    if (json != null) {
      AtomicFile.write(json, GpstructReport.of(settings, results)::writeTo);
    }
  }
}
