package org.gpchain.experiments.papers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.lab.Context;
import org.gpchain.experiments.lab.Experiment;
import org.gpchain.internal.training.io.AtomicFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain experiment papers}: reproduces the papers' tables on a page. */
@Command(
    name = "papers",
    sortOptions = false,
    description = {
      "Runs the missing experiments for the tables of the papers, and writes a page with published"
          + " results, ours, differences and tests. Results are stored after each fold in the file"
          + " of --rows (default: papers/folds.jsonl), so that the same command can resume."
    },
    footer = {
      "",
      "Example:",
      "  gpchain experiment papers --data DIR --table sampler --folds 1",
      "  gpchain experiment papers --data DIR --page-only"
    })
public final class PapersCommand extends Experiment<FoldRow> {
  private static final Path ROWS = Path.of("papers", "folds.jsonl");

  @Mixin private TaskOptions chosen;

  @Option(
      names = "--table",
      split = ",",
      paramLabel = "NAME",
      description = "One or more of: ${COMPLETION-CANDIDATES}. Default: all.")
  private Set<PaperTable> tables = EnumSet.noneOf(PaperTable.class);

  @Option(
      names = "--row",
      split = ",",
      paramLabel = "NAME",
      description = "Run only these rows of the tables, named as in the results.")
  private Set<String> rows = new LinkedHashSet<>();

  @Option(names = "--page-only", description = "Write the page from stored results.")
  private boolean pageOnly;

  @Option(
      names = "--quick",
      description =
          "Run only fold 1 with few steps and samples, to test that everything runs. Use a separate"
              + " file for --rows.")
  private boolean quick;

  @Option(
      names = "--embeddings",
      paramLabel = "FILE",
      description =
          "Word vectors for the rows with kernels of word vectors, which are otherwise omitted.")
  private String embeddings;

  @Option(
      names = "--page",
      paramLabel = "FILE",
      description =
          "The output page in Markdown. Its plots are in the sibling folder images. Default:"
              + " ${DEFAULT-VALUE}.")
  private Path page = Path.of("papers/papers.md");

  @Option(
      names = "--commit",
      paramLabel = "ID",
      description = "The commit of the code, which the page states for new results.")
  private String commit;

  @Override
  protected Stream<FoldRow> run(Context context) throws IOException {
    Context.refuseDirectory(page);
    List<FoldBench.Cell> cells = cells(context);
    long seed = context.run().seed();
    PaperResults results = new PaperResults(context.rowFile(ROWS), seed);
    FoldBench bench = FoldBench.of(chosen.directory, 1, context.run(), context::log);
    List<FoldRow> rowsOfRun = List.of();
    if (!pageOnly) {
      rowsOfRun =
          bench.run(
              cells,
              results.rows,
              (row, marginals) -> {
                results.keep(row, marginals);
                context.log(row.line());
              });
    }

    String vectors = embeddings;
    if (vectors == null) {
      vectors = results.embeddings();
    }
    String text = new PaperPage(results, page.resolveSibling("images"), vectors, quick).text();
    AtomicFile.write(page, text);
    return rowsOfRun.stream();
  }

  private List<FoldBench.Cell> cells(Context context) {
    List<PaperRow> tableRows = new ArrayList<>();
    for (PaperTable table : tables.isEmpty() ? EnumSet.allOf(PaperTable.class) : tables) {
      tableRows.addAll(table.rows(embeddings));
    }
    checkRows(tableRows, context);

    List<Integer> folds = quick ? List.of(1) : chosen.folds();
    List<FoldBench.Cell> cells = new ArrayList<>();
    for (PaperRow tableRow : tableRows) {
      if (!rows.isEmpty() && !rows.contains(tableRow.name())) {
        continue;
      }
      PaperRow row = quick ? tableRow.quick() : tableRow;
      for (GpstructTask task : row.tasks()) {
        if (chosen.tasks(false).contains(task)) {
          cells.add(new FoldBench.Cell(row, task, folds, PaperPage.COURSE_FOLD, commit));
        }
      }
    }
    return cells;
  }

  /** Checks that the tables have all chosen rows. */
  private void checkRows(List<PaperRow> tableRows, Context context) {
    List<String> names = tableRows.stream().map(PaperRow::name).toList();
    for (String name : rows) {
      if (!names.contains(name)) {
        throw context.wrongUse(
            "no row is called '" + name + "', there are " + String.join(", ", names));
      }
    }
  }

  @Override
  protected String table(List<FoldRow> made, Context context) {
    return "page: " + page + System.lineSeparator();
  }
}
