package org.gpchain.experiments.papers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.gpchain.experiments.data.GpstructData;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.gpstruct.FoldScore;
import org.gpchain.experiments.gpstruct.GpstructRun;
import org.gpchain.experiments.gpstruct.GpstructSettings;
import org.gpchain.experiments.gpstruct.RunControl;
import org.gpchain.experiments.gpstruct.TaskData;
import org.gpchain.experiments.gpstruct.TaskOptions;
import org.gpchain.experiments.options.RunOptions;
import org.gpchain.experiments.report.OutputFile;
import org.gpchain.training.io.AtomicFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code gpchain experiment papers}: the papers' tables, run again, and the page that shows them.
 */
@Command(
    name = "papers",
    sortOptions = false,
    description = {
      "Runs what the tables of the papers need and is not there yet, and writes the page that shows"
          + " them: published figure, ours, difference, test. Results are kept after each fold; the"
          + " same command goes on where it was stopped."
    },
    footer = {
      "",
      "Example:",
      "  gpchain experiment papers --data DIR --table sampler --folds 1",
      "  gpchain experiment papers --data DIR --page-only"
    })
public final class PapersCommand implements Callable<Integer> {
  /** How many folds each task has. */
  static final int FOLDS = 5;

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
      names = "--table",
      split = ",",
      paramLabel = "NAME",
      description = "One or more of: ${COMPLETION-CANDIDATES}. Default: all.")
  private Set<PaperTable> tables = new LinkedHashSet<>();

  @Option(
      names = "--row",
      split = ",",
      paramLabel = "NAME",
      description = "Only these rows of the tables, by the names of their result files.")
  private Set<String> rows = new LinkedHashSet<>();

  @Mixin private TaskOptions chosen;

  @Option(names = "--page-only", description = "Run nothing; write the page from what is there.")
  private boolean pageOnly;

  @Option(
      names = "--quick",
      description =
          "Few steps and samples, fold 1: shows that everything runs, not how well. Give it a"
              + " folder of its own.")
  private boolean quick;

  @Option(
      names = "--embeddings",
      paramLabel = "FILE",
      description =
          "Word vectors, for the row with a kernel of words; without them it is left out.")
  private String embeddings;

  @Option(
      names = "--results",
      paramLabel = "DIR",
      defaultValue = "papers",
      description = "The folder of the results." + DEFAULT)
  private Path folder;

  @Option(
      names = "--page",
      paramLabel = "FILE",
      defaultValue = "papers/papers.md",
      description =
          "The page, in Markdown; its plots are in the folder images beside it." + DEFAULT)
  private Path page;

  @Option(
      names = "--commit",
      paramLabel = "ID",
      description = "The commit that new results are dated with on the page.")
  private String commit;

  @Override
  public Integer call() throws IOException {
    OutputFile.refuseDirectory(page, "page");
    PaperResults results = new PaperResults(folder);
    long seed = run.run().seed();
    if (!pageOnly) {
      for (PaperTable table : tables.isEmpty() ? EnumSet.allOf(PaperTable.class) : tables) {
        for (PaperRow row : table.rows(embeddings)) {
          run(results, quick ? row.quick() : row, seed);
        }
      }
    }
    String text =
        new PaperPage(results, page.resolveSibling("images"), embeddings, quick, seed).text();
    AtomicFile.write(page, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    run.print("page: " + page + System.lineSeparator());
    return 0;
  }

  private void run(PaperResults results, PaperRow row, long seed) throws IOException {
    if (!rows.isEmpty() && !rows.contains(row.name())) {
      return;
    }
    for (GpstructTask task : row.tasks()) {
      if (chosen.tasks(false).contains(task)) {
        run(results, row, task, seed);
      }
    }
  }

  private void run(PaperResults results, PaperRow row, GpstructTask task, long seed)
      throws IOException {
    PaperResult result =
        results.find(row, task, seed).orElseGet(() -> PaperResults.none(row, seed));
    List<Integer> missing =
        (quick ? List.of(1) : chosen.folds()).stream().filter(fold -> !result.has(fold)).toList();
    if (missing.isEmpty()) {
      return;
    }
    GpstructSettings settings =
        new GpstructSettings(
            List.of(task),
            List.of(row.method()),
            missing,
            row.large(),
            1,
            row.samples(),
            row.form(),
            row.ess(),
            run::tell,
            RunControl.NONE,
            run.run());
    GpstructData data = TaskData.read(directory, task, row.large(), 1, row.form(), run::tell);
    GpstructRun experiment = new GpstructRun(settings);
    PaperResult soFar = result;
    for (int fold : missing) {
      GpstructRun.Outcome outcome =
          experiment.learn(data, row.method(), fold, fold == CourseFigure.FOLD);
      FoldScore score = outcome.result().score();
      soFar =
          soFar.with(
              new PaperResult.Fold(
                  fold,
                  commit,
                  score.tokenError(),
                  score.nll(),
                  score.ece(),
                  score.seconds(),
                  outcome.stages()));
      results.add(row, task, soFar, outcome.marginals());
      run.tell(row.name() + ": " + outcome.result().line());
    }
  }
}
