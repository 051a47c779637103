package org.gpchain.experiments.papers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.gpchain.experiments.lab.Context;
import org.gpchain.experiments.lab.Experiment;
import org.gpchain.internal.training.io.AtomicFile;
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
          + " them: published figure, ours, difference, test. Results are kept after each fold in"
          + " the file of --rows (default: papers/folds.jsonl); the same command goes on where it"
          + " was stopped."
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
      description = "Only these rows of the tables, by the names of their results.")
  private Set<String> rows = new LinkedHashSet<>();

  @Option(names = "--page-only", description = "Run nothing; write the page from what is there.")
  private boolean pageOnly;

  @Option(
      names = "--quick",
      description =
          "Few steps and samples, fold 1: shows that everything runs, not how well. Give it a file"
              + " of its own.")
  private boolean quick;

  @Option(
      names = "--embeddings",
      paramLabel = "FILE",
      description =
          "Word vectors, for the row with a kernel of words; without them it is left out.")
  private String embeddings;

  @Option(
      names = "--page",
      paramLabel = "FILE",
      description =
          "The page, in Markdown; its plots are in the folder images beside it. Default:"
              + " ${DEFAULT-VALUE}.")
  private Path page = Path.of("papers/papers.md");

  @Option(
      names = "--commit",
      paramLabel = "ID",
      description = "The commit that new results are dated with on the page.")
  private String commit;

  @Override
  protected Stream<FoldRow> run(Context context) throws IOException {
    Context.refuseDirectory(page);
    List<FoldBench.Cell> cells = cells(context);
    long seed = context.run().seed();
    PaperResults results = new PaperResults(context.rowFile(ROWS), seed);
    FoldBench bench = FoldBench.of(chosen.directory, 1, context.run(), context::tell);
    List<FoldRow> made =
        pageOnly
            ? List.of()
            : bench.run(
                cells,
                results.rows,
                (row, marginals) -> {
                  results.keep(row, marginals);
                  context.tell(row.line());
                });
    String vectors = embeddings == null ? results.embeddings() : embeddings;
    String text = new PaperPage(results, page.resolveSibling("images"), vectors, quick).text();
    AtomicFile.write(page, text);
    return made.stream();
  }

  private List<FoldBench.Cell> cells(Context context) {
    List<PaperRow> all =
        (tables.isEmpty() ? EnumSet.allOf(PaperTable.class) : tables)
            .stream().flatMap(table -> table.rows(embeddings).stream()).toList();
    List<String> names = all.stream().map(PaperRow::name).toList();
    for (String name : rows) {
      if (!names.contains(name)) {
        throw context.wrongUse(
            "no row is called '" + name + "', there are " + String.join(", ", names));
      }
    }
    List<Integer> folds = quick ? List.of(1) : chosen.folds();
    return all.stream()
        .filter(row -> rows.isEmpty() || rows.contains(row.name()))
        .map(row -> quick ? row.quick() : row)
        .flatMap(
            row ->
                row.tasks().stream()
                    .filter(chosen.tasks(false)::contains)
                    .map(
                        task ->
                            new FoldBench.Cell(row, task, folds, PaperPage.COURSE_FOLD, commit)))
        .toList();
  }

  @Override
  protected String table(List<FoldRow> made, Context context) {
    return "page: " + page + System.lineSeparator();
  }
}
